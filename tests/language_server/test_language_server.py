"""What an editor is told: by plain functions, without a protocol."""

from __future__ import annotations

import random

import pytest

from ttrn.boards import named_board
from ttrn.language_server import names, outline
from ttrn.language_server.board_picture import board_picture
from ttrn.language_server.completion import completions
from ttrn.language_server.document import Document, PlacedGame
from ttrn.language_server.hover_text import hover
from ttrn.language_server.marks import Mark, marks_of
from ttrn.language_server.positions import Change, changes_between
from ttrn.language_server.quick_fixes import canonical_changes, canonical_fix, fixes_of
from ttrn.notation import loads
from ttrn.notation.writer import format_game

GAME = """\
[Game "usa"]
[Event "Friday night trains"]
[View "ann"]

player ann "Ann Smith" blue
player bob "Bob" red

ann deal RRBL
bob deal ????
market RGLKW
ann keep LAX-NYC DUL-HOU | SEA-NYC
bob keep ? ? | ?

1. ann draw R>G ?
2. bob draw ?K ?
3. ann claim SEA-POR R $!
( 3. ann draw L>W ; the safer line
  4. bob claim SEA-POR K )
4. bob tickets ? ? | ?
5. ann draw L>W
{ a comment
of two lines }
assert ann trains 44
score ann=-41 bob=0
"""


def changed(text: str, changes: tuple[Change, ...]) -> str:
    """Return a text after changes, the last one first."""
    lines = text.split("\n")
    for (line, column, end_line, end_column), new in sorted(changes, reverse=True):
        joined = lines[line][:column] + new + lines[end_line][end_column:]
        lines[line : end_line + 1] = joined.split("\n")
    return "\n".join(lines)


def examined(text: str) -> tuple[PlacedGame, list[Mark]]:
    (placed,) = Document(text).games
    assert placed.game.explained is not None
    return placed, marks_of(placed)


def place(text: str, marked: str) -> tuple[int, int]:
    """Return where the sign ^ stands in a line that is given without it."""
    plain = marked.replace("^", "")
    return text.split("\n").index(plain), marked.index("^")


# --- problems ------------------------------------------------------------------------------------------------------


def test_a_problem_has_its_place_its_rule_and_a_link() -> None:
    placed, marks = examined(GAME.replace("SEA-POR R $!", "SEA-POR RR $!"))
    (mark,) = [mark for mark in marks if mark.problem.rule == "CLAIM-2"]
    line = placed.game.lines[mark.span.line]
    assert line[mark.span.column : mark.span.end_column] == "RR"
    assert mark.link.startswith("file:///")
    page, _, row = mark.link.partition("docs/rules.md#L")
    assert (page, row.isdigit()) != ("", False)


@pytest.mark.parametrize(
    ("right", "wrong", "rule"),
    [
        ("3. ann claim SEA-POR R", "3. ann clam SEA-POR R", "TEXT-LINE"),
        ("3. ann claim SEA-POR R", "3. ann claim SAE-POR R", "CLAIM-1"),
        ("3. ann claim SEA-POR R", "3. ann claim SEA POR R", "TEXT-LINE"),
        ("3. ann claim SEA-POR R", "ann claim SEA-POR R", "TEXT-LINE"),
        ("3. ann claim SEA-POR R", "3. anne claim SEA-POR R", "TEXT-PLAYER"),
        ("3. ann claim SEA-POR R", "3. bob claim SEA-POR R", "TURN-1"),
        ("3. ann claim SEA-POR#2 R", "3. ann claim SEA-POR#3 R", "CLAIM-1"),
        ("3. ann claim SEA-POR R", "3. ann claim SEA-POR RR", "CLAIM-2"),
        ("3. ann claim SEA-POR R", "4. ann claim SEA-POR R", "TEXT-NUMBER"),
        ('[Date "2026-11-13"]', '[Date "13.11.2026"]', "TEXT-DATE"),
        ('[Event "Friday night trains"]', '[Evnt "Friday night trains"]', "TEXT-TAG"),
        ("player bob", "player bob ble", "TEXT-COLOR"),
    ],
)
def test_a_slip_is_put_right_by_a_fix(right: str, wrong: str, rule: str) -> None:
    start = '[Game "usa"]\n[Event "Friday night trains"]\n[Date "2026-11-13"]\nplayer ann\nplayer bob\n'
    text = f"{start}1. ann draw ? ?\n2. bob draw ? ?\n3. ann claim SEA-POR R\n4. bob draw ? ?\n5. ann draw ? ?\n"
    text = text if right in text else text.replace("3. ann claim SEA-POR R", right)
    placed, marks = examined(text.replace(right, wrong, 1))
    found = [changed(placed.game.text, fix.changes) for mark in marks for fix in fixes_of(placed, mark)]
    assert rule in [mark.problem.rule for mark in marks]
    want = text.replace("player bob", "player bob blue") if rule == "TEXT-COLOR" else text
    assert want in found


