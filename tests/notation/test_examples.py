"""Every example of the design is read without problems and is in canonical form, as far as it is said to be."""

from pathlib import Path

from ttrn.notation import Claim, Draw, Pair, Take, Turn, Variation, dumps, loads

EXAMPLES = Path(__file__).with_name("examples.ttrn").read_text(encoding="utf-8")


def test_every_example_is_read_and_printed_as_itself() -> None:
    games, problems = loads(EXAMPLES)
    assert not problems
    assert len(games) == 4
    assert dumps(games) == EXAMPLES


def test_what_the_first_example_says() -> None:
    game = loads(EXAMPLES).games[0]
    assert game.board == "usa"
    assert game.tags["Date"] == "2026-11-13"
    assert [player.name for player in game.players] == ["Ann Smith", "Bob"]
    assert game.turns[0].action == Draw((Take("R", replacement="G"), Take("?", blind=True)))
    assert game.turns[2] == Turn("ann", Claim(Pair("SEA", "POR"), "R"), marks=("!",))


def test_a_variation_replaces_the_turn_before_it() -> None:
    game = loads(EXAMPLES).games[1]
    turn, variation, answer = game.entries[-3:]
    assert game.first_turn == 12
    assert turn == game.turns[0]
    assert isinstance(variation, Variation)
    assert [entry.comment.text for entry in variation.entries if isinstance(entry, Turn) and entry.comment] == [
        "the safer line"
    ]
    assert answer == game.turns[1]
    assert game.places[-3:] == (36, 37, 39)
    assert variation.places == (37, 38)


def test_the_card_game_example_is_sorted() -> None:
    assert "play RYB" in dumps(loads('[Game "x"]\nplayer ann\n1. ann play RBY\n').games)
