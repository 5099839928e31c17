"""Redaction: an observer's record, and nothing that the observer did not see."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.hidden.games import BOARDS, simulated
from ttrn.boards import board
from ttrn.core.state import State
from ttrn.hidden import PUBLIC, judge, redact
from ttrn.hidden.position_redaction import redact_position
from ttrn.notation import GameRecord, dumps, loads
from ttrn.notation.game import Entry, Variation
from ttrn.notation.records import (
    AssertCards,
    Claim,
    Comment,
    Deal,
    Deck,
    Draw,
    Keep,
    Pair,
    Pass,
    Reveal,
    Score,
    Tag,
    Take,
    TakeTickets,
    Turn,
    UnknownTicket,
)
from ttrn.position.reader import parse_position
from ttrn.position.writer import format_position
from ttrn.replays import replay
from ttrn.replays.resolve import resolve_ticket, ticket_pair

if TYPE_CHECKING:
    from ttrn.boards import Board

FULL = """[Game "usa"]
[Event "Friday night trains"]
[Seed "17"]
[Table "by the window"]

player ann "Ann Smith" blue
player bob "Bob" red

{! bob looks tired }
ann deal RRBL
bob deal RKKK ;! I saw them by accident
market RGGKW
ann keep LAX-NYC DUL-HOU | SEA-NYC
bob keep SEA-LAX DEN-PIT CAL-PHO

1. ann draw R>G ?W ; as planned
2. bob draw ?K G>O ;! careless
( 2. bob claim SEA-VAN R )
3. ann claim SEA-POR R $!
assert bob hand RGKKKK
assert ann hand RBWL
assert bob trains 45
{ it gets interesting }
4. bob tickets BOS-MIA | TOR-MIA CHI-SAN
"""

PUBLIC_VIEW = """[Game "usa"]
[Event "Friday night trains"]
[View "public"]

player ann "Ann Smith" blue
player bob "Bob" red

ann deal ????
bob deal ????
market RGGKW
ann keep ? ? | ?
bob keep ? ? ?

1. ann draw R>G ? ; as planned
2. bob draw ? G>O
3. ann claim SEA-POR R $!
assert bob hand ??????
assert ann hand ????
assert bob trains 45
{ it gets interesting }
4. bob tickets ? | ? ?
"""

ANNS_VIEW_OF_TWO_TURNS = """[Game "usa"]
[Event "Friday night trains"]
[View "ann"]

player ann "Ann Smith" blue
player bob "Bob" red

ann deal RRBL
bob deal ????
market RGGKW
ann keep LAX-NYC DUL-HOU | SEA-NYC
bob keep ? ? ?