def test_all_slips_of_a_game_are_put_right_at_once() -> None:
    text = GAME.partition("( 3.")[0].replace("SEA-POR R $!", "SEA-POR RR") + "4. ann tickets ? ? | ?\n5. ann draw L>W\n"
    placed, marks = examined(text)
    titles = {fix.title: fix for mark in marks for fix in fixes_of(placed, mark)}
    after = changed(text, titles["Correct all 2 slips of this game"].changes)
    assert "3. ann claim SEA-POR R\n4. bob tickets ? ? | ?\n5. ann draw L>W" in after
    assert not marks_of(Document(after).games[0])


def test_what_no_deal_allows_is_told_after_the_search() -> None:
    start = '[Game "usa"]\nplayer ann\nplayer bob\nann deal GGGB\nbob deal RRL?\nmarket RGGBB\n'
    turns = "1. ann draw ? ?\n2. bob claim KAN-STL L?\n3. ann draw ? ?\n4. bob claim NYC-BOS RL\n"
    (placed,) = Document(start + turns).games
    assert not marks_of(placed)
    assert placed.game.explained
    assert [mark.problem.rule for mark in marks_of(placed)] == ["WORLD-1"]


def test_a_board_of_ones_own_is_known_to_whoever_starts_the_server() -> None:
    text = '[Game "mine"]\nplayer ann\nplayer bob\n1. ann claim SEA-POR R\n'
    (unknown,) = Document(text).games
    assert [mark.problem.rule for mark in marks_of(unknown)] == ["SETUP-1"]
    (known,) = Document(text, find=lambda name: named_board("usa") if name == "mine" else None).games
    assert not marks_of(known)
    found = hover(known, 3, 14)
    assert found is not None
    assert "owned by ann" in found.text


# --- one game does not cost the others -------------------------------------------------------------------------------


def test_a_changed_line_leaves_the_other_games_as_they_are() -> None:
    games = [GAME.replace("Friday", day) for day in ("Monday", "Tuesday", "Wednesday")]
    before = Document("\n".join(games))
    assert [mark.problem.rule for placed in before.games for mark in marks_of(placed)] == ["END-1"] * 3
    games[1] = games[1].replace("5. ann draw L>W", "5. ann draw L>W\n6. bob draw ? ?")
    after = Document("\n".join(games), before)
    assert [now.game is then.game for now, then in zip(after.games, before.games, strict=True)] == [True, False, True]
    assert "timeline" in vars(after.games[2].game)
    lines = [
        [mark.span.line for placed in found.games for mark in marks_of(placed)]
        for found in (after, Document("\n".join(games)))
    ]
    assert lines[0] == lines[1]


def test_a_problem_that_names_lines_is_told_anew_where_they_change() -> None:
    wrong = GAME.replace("bob", "bbo").replace("player bbo", "player bob")
    before = Document(f"{GAME}{wrong}")
    first = marks_of(before.games[1])
    after = marks_of(Document(f"{GAME}; one more\n{wrong}", before).games[1])
    assert first[0].problem.message != after[0].problem.message
    assert [mark.span.line + 1 for mark in first] == [mark.span.line for mark in after]


def test_text_before_the_first_game_is_marked() -> None:
    stray, game = Document("hello\n" + GAME).games
    assert [mark.problem.rule for mark in marks_of(stray)] == ["TEXT-STRAY"]
    assert game.line == 1


