"""What can be typed next: the actions, routes, cards, tickets and players that the rules allow now.

Of a hand that was not seen everything is offered that it may hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from ttrn.boards.names import fold
from ttrn.core.cards import LETTERS, UNKNOWN
from ttrn.core.state import NOBODY, SCORING, State
from ttrn.notation.game import GameRecord
from ttrn.notation.levels import LEVELS
from ttrn.notation.lexicon import ACTIONS
from ttrn.notation.records import Deck
from ttrn.recording.draft import Draft
from ttrn.recording.turn_words import TurnWords
from ttrn.recording.words import Word, card_words, ticket_words
from ttrn.replays.reckoning import all_components
from ttrn.replays.run import Run

CLOSING: Final = ("reveal", "score", "sheet", "rank", "routes", "stations", "finished", "complete")
_DEALT: Final = ("deal", "market", "keep", "deck", "shuffle")
_MARKS: Final = {
    "$!": "good",
    "$?": "bad",
    "$!!": "brilliant",
    "$??": "a blunder",
    "$!?": "interesting",
    "$?!": "doubtful",
}
_OF_A_PLAYER: Final = ("deal", "keep")
_AT_A_TURN: Final = ("edit", "insert")
_ABOUT: Final = {
    "draw": "train cards",
    "claim": "a route",
    "tickets": "draw tickets",
    "station": "build a station",
    "ride": "move a passenger",
    "play": "lay cards in the railyard",
    "pass": "nothing else is possible",
    "deal": "the cards dealt",
    "keep": "starting tickets: kept | returned",
    "market": "the face-up cards",
    "deck": "the whole order of the deck",
    "shuffle": "the order of a new deck",
    "reveal": "tickets shown at the end",
    "score": "the final scores; alone: reckon them",
    "sheet": "a score sheet",
    "rank": "places",
    "routes": "all routes of a player",
    "stations": "all stations of a player",
    "finished": "the game was played to its end",
    "complete": "cards spent on a ticket",
}


class NextWords:
    """What may be typed at one moment of a draft."""

    def __init__(self, draft: Draft, commands: Sequence[Word] = ()) -> None:
        self._draft = draft
        self._commands = commands
        self._state: State = draft.timeline.final
        self._turns: dict[str, TurnWords] = {}

    def after(self, text: str) -> list[Word]:
        """Return the words that may stand where the last word of a text is being typed."""
        *before, part = text.split(" ")
        words = [word for word in before if word]
        if words and words[0].rstrip(".").isdigit() and words[0].endswith("."):
            words = words[1:]
        found: dict[Word, None] = {}
        for word in self._next(words, part):
            turned = _turned(word.text, part, self._names)
            if turned is not None:
                found[word._replace(text=turned)] = None
        return list(found)

    def may(self, who: str) -> list[str]:
        """Return what a player may do now, in the notation's verbs."""
        turn = self._turn(who)
        return turn.verbs() if turn else []

    # --- what there is -----------------------------------------------------------------------------------------------

    @cached_property
    def _names(self) -> dict[str, str]:
        """The names of cities by code, as they are compared."""
        return {city.code: fold(city.name) for city in self._draft.board.cities}

    @cached_property
    def _before_turn(self) -> State:
        """The table at which the next turn is played: after a scoring what is dealt then is on it."""
        if self._state.phase != SCORING:
            return self._state
        run = Run(self._draft.game, self._draft.board)
        for _ in run.steps():
            pass
        run.await_turn()
        return run.state

    def _turn(self, who: str) -> TurnWords | None:
        """Return the words of a player's turn; none where nobody moves any more."""
        draft = self._draft
        if who not in draft.ids or draft.is_over:
            return None
        if who not in self._turns:
            view = draft.game.tags.get("View", "")
            self._turns[who] = TurnWords(self._before_turn, draft.ids.index(who), sees=view in ("", "full", who))
        return self._turns[who]

    def _next(self, words: list[str], part: str) -> Iterator[Word]:
        draft = self._draft
        who = draft.due
        if not words:
            yield from self._first()
            return
        if words[0] in _AT_A_TURN and self._commands:
            yield from self._earlier(words[1:], part)
            return
        named = words[0] in draft.ids
        if named:
            who, words = words[0], words[1:]
            if not words:
                setup = [word for word in self._setup_words() if word in _OF_A_PLAYER]
                yield from self._described((*self.may(who), *setup))
                return
        verb, rest = words[0], words[1:]
        turn = self._turn(who)
        if verb in ACTIONS:
            yield from turn.after(verb, rest, part) if turn else ()
            if part.startswith("$"):
                yield from [Word(mark, about) for mark, about in _MARKS.items()]
        elif verb in _DEALT:
            yield from self._dealt(verb, rest, part, who if named else "")
        elif verb in CLOSING:
            yield from self._closing(verb, rest, part)
        elif verb == "level" and not rest:
            yield from [Word(word) for word in LEVELS]

    def _first(self) -> Iterator[Word]:
        draft = self._draft
        if draft.is_over:
            yield from self._described(self._closing_words())
        else:
            without_turns = draft.stated_level not in ("", "claims")
            setup = self._closing_words() if without_turns else self._setup_words()
            verbs = self.may(draft.due)
            yield from self._described((*verbs, *setup) if draft.game.turns else (*setup, *verbs))
            if self._state.house.partial and not without_turns:
                yield from self._described(self._closing_words())
        yield from [Word(name, player.name) for name, player in zip(draft.ids, draft.game.players, strict=True)]
        yield from self._commands

    @staticmethod
    def _described(words: Sequence[str]) -> list[Word]:
        return [Word(word, _ABOUT[word]) for word in words]

    def _earlier(self, words: list[str], part: str) -> Iterator[Word]:
        """Offer what may be typed for an earlier turn, as the table was before it."""
        draft = self._draft
        number = words[0].rstrip(".") if words else ""
        at = draft.turn_at(int(number)) if number.isdigit() else None
        if at is None:
            return
        turn = draft.game.turns[int(number) - draft.game.first_turn]
        there = Draft(GameRecord(draft.game.entries[:at], 1), draft.board)
        earlier = NextWords(there)
        yield from earlier._next(words[1:], part) if words[1:] else earlier._described(earlier.may(turn.player))

    # --- words of the setup ------------------------------------------------------------------------------------------

    def _setup_words(self) -> list[str]:
        """Return what is told of cards and tickets before the first turn, and after a scoring."""
        if self._state.phase == SCORING:
            return ["complete", "deal", "market", "shuffle"]
        draft = self._draft
        if draft.game.turns and any(isinstance(entry, Deck) for entry in draft.game.entries):
            return ["shuffle"]
        if draft.game.turns or self._state.house.partial or draft.stated_level or "Position" in draft.game.tags:
            return []
        first = [line.rpartition(" ")[2] for line in draft.awaited]
        return list(dict.fromkeys([*first, *(word for word in _DEALT if word != "shuffle")]))

    def _dealt(self, verb: str, rest: list[str], part: str, who: str) -> Iterator[Word]:
        tables, cursor = self._draft.board.tables, self._draft.cursor
        if verb == "keep":
            who = who or (cursor.unkept or self._draft.ids)[0]
            yield from ticket_words(self._state, self._seat(who), rest, tables.setup_tickets.take, bar=True)
        elif not rest:
            kinds = [letter for letter in LETTERS[:UNKNOWN] if tables.train_cards.get(letter)]
            all_cards = sum(tables.train_cards.values())
            sizes = {"deal": tables.dealt_cards + tables.dealt_locomotives, "market": tables.market}
            most = all_cards if self._state.phase == SCORING else sizes.get(verb, all_cards)
            yield from card_words(part.upper(), [*kinds, "?"], most, "")
            if verb == "market" and part and len(part.rpartition("/")[2]) == most:
                yield Word(f"{part.upper()}/", "it could not stay, and was replaced by")

    def _seat(self, who: str) -> int:
        return self._state.names.index(who) if who in self._state.names else NOBODY

    # --- words of the end --------------------------------------------------------------------------------------------

    def _closing_words(self) -> list[str]:
        board, spent = self._draft.board, not self._state.game.facts.on_map
        absent = {"stations"} if not board.tables.stations else set()
        absent |= set() if spent else {"complete"}
        return [word for word in CLOSING if word not in absent and (board.routes or word != "routes")]

    def _closing(self, verb: str, rest: list[str], part: str) -> Iterator[Word]:
        ids, board = self._draft.ids, self._draft.board
        if verb in ("score", "rank"):
            told = {word.partition("=")[0] for word in rest}
            yield from [Word(f"{name}=") for name in ids if name not in told]
        elif verb == "finished":
            return
        elif not rest:
            yield from [Word(name) for name in ids]
        elif verb == "reveal":
            yield from ticket_words(self._state, self._seat(rest[0]), rest[1:], 0, bar=False)
        elif verb == "complete":
            yield from self._spent(rest, part)
        elif verb == "sheet":
            told = {word.partition("=")[0] for word in rest[1:]}
            lengths = [f"{length}x" for length in sorted({route.length for route in board.routes})]
            yield from [Word(f"{name}=") for name in (*all_components(self._state), *lengths) if name not in told]
        else:
            free = self._final_routes(rest[0]) if verb == "routes" else [Word(c.code, c.name) for c in board.cities]
            yield from [word for word in free if word.text not in rest]
            if len(rest) == 1:
                yield Word("-", "none")

    def _final_routes(self, who: str) -> Iterator[Word]:
        board, seat = self._draft.board, self._seat(who)
        for route in board.routes:
            if self._state.owners[route.index] in (NOBODY, seat):
                a, b = board.cities[route.a], board.cities[route.b]
                yield Word(f"{a.code}-{b.code}", f"{a.name} - {b.name}")
                yield Word(board.route_text(route), f"{a.name} - {b.name}")

    def _spent(self, rest: list[str], part: str) -> Iterator[Word]:
        """Offer the player's tickets, then the cards that were spent."""
        if len(rest) == 1:
            yield from ticket_words(self._state, self._seat(rest[0]), (), 0, bar=False)
        elif len(rest) == 2:  # the ticket
            cards = self._draft.board.tables.train_cards
            yield from card_words(part.upper(), [*cards, "?"], sum(cards.values()), "")


def _turned(word: str, part: str, names: dict[str, str]) -> str | None:
    """Return a word if it may be meant by what was typed of it: its start, or that of the names of cities in it.

    Of a pair of cities the one that was typed first comes first.
    """
    if word.lower().startswith(part.lower()):
        return word
    pair, mark, number = word.partition("#")
    codes = pair.split("-")
    typed = [fold(piece) for piece in part.partition("#")[0].split("-")]
    if not typed[0] or len(typed) > len(codes) or not all(code in names for code in codes):
        return None
    for way in (codes, codes[::-1]) if len(codes) == 2 else (codes,):
        if all(_begins(code, piece, names) for code, piece in zip(way, typed, strict=False)):
            return "-".join(way) + mark + number
    return None


def _begins(code: str, piece: str, names: dict[str, str]) -> bool:
    return code.lower().startswith(piece) or names[code].startswith(piece)