1. ann draw R>G ?W ; as planned
2. bob draw ? G>O
"""


def game_of(text: str) -> GameRecord:
    games, problems = loads(text)
    assert not problems
    return games[0]


def test_what_the_public_saw() -> None:
    assert dumps(redact(game_of(FULL), PUBLIC)) == PUBLIC_VIEW


def test_what_a_player_saw_up_to_a_turn() -> None:
    assert dumps(redact(game_of(FULL), "ann", until=2)) == ANNS_VIEW_OF_TWO_TURNS


def test_the_setup_alone() -> None:
    seen = redact(game_of(FULL), "bob", until=0)
    assert not seen.turns
    assert Deal("bob", "RKKK") in seen.entries


def test_a_view_is_never_widened() -> None:
    anns = redact(game_of(FULL), "ann")
    assert redact(anns, "ann") == anns
    bobs = redact(anns, "bob")
    assert bobs.tags["View"] == PUBLIC
    assert bobs == redact(game_of(FULL), PUBLIC)


def test_comments_between_turns_go_with_the_cut() -> None:
    seen = redact(game_of(FULL), "ann", until=3)
    assert Comment("it gets interesting", block=True) not in seen.entries
    assert AssertCards("RBWL", "ann") in seen.entries


@pytest.mark.parametrize(
    ("observer", "until", "message"), [("eve", None, "ann, bob, public"), ("ann", 5, "turns 1 to 4")]
)
def test_what_cannot_be_redacted(observer: str, until: int | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        redact(game_of(FULL), observer, until=until)


# --- the end, and what only looks like it ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("4. bob tickets", "score ann=100 bob=90"),
        ("4. bob tickets", "reveal bob SEA-LAX DEN-PIT CAL-PHO"),
        ("4. bob tickets", "complete bob SEA-LAX RR"),
        ("1. ann draw", "reveal bob SEA-LAX DEN-PIT CAL-PHO"),
        ("", "reveal bob SEA-LAX DEN-PIT CAL-PHO BOS-MIA\nscore ann=100 bob=90"),
        ("", "score bob=90"),
        ("", "complete bob SEA-LAX RR"),
        ("[Seed", '[Result "bob"]'),
    ],
)
@pytest.mark.parametrize("rules", ["", '[Rules "partial"]\n', '[Rules "skips"]\n'])
def test_an_end_that_was_typed_too_early_shows_nothing(place: str, line: str, rules: str) -> None:
    at = FULL.index(place) if place else len(FULL)
    text = FULL[:at] + line + "\n" + FULL[at:]
    text, clean = [written.replace("[Event", rules + "[Event") for written in (text, FULL)]
    for observer in (PUBLIC, "ann"):
        assert redact(game_of(text), observer) == redact(game_of(clean), observer)
    # Who has kept them knows them, and nobody has seen the end.
    assert redact(game_of(text), "bob") == redact(game_of(clean), "bob")


def finished() -> tuple[GameRecord, list[Entry]]:
    """Return a game of two that is over, with a comment behind its end, and the tickets that are shown then."""
    game = simulated("usa", 2, 2)
    final = replay(game).final
    shown: list[Entry] = [
        Reveal(name, tuple([ticket_pair(final.board, ticket) for ticket in sorted(held)]))
        for name, held in zip(final.names, final.tickets, strict=True)
    ]
    return game, shown


def test_a_finished_game_shows_its_end() -> None:
    game, shown = finished()
    tagged = GameRecord((game.entries[0], Tag("Result", "ann"), *game.entries[1:]))
    seen = redact(tagged, PUBLIC)
    assert seen.tags["Result"] == "ann"
    assert [entry for entry in seen.entries if isinstance(entry, Reveal)] == shown
    assert [type(entry) for entry in seen.entries[-3:]] == [Reveal, Reveal, Score]


def test_after_a_broken_rule_nobody_can_tell_whether_it_is_the_end() -> None:
    game, _ = finished()
    turns = [i for i, entry in enumerate(game.entries) if isinstance(entry, Turn)]
    for more in ([Turn("ann", Pass())], [Turn("bob", Claim(Pair("SEA", "POR"), "R"))] * 2):
        broken = GameRecord((*game.entries[: turns[-4]], *more, *game.entries[turns[-4] :]))
        seen = redact(broken, PUBLIC)
        assert len(seen.turns) == len(broken.turns)
        assert not [entry for entry in seen.entries if isinstance(entry, Reveal | Score)]


def test_a_slip_in_what_nobody_saw_does_not_hide_the_end() -> None:
    """Else it could be told from a redaction that somebody's cards were noted wrongly."""
    game, _ = finished()
    spoilt = GameRecord(
        tuple([replace(entry, cards="RRRR") if isinstance(entry, Deal) else entry for entry in game.entries])
    )
    assert replay(spoilt).problems
    assert redact(spoilt, PUBLIC) == redact(game, PUBLIC)


def test_where_turns_are_missing_nobody_can_tell_whether_it_is_the_end() -> None:
    game, _ = finished()
    partial = GameRecord((game.entries[0], Tag("Rules", "partial"), *game.entries[1:]))
    assert not [entry for entry in redact(partial, PUBLIC).entries if isinstance(entry, Reveal | Score)]