# --- what a word means -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marked", "told"),
    [
        ("3. ann claim S^EA-POR R $!", "#1: 1 space, any colour, 1 point; owned by ann"),
        ("  4. bob claim S^EA-POR K )", "#1: 1 space, any colour, 1 point; owned by bob"),
        ("ann keep LA^X-NYC DUL-HOU | SEA-NYC", "ann: 20 more trains by the cheapest way"),
        ("ann deal RR^BL", "2 red, 1 blue and 1 locomotive"),
        ("3. ann claim SEA-POR R^ $!", "ann then has 5 cards: 2 red"),
        ("^4. bob tickets ? ? | ?", "| ann | 1 | 44 |"),
        ("2. bo^b draw ?K ?", "ann is to move"),
    ],
)
def test_hovering(marked: str, told: str) -> None:
    (placed,) = Document(GAME).games
    found = hover(placed, *place(GAME, marked))
    assert found is not None
    assert told in found.text


def test_nothing_is_told_of_a_comment() -> None:
    (placed,) = Document(GAME).games
    assert hover(placed, *place(GAME, "( 3. ann draw L>W ; the sa^fer line")) is None


def test_the_board_at_the_cursor_is_that_of_the_variation() -> None:
    document = Document(GAME)
    drawn = [
        board_picture(document, place(GAME, line)[0])
        for line in ("  4. bob claim SEA-POR K )^", "4. bob tickets ? ? | ?^")
    ]
    for found, owner, title in zip(drawn, "10", ("after turn 4", "after turn 4"), strict=True):
        assert found is not None
        assert f'data-owner="{owner}"' in found.svg
        assert found.title.endswith(title)
    assert board_picture(Document("nothing"), 0) is None


# --- completion ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("^", ["6. bob ", "ann", "bob"]),
        ("6. ^", ["bob", "ann"]),
        ("6. bob ^", ["draw", "claim", "tickets"]),
        ("6. bob claim seat^", ["SEA-CAL", "SEA-VAN"]),
        ("( 5. ann claim sea-v^", ["SEA-VAN"]),
        ("6. bob draw ^", ["G", "K", "W", "?"]),
        ("ass^", ["assert"]),
        ("; 6. bob ^", []),
    ],
)
def test_what_is_legal_is_offered(typed: str, offered: list[str]) -> None:
    text = GAME.partition("{ a")[0] + typed.replace("^", "") + "\n"
    (placed,) = Document(text).games
    line = len(text.split("\n")) - 2
    found = completions(placed, line, typed.index("^"))
    assert [completion.text for completion in found] == offered
    assert {completion.span.end_column for completion in found} <= {typed.index("^")}


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("[Le^", ['Level "']),
        ('[Level "b^', ["board"]),
        ("player ann b^", ["blue", "black"]),
        ("player ann\nplayer bob\n2^", []),
        ("player ann\nplayer bob\nann ^", ["draw", "claim", "tickets", "deal", "keep"]),
    ],
)
def test_the_head_of_a_game_is_completed(text: str, offered: list[str]) -> None:
    (placed,) = Document(f'[Game "usa"]\n{text.replace("^", "")}').games
    *lines, last = text.split("\n")
    assert [found.text for found in completions(placed, len(lines) + 1, last.index("^"))] == offered


# --- the shape of a document -----------------------------------------------------------------------------------------


def test_the_outline_has_games_turns_folds_and_points() -> None:
    (placed,) = Document(GAME).games
    symbol = outline.symbol_of(placed)
    assert (symbol.name, symbol.detail) == ("Friday night trains", "usa")
    assert [turn.name.partition(" ")[0] for turn in symbol.children] == ["1.", "2.", "3.", "4.", "5."]
    assert [(fold.first, fold.last, fold.kind) for fold in outline.folds_of(placed)] == [
        (0, 23, "region"),
        (16, 17, "region"),
        (20, 21, "comment"),
    ]
    hints = [(hint.line, hint.text) for hint in outline.points_of(placed, 0, 99)]
    assert hints == [(15, "ann 1 (+1)"), (17, "bob 1 (+1)")]
    assert not list(outline.points_of(placed, 16, 16))


def test_points_run_on_behind_a_line_that_cannot_be_read() -> None:
    (placed,) = Document(GAME.replace("2. bob draw ?K ?", "2. bob drwa")).games
    assert "ann 1 (+1)" in [hint.text for hint in outline.points_of(placed, 0, 99)]


