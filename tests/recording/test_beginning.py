"""What a recorder is asked beside taps: the first lines, lines that were typed, tags, cures."""

from __future__ import annotations

from typing import Any

import pytest

import ttrn
from tests.recording.test_tapping import BEGUN
from ttrn.core.house_rules import RULEBOOK, WORDS, house_of
from ttrn.recorder.page import house_rules
from ttrn.recording import answer

UNSEEN = "\nann deal ????\nbob deal ????\nmarket ?????\n"
FRIENDS = [{"name": "Ann", "color": "red"}, {"name": "bob", "color": "blue"}]


@pytest.mark.parametrize(
    ("level", "lines", "ends"),
    [
        ("full", "", UNSEEN),
        ("view", '[View "ann"]\n', UNSEEN),
        ("claims", '[Level "claims"]\n', ""),
        ("board", "", "\nfinished\n"),
        ("sheet", "", "\nfinished\n"),
        ("result", "", "\nfinished\n"),
    ],
)
@pytest.mark.parametrize("name", ["usa", "europe", "marklin"])
def test_a_record_begins_with_its_players(name: str, level: str, lines: str, ends: str) -> None:
    found = answer({"begin": {"board": name, "players": FRIENDS, "level": level, "view": 0, "date": "2026-11-18"}})
    head = f'[Game "{name}"]\n[Date "2026-11-18"]\n{lines}\n'
    assert found["text"] == f'{head}player ann "Ann" red\nplayer bob blue\n{ends}'
    assert found["problems"] == []
    assert found["question"]["choices"]
    assert ttrn.dumps(ttrn.loads(found["text"]).games) == found["text"]


def test_every_house_rule_that_is_offered_is_honoured() -> None:
    rules = house_rules()
    words = [rule["word"] for rule in rules if "word" in rule]
    assert {*words, "partial"} == {*WORDS}
    for word in [*words, *[word for rule in rules for word, _ in rule.get("ways", ())]]:
        text = answer({"begin": {"board": "usa", "players": FRIENDS, "rules": word}})["text"]
        assert house_of(ttrn.loads(text).games[0].tags["Rules"]) != RULEBOOK


@pytest.mark.parametrize("name", ["usa", "europe", "marklin", "cardgame"])
def test_whoever_stops_in_the_middle_can_tell_the_end(name: str) -> None:
    text = answer({"begin": {"board": name, "players": FRIENDS, "level": "full"}})["text"]
    text = answer({"text": text, "taps": ["draw ?", "R", "draw ?", "G"]})["text"]
    for more in ({"tags": {"Level": "claims", "View": ""}}, {"typed": "finished"}, {"typed": "score ann=20 bob=12"}):
        found = answer({"text": text, **more})
        assert found["problems"] == []
        text = found["text"]
    assert text.endswith("\n1. ann draw ?R ?G\n\nfinished\nscore ann=20 bob=12\n")
    assert found["end"]["winners"] == ["ann"]


def test_names_of_all_kinds_can_play() -> None:
    players = [{"name": 'Zoë "Z" 王'}, {"name": ""}, {"name": "draw"}, {"name": "zoë z 王"}]
    found = answer({"begin": {"board": "usa", "players": players, "view": None}})
    assert [seat["name"] for seat in found["seats"]] == ["Zoë 'Z' 王", "Player 2", "draw", "zoë z 王"]
    assert len({seat["id"] for seat in found["seats"]}) == 4
    assert '[View "public"]' in found["text"]


@pytest.mark.parametrize(
    ("begin", "words"),
    [
        ({"board": "atlantis", "players": FRIENDS}, "atlantis"),
        ({"board": "usa", "players": FRIENDS[:1]}, "2 to 5 players"),
        ({"board": "usa", "players": FRIENDS, "level": "half"}, '"half"'),
        ({"board": "usa", "players": FRIENDS, "view": 2}, "number of a player"),
        ({"board": "usa", "players": [{"color": "red"}, {"color": "Red"}]}, "colour red"),
        ({"board": "usa", "players": 3}, "list"),
    ],
)
def test_a_wrong_beginning_gets_words(begin: dict[str, Any], words: str) -> None:
    assert words in answer({"begin": begin})["error"]


def test_what_no_rule_allows_can_be_recorded_and_the_record_says_so() -> None:
    found = answer({"text": BEGUN, "typed": "claim BOS-MIA RR"})
    assert found["line"] == "4. bob claim BOS-MIA RR ; recorded anyway"
    assert [(problem["rule"], problem["turn"]) for problem in found["problems"]] == [("CLAIM-1", 4)]
    assert answer({"text": BEGUN, "typed": "claim SEA-POR R"})["line"] == "4. bob claim SEA-POR R"
    found = answer({"text": BEGUN, "typed": "draw P>K", "at": 1, "how": "replace"})
    assert found["line"] == "1. ann draw P>K ; recorded anyway"


def test_a_statement_can_be_typed() -> None:
    begun = answer({"begin": {"board": "usa", "players": FRIENDS, "level": "result"}})["text"]
    found = answer({"text": begun, "typed": "score ann=112 bob=98"})
    assert found["text"] == begun + "score ann=112 bob=98\n"
    assert found["end"]["winners"] == ["ann"]
    found = answer({"text": found["text"], "typed": "score ann=12 bob=98"})
    assert found["text"] == begun + "score ann=12 bob=98\n"
    assert 'did you mean "claim"' in answer({"text": BEGUN, "typed": "clam"})["error"]


def test_the_level_can_be_lowered_on_the_way() -> None:
    found = answer({"text": BEGUN, "tags": {"Level": "claims", "View": ""}})
    assert found["text"] == BEGUN.replace("View", "Level").replace('l "ann"', 'l "claims"')
    assert (found["level"], found["problems"]) == ("claims", [])
    claims = [choice for choice in found["question"]["choices"] if choice["kind"] == "route"]
    assert answer({"text": found["text"], "taps": [claims[0]["tap"]]})["line"].startswith("4. bob claim ")


def test_a_cure_is_offered_and_applied() -> None:
    wrong = BEGUN.replace("3. ann draw G>B", "3. ann draw P>B")
    assert answer({"text": wrong})["problems"][0]["cures"] == []
    (problem,) = answer({"text": wrong, "explain": True})["problems"]
    right = next(cure for cure in problem["cures"] if "G>B" in cure["new"])
    assert answer({"text": wrong, "cure": right})["text"] == BEGUN
    marked = wrong.replace("P>B ?B", "P>B ?B ; recorded anyway")
    assert answer({"text": marked, "cure": right})["text"] == BEGUN
    told = wrong.replace("P>B ?B", "P>B ?B ; at last")
    assert answer({"text": told, "cure": right})["text"] == BEGUN.replace("G>B ?B", "G>B ?B ; at last")
    assert "another one" in answer({"text": BEGUN, "cure": right})["error"]
    missing = BEGUN + "4. ann draw ? ?\n5. bob draw P>R ?\n"
    (problem,) = answer({"text": missing, "explain": True})["problems"]
    found = answer({"text": missing, "cure": problem["cures"][0]})
    assert (len(found["turns"]), found["problems"]) == (6, [])