def test_a_position_at_the_end_shows_the_tickets_below_it() -> None:
    game, shown = finished()
    over = format_position(replay(game).final)
    seen = redact(game_of(f'[Game "usa"]\n[Position "{over}"]\nplayer ann\nplayer bob\n'), "ann")
    assert [entry for entry in seen.entries if isinstance(entry, Reveal)] == shown[1:]
    assert "bob hand=?" in seen.tags["Position"] or "bob trains" in seen.tags["Position"]


def test_what_is_known_of_another_leaves_a_record_of_one_view() -> None:
    text = FULL.replace("[Seed", '[View "ann"]\n[Seed')
    assert redact(game_of(text), "bob") == redact(game_of(text), PUBLIC)


def test_the_long_ticket_of_a_position_is_as_hidden_as_in_a_record() -> None:
    game = simulated("europe", 4, 4)
    lines = {redact_position(format_position(replay(game).state(0)), board("europe"), PUBLIC)}
    for player in game.players:
        twin = judge(redact(game, player.id, until=0)).witness
        assert twin
        lines.add(redact_position(format_position(replay(twin.game).state(0)), board("europe"), PUBLIC))
    assert len(lines) == 1
    assert lines.pop().count("long=?") == 4


def test_a_position_of_others_and_a_deck_are_no_traceback() -> None:
    text = f'[Game "usa"]\n[Position "{POSITION}"]\nplayer ann\nplayer eve\nshuffle RRR\n11. ann draw R>O ?L\n'
    assert "ann hand=?4" in redact(game_of(text), "eve").tags["Position"]


# --- nothing leaks ---------------------------------------------------------------------------------------------------


class Twin:
    """Changes whatever one observer cannot see, at random: cards, tickets that are never shown, private words."""

    def __init__(self, observer: str, on: Board, seed: int, *, ended: bool) -> None:
        self._observer = observer
        self._board = on
        self._rng = random.Random(seed)
        self._ended = ended

    def of(self, game: GameRecord) -> GameRecord:
        entries: list[Entry] = []
        for entry in game.entries:
            entries.append(self.entry(entry))
            if isinstance(entry, Turn):
                if self._rng.random() < 0.1:
                    entries.append(Variation((Turn(entry.player, Pass()),)))
                if self._rng.random() < 0.1:
                    entries.append(Comment(f"I have {self.cards(3)}", private=True, block=True))
        return GameRecord(tuple(entries))

    def cards(self, number: int) -> str:
        return "".join(sorted(self._rng.choices("ROYGBPKWL", k=number), key="ROYGBPKWL".index))

    def entry(self, entry: Entry) -> Entry:
        match entry:
            case Tag("Seed"):
                return Tag("Seed", str(self._rng.random()))
            case Deck():
                return replace(entry, cards=self.cards(len(entry.cards)))
            case Deal() if entry.player != self._observer:
                return replace(entry, cards=self.cards(len(entry.cards)))
            case Keep() if entry.player != self._observer:
                kept = entry.kept if self._ended else self.tickets(entry.kept)
                return replace(entry, kept=kept, returned=self.tickets(entry.returned))
            case Turn() if entry.player != self._observer:
                return self.turn(entry)
            case _:
                return entry

    def turn(self, turn: Turn) -> Turn:
        action = turn.action
        if isinstance(action, Draw):
            action = Draw(tuple([Take(self.cards(1), blind=True) if t.blind else t for t in action.takes]))
        elif isinstance(action, TakeTickets):
            kept = action.kept if self._ended else self.tickets(action.kept)
            action = TakeTickets(kept, self.tickets(action.returned))
        return replace(turn, action=action, comment=Comment("mine", private=True))

    def tickets(self, tickets: tuple[Pair | UnknownTicket, ...]) -> tuple[Pair, ...]:
        found: list[Pair] = []
        for ticket in tickets:
            index = resolve_ticket(self._board, ticket)
            assert isinstance(index, int)
            same_back = self._board.ticket_deck(self._board.tickets[index].deck)
            found.append(ticket_pair(self._board, self._rng.choice(same_back).index))
        self._rng.shuffle(found)
        return tuple(found)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", range(8))