# --- names -----------------------------------------------------------------------------------------------------------


def test_one_goes_to_the_claim_of_a_route_and_to_where_a_ticket_was_kept() -> None:
    text = GAME + "routes ann POR-SEA#1\nreveal ann NYC-LAX\n"
    (placed,) = Document(text).games
    for marked, line in (
        ("routes ann PO^R-SEA#1", "3. ann claim SEA-POR R $!"),
        ("reveal ann N^YC-LAX", "ann keep LAX-NYC DUL-HOU | SEA-NYC"),
    ):
        name = names.name_at(placed, *place(text, marked))
        assert name is not None
        found = names.definition(placed, name)
        assert found is not None
        assert text.split("\n")[found.line] == line


def test_renaming_a_player_renames_every_place_and_nothing_else() -> None:
    (placed,) = Document(GAME).games
    name = names.name_at(placed, *place(GAME, "1. an^n draw R>G ?"))
    assert name is not None
    changes = names.renaming(placed, name, "anna")
    assert isinstance(changes, tuple)
    after = changed(GAME, changes)
    assert after == GAME.replace("ann ", "anna ").replace('"ann"', '"anna"').replace("ann=", "anna=")
    assert "bob" in str(names.renaming(placed, name, "bob"))
    assert "draw" in str(names.renaming(placed, name, "draw"))


# --- canonical form --------------------------------------------------------------------------------------------------


def test_formatting_leaves_broken_games_alone() -> None:
    untidy = GAME.replace("draw R>G ?", "draw   R>G ?").replace("\nplayer ann", "player ann", 1)
    document = Document(f"{untidy}\n{untidy.replace('draw', 'drwa')}")
    first, second = document.games
    (game,) = loads(untidy).games
    assert changed(untidy, canonical_changes(first)) == format_game(game)
    assert canonical_fix(first)
    assert not canonical_changes(second)


@pytest.mark.parametrize("before", ["", "a", "a b", "a b c", "a b a b"])
@pytest.mark.parametrize("after", ["", "a", "b", "a b", "x a b c", "a b c x", "a x b", "c"])
def test_changes_make_one_block_of_lines_of_another(before: str, after: str) -> None:
    text = "\n".join(["head", *before.split(" "), "tail"])
    changes = changes_between(before.split(" "), after.split(" "), 1)
    assert changed(text, changes) == "\n".join(["head", *after.split(" "), "tail"])


# --- whatever stands there -------------------------------------------------------------------------------------------

PIECES = (
    "(",
    ")",
    "{",
    "}",
    ";",
    "|",
    "\n",
    '\n[Game "',
    "9. ",
    "bbo ",
    "?",
    "-",
    "#3",
    '"',
    "é",
    "🚂",
    "=",
    "$!",
    "claim ",
)


@pytest.mark.parametrize("seed", range(12))
def test_no_text_makes_an_answer_fail_and_what_is_kept_is_what_is_found_anew(seed: int) -> None:
    chance = random.Random(seed)
    text, before = GAME + "\n" + GAME, None
    for _ in range(3):
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(PIECES) + text[at + chance.choice((0, 0, 1, 8)) :]
        document = before = Document(text, before)
        fresh = Document(text)
        for placed, again in zip(document.games, fresh.games, strict=True):
            marks = marks_of(placed)
            assert [(mark.span, mark.text) for mark in marks] == [(mark.span, mark.text) for mark in marks_of(again)]
            assert all(fix.changes for mark in marks[:3] for fix in fixes_of(placed, mark))
            canonical_fix(placed)
            assert outline.symbol_of(placed).span.line == placed.line
            assert all(fold.first <= fold.last for fold in outline.folds_of(placed))
            list(outline.points_of(placed, 0, 99))
        for _ in range(4):
            line = chance.randrange(len(document.lines))
            column = chance.randint(0, len(document.lines[line]))
            here = document.at(line)
            if here is not None:
                hover(here, line, column)
                completions(here, line, column)
                name = names.name_at(here, line, column)
                assert name is None or names.references(here, name)
        board_picture(document, len(document.lines) // 2)
