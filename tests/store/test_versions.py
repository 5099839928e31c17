"""Corrected records: which games look like versions of one, and what becomes of them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

import ttrn
from tests.store import archive
from tests.store.test_removing import made, state, without_file
from ttrn import store
from ttrn.boards import board
from ttrn.hidden import redact
from ttrn.notation.source import Chunk
from ttrn.play import play_random
from ttrn.resources import resource
from ttrn.store import loading
from ttrn.store.versions import Version

pytestmark = pytest.mark.slow

REAL = resource("sample_games", "real", "usa_4p_2.ttrn").read_text(encoding="utf-8")
OTHER = resource("sample_games", "real", "usa_4p_1.ttrn").read_text(encoding="utf-8")
COMMENTED = REAL.replace("1. p1 ", "1. p1 ", 1).replace("\n2. ", " ; a good start\n2. ", 1)


def turns(text: str) -> list[str]:
    return re.findall(r"^\d+\. .*\n", text, re.MULTILINE)


def renumbered(text: str) -> str:
    numbers = count(1)
    return re.sub(r"^\d+\. ", lambda _: f"{next(numbers)}. ", text, flags=re.MULTILINE)


def cut(text: str, share: float) -> str:
    """Return the beginning of a game."""
    kept = turns(text)
    return text[: text.index(kept[int(len(kept) * share)])]


def evening(seed: int, *tags: str) -> str:
    """Return a game of four friends, without a seed."""
    text = ttrn.dumps(play_random(board("usa"), 4, seed))
    names = ("Ann", "Bob", "Cat", "Dan")
    for name in names:
        text = re.sub(rf"^player {name.lower()}.*$", f'player {name.lower()} "{name}"', text, flags=re.MULTILINE)
    head = "".join([f"{tag}\n" for tag in ('[Game "usa"]', '[Date "2026-11-13"]', '[Event "Friday"]', *tags)])
    return head + text[text.index("\n\nplayer") + 1 :]


def found(tmp_path: Path, *texts: str) -> list[Version]:
    path = tmp_path / "found.duckdb"
    path.unlink(missing_ok=True)
    store.load(path, store.items_of("\n".join(texts)), cores=1, versions=store.BOTH)
    return store.duplicates(path)


# --- what is recognised ----------------------------------------------------------------------------------------------

EDITS = {
    "a comment": COMMENTED,
    "a tag more": REAL.replace("[Site ", '[Event "Club night"]\n[Site '),
    "tags missing": re.sub(r"^\[(Site|Date|Source|View|Rules) .*\n", "", REAL, flags=re.MULTILINE),
    "another date": REAL.replace("2026-05-01", "2026-05-02"),
    "another player took it": REAL.replace("1. p1 ", "1. p2 ", 1),
    "a line missing": renumbered(REAL.replace(turns(REAL)[40], "", 1)),
    "a line twice": renumbered(REAL.replace(turns(REAL)[40], turns(REAL)[40] * 2, 1)),
    "two lines exchanged": renumbered(REAL.replace("".join(turns(REAL)[40:42]), "".join(turns(REAL)[41:39:-1]))),
    "numbers that are wrong": REAL.replace(turns(REAL)[40], "", 1),
    "a payment": re.sub(r"(claim \S+) \w+", r"\1 LL", REAL, count=10),
    "only its beginning": cut(REAL, 0.3),
    "not yet its end": cut(REAL, 0.95),
    "with a variation": REAL.replace(turns(REAL)[9], turns(REAL)[9] + "  (10. p2 draw ? ? )\n", 1),
    "with a block": REAL.replace(turns(REAL)[9], "{ what now?\n1. p1 pass }\n" + turns(REAL)[9], 1),
    "players in another order": REAL.replace(
        'player p1 "Player One"\nplayer p2 "Player Two"', 'player p2 "Player Two"\nplayer p1 "Player One"'
    ),
}


@pytest.mark.parametrize("first", [True, False])
def test_versions_are_recognised(tmp_path: Path, first: bool) -> None:
    items = [store.Item(name, Chunk(1, 1, text)) for name, text in EDITS.items()]
    real, other = store.Item("real", Chunk(1, 1, REAL)), store.Item("other", Chunk(1, 1, OTHER))
    path = tmp_path / "games.duckdb"
    store.load(path, [real, *items, other] if first else [other, *items, real], cores=1, versions=store.BOTH)
    pairs = store.duplicates(path)
    assert "other" not in {one.file for pair in pairs for one in (pair.old, pair.new)}
    mine = [pair for pair in pairs if (pair.old if first else pair.new).file == "real"]
    assert [(pair.new if first else pair.old).file for pair in mine] == list(EDITS)
    assert all(pair.of / 2 < pair.same <= pair.of and not pair.view for pair in mine)


def test_a_record_that_could_not_be_read_has_later_versions(tmp_path: Path) -> None:
    (version,) = found(tmp_path, REAL.replace("claim", "clam", 3), OTHER, REAL)
    assert (version.old.verdict, version.new.verdict) == ("unreadable", "consistent")
    path = tmp_path / "games.duckdb"
    load(path, REAL)
    done = load(path, REAL.replace("claim", "clam", 3), versions=store.REPLACE)
    assert (done.loaded, done.unreadable, done.replaced) == (1, 1, 0)
    assert load(path, COMMENTED, versions=store.REPLACE).replaced == 1
    assert texts_of(path, "unreadable") == []


def test_a_record_of_a_few_lines_counts_by_its_day(tmp_path: Path) -> None:
    dated = archive.WRONG.replace("[Event", '[Date "2026-11-13"]\n[Event')
    assert len(found(tmp_path, dated, dated.replace("RRR", "RRRRRR"))) == 1
    assert found(tmp_path, archive.WRONG, archive.WRONG.replace("RRR", "RRRRRR")) == []
    assert found(tmp_path, dated, dated.replace("SEA-HEL RRR", "SEA-POR R")) == []


def test_other_spellings_of_players_are_the_same_players(tmp_path: Path) -> None:
    path = made(tmp_path / "games.duckdb", store.items_of(REAL.replace("Player One", "P. One")))
    assert store.load(path, store.items_of(REAL), cores=1).left == []
    assert len(store.duplicates(path)) == 0
    store.add_aliases(path, "Player One", ["P. One"])
    assert len(store.duplicates(path)) == 1


def test_games_of_one_evening_are_not_confused(tmp_path: Path) -> None:
    """The same four friends, day and event; and a first game that they broke off."""
    games = [evening(seed) for seed in range(12)]
    assert found(tmp_path, *games, *[cut(evening(seed), 0.2) for seed in range(20, 26)]) == []
    rounds = [evening(seed, f'[Round "{seed}"]') for seed in range(3)]
    assert len(found(tmp_path, *games[:3], *rounds)) == 3


def test_rounds_tell_games_apart_unless_nearly_all_is_the_same(tmp_path: Path) -> None:
    one, two = evening(1, '[Round "1"]'), evening(1, '[Round "2"]')
    assert len(found(tmp_path, one, two)) == 1
    chance = random.Random(1)
    lines = [line for line in two.splitlines(keepends=True) if not line[0].isdigit() or chance.random() < 0.65]
    shorter = renumbered("".join(lines))
    assert found(tmp_path, one, shorter) == []
    assert len(found(tmp_path, one, shorter.replace('[Round "2"]\n', ""))) == 1


def test_another_seed_is_another_game(tmp_path: Path) -> None:
    assert found(tmp_path, evening(1, '[Seed "1"]'), evening(1, '[Seed "2"]')) == []


def test_records_of_other_observers_are_told_apart(tmp_path: Path) -> None:
    whole = ttrn.loads(evening(3)).games[0]
    texts = [ttrn.dumps(redact(whole, view)) for view in ("ann", "public")]
    pairs = found(tmp_path, ttrn.dumps(whole), *texts)
    assert len(pairs) == 3
    assert all(pair.view for pair in pairs)
    path = tmp_path / "games.duckdb"
    done = store.load(path, store.items_of("\n".join([ttrn.dumps(whole), *texts])), cores=1, versions=store.REPLACE)
    assert (done.loaded, done.replaced) == (3, 0)


def test_a_view_that_was_forgotten_is_no_other_record(tmp_path: Path) -> None:
    whole = ttrn.loads(evening(3)).games[0]
    view = ttrn.dumps(redact(whole, "ann"))
    (pair,) = found(tmp_path, view.replace('[View "ann"]\n', ""), view)
    assert not pair.view


def test_among_many_games_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttrn.store.versions._PIECE", 10)
    games = [evening(seed) for seed in range(30)]
    assert found(tmp_path, *games) == []
    corrected = [game.replace("\n2. ", " ; so it was\n2. ", 1) for game in games[:10]]
    assert len(found(tmp_path, *games, *corrected)) == 10


def test_what_differs_is_told_by_lines(tmp_path: Path) -> None:
    (version,) = found(tmp_path, REAL, COMMENTED.replace("2026-05-01", "2026-05-02"))
    first = turns(REAL)[0].strip()
    date = '[Date "2026-05-01"] → [Date "2026-05-02"]'
    assert store.differences(version) == [date, f"{first} → {first} ; a good start"]
    long = version._replace(new=version.new._replace(text=REAL + "; again\n" * 100_000))
    assert store.differences(long) == ["0 lines gone, 100,000 new"]
    (version,) = found(tmp_path, REAL, cut(REAL, 0.5))
    assert store.differences(version, 1)[1].startswith("and ")


# --- what becomes of them --------------------------------------------------------------------------------------------


def load(path: Path, *texts: str, versions: str = store.LEAVE) -> store.Summary:
    return store.load(path, store.items_of("\n".join(texts)), cores=1, versions=versions)


def texts_of(path: Path, verdict: str | None = None) -> list[str]:
    return list(store.texts(path, store.Filters(verdict=verdict) if verdict else None))


def test_nothing_is_loaded_twice_without_a_word(tmp_path: Path) -> None:
    path = made(tmp_path / "games.duckdb", store.items_of(f"{REAL}\n{OTHER}"))
    before = path.read_bytes()
    done = load(path, COMMENTED)
    assert (done.loaded, done.replaced, done.known, len(done.left)) == (0, 0, 0, 1)
    assert done.left[0].old.number == 1
    assert path.read_bytes() == before
    assert load(path, COMMENTED, versions=store.BOTH).loaded == 1
    assert texts_of(path) == [REAL, OTHER, COMMENTED]


@pytest.mark.parametrize("place", [0, 4])
def test_replaced_is_as_if_only_the_new_one_had_been_loaded(tmp_path: Path, place: int) -> None:
    sound = [ttrn.dumps(game) for game in archive.sound_games()[:12:3]]
    old = [*sound[:place], REAL, *sound[place:]]
    new = [*sound[:place], COMMENTED, *sound[place:]]
    path, never = tmp_path / "games.duckdb", tmp_path / "never.duckdb"
    load(path, *old)
    done = load(path, COMMENTED, versions=store.REPLACE)
    assert (done.loaded, done.replaced, done.left) == (1, 1, [])
    load(never, *new)
    one, other = state(path), state(never)
    one["games"], other["games"] = without_file(one["games"]), without_file(other["games"])
    assert one == other
    assert texts_of(path) == new


def test_a_corrected_game_counts_once(tmp_path: Path) -> None:
    path = made(tmp_path / "games.duckdb", store.items_of(REAL))
    load(path, COMMENTED, versions=store.REPLACE)
    with store.connect(path) as connection:
        wins = {row[0]: row[2] for row in store.ask(connection, "player_results").rows}
    assert wins["Player Four"] == 1


def test_one_version_after_the_other_in_one_load(tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    half, most = cut(REAL, 0.5), cut(REAL, 0.9)
    done = load(path, half, most, OTHER, REAL)
    assert (done.loaded, len(done.left)) == (2, 2)
    assert texts_of(path) == [half, OTHER]
    done = load(path, half, most, OTHER, REAL, versions=store.REPLACE)
    assert (done.loaded, done.known, done.replaced, done.followed) == (1, 2, 1, 1)
    assert texts_of(path) == [REAL, OTHER]
    for _ in range(2):  # the last one that is given is the one that stays, however often
        done = load(path, half, most, OTHER, REAL, versions=store.REPLACE)
        assert (done.loaded, done.known, done.replaced, done.followed, done.left) == (0, 2, 0, 2, [])
        assert texts_of(path) == [REAL, OTHER]
    load(path, REAL, half, versions=store.REPLACE)
    assert texts_of(path) == [half, OTHER]


def test_all_versions_that_are_there_are_replaced(tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    load(path, OTHER, cut(REAL, 0.5), cut(REAL, 0.9), versions=store.BOTH)
    assert load(path, REAL, versions=store.REPLACE).replaced == 1
    assert texts_of(path) == [OTHER, REAL]


def test_who_is_asked_decides_for_each(tmp_path: Path) -> None:
    path = made(tmp_path / "games.duckdb", store.items_of(f"{REAL}\n{OTHER}"))
    asked: list[Version] = []

    def decide(version: Version) -> str:
        asked.append(version)
        return store.REPLACE if len(asked) == 2 else store.LEAVE

    changed = OTHER.replace("\n2. ", " ; so it was\n2. ", 1)
    done = store.load(path, store.items_of(f"{COMMENTED}\n{changed}"), cores=1, versions=decide)
    assert (done.loaded, done.replaced, len(done.left)) == (1, 1, 1)
    assert [version.old.number for version in asked] == [1, 2]
    assert texts_of(path) == [REAL, changed]


def test_making_anew_keeps_all_that_is_there(tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    load(path, REAL, COMMENTED, OTHER, versions=store.BOTH)
    done = store.load(path, store.items_of(cut(OTHER, 0.5)), cores=1, rebuild=True)
    assert (done.loaded, len(done.left)) == (3, 1)
    assert texts_of(path) == [REAL, COMMENTED, OTHER]
    store.load(path, store.items_of(cut(OTHER, 0.5)), cores=1, rebuild=True, versions=store.REPLACE)
    assert texts_of(path) == [REAL, COMMENTED, cut(OTHER, 0.5)]


def test_an_interrupted_load_is_decided_about_when_it_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BATCH", "COMMIT", "_FEW"):
        monkeypatch.setattr(loading, name, 1)
    path = made(tmp_path / "games.duckdb", store.items_of(REAL))

    def failing() -> Iterator[store.Item]:
        yield from store.items_of(COMMENTED)
        yield from store.items_of(archive.UNFINISHED)
        raise OSError("the disk is gone")

    for versions, kept in ((store.LEAVE, [REAL, archive.UNFINISHED, OTHER]), (store.REPLACE, [COMMENTED, OTHER])):
        with pytest.raises(OSError, match="the disk is gone"):
            store.load(path, failing(), cores=1)
        assert load(path, OTHER, versions=versions).known + len(texts_of(path)) >= len(kept)
        assert [text for text in texts_of(path) if text in kept] == kept
        assert len(store.duplicates(path)) == 0