def test_nothing_that_was_hidden_leaks(name: str, seed: int) -> None:
    game = simulated(name, seed)
    rng = random.Random(seed)
    for observer in (PUBLIC, *[player.id for player in game.players]):
        for until in (None, rng.randrange(len(game.turns))):
            twin = Twin(observer, board(name), seed, ended=until is None).of(game)
            assert twin != game
            assert dumps(redact(twin, observer, until=until)) == dumps(redact(game, observer, until=until))


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", range(6))
def test_an_observers_record_breaks_no_rule(name: str, seed: int) -> None:
    game = simulated(name, seed)
    final = replay(game).final
    for observer in (PUBLIC, *[player.id for player in game.players]):
        seen = redact(game, observer)
        assert replay(seen).problems == ()
        holding = [name for name, held in zip(final.names, final.tickets, strict=True) if held and name != observer]
        assert [entry.player for entry in seen.entries if isinstance(entry, Reveal)] == holding
        assert seen.tags == {"Game": name, "View": observer}


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_the_deck_gives_the_same_as_its_cards(name: str, seed: int) -> None:
    written, in_order = simulated(name, seed), simulated(name, seed, chance=False)
    for observer in (PUBLIC, "ann", "bob"):
        assert dumps(redact(in_order, observer)) == dumps(redact(written, observer))


POSITION = (
    "usa turn=11 next=ann; ann hand=P3K trains=39 score=11 tickets=POR-PHO,SEA-LAX routes=POR-SFO#2,POR-SEA#1; "
    "bob hand=L?7 trains=44 score=1 tickets=?4 routes=SEA-VAN#1; "
    "market=ROYBW deck=81 discards=RG5BWL4 tickets=?21/MON-NOL/?/?"
)


def test_a_position_is_redacted_too() -> None:
    text = f'[Game "usa"]\n[Position "{POSITION}"]\nplayer ann\nplayer bob\n11. ann draw R>O ?L\n12. bob draw ?W ?W\n'
    seen = redact(game_of(text), "bob").tags["Position"]
    assert "ann hand=?4 trains=39 score=11 tickets=?2 " in seen
    assert "bob hand=L?7 " in seen
    assert seen.endswith("tickets=?21/?/?/?")
    assert "ann hand=P3K" in redact(game_of(text), "ann", until=10).tags["Position"]


def test_a_position_that_cannot_be_read_gives_nothing_away() -> None:
    text = '[Game "usa"]\n[Position "ann holds three red"]\nplayer ann\nplayer bob\n'
    with pytest.raises(ValueError, match="cannot be redacted"):
        redact(game_of(text), "bob")


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seed", range(3))
def test_redacted_positions_are_positions_and_name_no_ticket_of_others(name: str, seed: int) -> None:
    timeline = replay(simulated(name, seed))
    for number, _, state in timeline.steps():
        if number % 5:
            continue
        for observer in (PUBLIC, "ann"):
            line = redact_position(format_position(state), state.board, observer)
            found = parse_position(line, state.board)
            assert isinstance(found, State), found
            assert redact_position(line, state.board, observer) == line
            assert line.count("hand=?") == sum([any(hand) for hand in state.hands[observer == "ann" :]])
            known = [ticket for ticket in state.board.tickets if state.board.ticket_text(ticket) in tickets_in(line)]
            assert {ticket.index for ticket in known} == set(state.tickets[0] if observer == "ann" else [])


def tickets_in(line: str) -> list[str]:
    fields = [word.partition("=") for word in line.replace(";", "").split()]
    values = [value for name, _, value in fields if name in ("tickets", "removed", "short", "long", "offer")]
    return [text for value in values for part in value.split("/") for text in part.split(",")]
