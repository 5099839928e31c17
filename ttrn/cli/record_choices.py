"""What can be typed next: the actions, routes, cards, tickets and players that the rules allow now.

The lines of the moment are asked of the rules, and offered word by word. Of a hand that was not seen everything is
offered that it may hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from ttrn.boards.names import fold
from ttrn.cli.record_lines import VERBS
from ttrn.core.cards import KINDS, LETTERS, LOCOMOTIVE, UNKNOWN, letters
from ttrn.core.state import MAIN, NOBODY, SETUP, State
from ttrn.diagnosis.missing_turns import choices_now
from ttrn.notation.records import Claim, WrittenAction
from ttrn.notation.writer import format_action

if TYPE_CHECKING:
    from ttrn.cli.record_draft import Draft

CLOSING: Final = ("reveal", "score", "sheet", "rank", "routes", "stations", "finished", "complete")
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
    "reveal": "tickets shown at the end",
    "score": "the final scores; alone: reckon them",
    "sheet": "a score sheet",
    "rank": "places",
    "routes": "all routes of a player",
    "stations": "all stations of a player",
    "finished": "the game was played to its end",
    "complete": "cards spent on a ticket",
}


class Choice(NamedTuple):
    """A word that may come next, and what it means."""

    word: str
    about: str = ""


class Choices:
    """What may be typed at one moment of a draft."""

    def __init__(self, draft: Draft, commands: Sequence[Choice] = ()) -> None:
        self._draft = draft
        self._commands = commands
        self._state: State = draft.timeline.final

    def after(self, text: str) -> list[Choice]:
        """Return the words that may stand where the last word of a text is being typed."""
        *before, part = text.split(" ")
        words = [word for word in before if word]
        if words and words[0].rstrip(".").isdigit() and words[0].endswith("."):
            words = words[1:]
        found: dict[Choice, None] = {}
        for choice in self._next(words, part):
            word = _turned(choice.word, part, self._names)
            if word is not None:
                found[choice._replace(word=word)] = None
        return list(found)

    # --- what there is -----------------------------------------------------------------------------------------------

    @cached_property
    def _names(self) -> dict[str, str]:
        """The names of cities by code, as they are compared."""
        return {city.code: fold(city.name) for city in self._draft.board.cities}

    def _next(self, words: list[str], part: str) -> Iterator[Choice]:
        draft = self._draft
        who = draft.due
        if not words:
            yield from self._first()
            return
        if words[0] in draft.ids:
            who, words = words[0], words[1:]
            if not words:
                yield from [Choice(verb, _ABOUT[verb]) for verb in (*self._verbs(who), *self._setup_words())]
                return
        verb, rest = words[0], words[1:]
        if verb == "draw":
            yield from self._takes(rest, part, who)
        elif verb == "tickets":
            yield from self._tickets(who)
        elif verb == "keep":
            yield from self._tickets((draft.unkept or [who])[0])
        elif verb in VERBS:
            yield from self._written(verb, rest, who)
        elif verb in CLOSING:
            yield from self._closing(verb, rest)
        else:
            yield from [Choice(word) for word in self._arguments(verb) if not rest]

    def _first(self) -> Iterator[Choice]:
        draft = self._draft
        if draft.is_over:
            yield from [Choice(word, _ABOUT[word]) for word in self._closing_words()]
        else:
            setup = self._setup_words()
            verbs = self._verbs(draft.due)
            without_turns = draft.stated_level not in ("", "claims")
            order = (self._closing_words(), verbs) if without_turns else (setup, verbs)
            yield from [Choice(word, _ABOUT[word]) for group in order for word in group]
        yield from [Choice(name, player.name) for name, player in zip(draft.ids, draft.game.players, strict=True)]
        yield from self._commands

    def _setup_words(self) -> list[str]:
        draft = self._draft
        if draft.game.turns or self._state.house.partial:
            return []
        words = ["deal"] if draft.undealt else []
        words += ["market"] if draft.board.tables.market and not draft.market_open else []
        return words + (["keep"] if draft.unkept else [])

    def _closing_words(self) -> list[str]:
        board, spent = self._draft.board, not self._state.game.facts.on_map
        absent = {"stations"} if not board.tables.stations else set()
        absent |= set() if spent else {"complete"}
        return [word for word in CLOSING if word not in absent and (board.routes or word != "routes")]

    def _verbs(self, who: str) -> list[str]:
        found = {format_action(action).partition(" ")[0] for action in self._actions(who)}
        return [verb for verb in VERBS if verb in found and (verb != "pass" or len(found) == 1)]

    def may(self, who: str) -> list[str]:
        """Return what a player may do now, in the notation's verbs."""
        return self._verbs(who)

    def _actions(self, who: str) -> list[WrittenAction]:
        if who not in self._state.names:
            return []
        if who not in self._found:
            state = self._state.copy()
            if state.phase == SETUP or state.house.partial:
                state.phase = MAIN
            self._found[who] = list(choices_now(state, state.names.index(who)))
        return self._found[who]

    @cached_property
    def _found(self) -> dict[str, list[WrittenAction]]:
        return {}

    # --- words of a turn ---------------------------------------------------------------------------------------------

    def _written(self, verb: str, rest: list[str], who: str) -> Iterator[Choice]:
        """Offer the next word of the lines that begin with those typed."""
        typed = [_either_way(word) for word in rest]
        if verb == "claim" and len(rest) == 1:
            yield from self._payments(rest[0], who)
        for action in self._actions(who):
            words = format_action(action).split()
            if words[0] != verb or len(words) <= len(rest) + 1:
                continue
            if [_either_way(word) for word in words[1 : len(rest) + 1]] == typed:
                word = words[len(rest) + 1]
                yield Choice(word, self._about_pair(action) if not rest else "")

    def _about_pair(self, action: WrittenAction) -> str:
        if not isinstance(action, Claim):
            return ""
        board = self._draft.board
        a, b = board.city(action.route.a), board.city(action.route.b)
        if a is None or b is None:
            return ""
        tracks = [f"{track.length} {track.color or 'any'}" for track in board.routes_between(a, b)]
        return f"{a.name} - {b.name}, {' or '.join(dict.fromkeys(tracks))}"

    def _payments(self, pair: str, who: str) -> Iterator[Choice]:
        """Offer the cards that pay for a route, as far as the hand may hold them."""
        state, board = self._state, self._draft.board
        ends = [board.city(code) for code in pair.partition("#")[0].upper().split("-")]
        if len(ends) != 2 or ends[0] is None or ends[1] is None or who not in state.names:
            return
        hand = state.hands[state.names.index(who)]
        room = min(hand[UNKNOWN], 9)
        if not room:
            return
        most = [board.tables.train_cards.get(letter, 0) for letter in LETTERS[:UNKNOWN]]
        may = [min(hand[kind] + room, most[kind]) for kind in range(UNKNOWN)] + [0] * (KINDS - UNKNOWN)
        yield Choice("?", "the payment was not seen")
        for route in board.routes_between(ends[0], ends[1]):
            if state.owners[route.index] == NOBODY:
                yield from [Choice(letters(paid)) for paid in state.prices[route.index].payments(may)]

    def _takes(self, rest: list[str], part: str, who: str) -> Iterator[Choice]:
        """Offer the cards to take; after ``>`` what may have come up, of the writer's own also from the deck."""
        kinds = [letter for letter in LETTERS[:UNKNOWN] if self._draft.board.tables.train_cards.get(letter)]
        if ">" in part:
            taken = part.partition(">")[0].upper()
            yield from [Choice(f"{taken}>{letter}", "came up") for letter in (*kinds, "?", "-")]
            return
        if part.startswith("?") and len(part) <= 2:
            yield from [Choice(f"?{letter}", "from the deck") for letter in kinds]
        first = _bare(rest[0]) if rest else ""
        came_up = rest[0].upper().partition(">")[2][:1] if len(rest) == 1 else ""
        if came_up in kinds and came_up != LETTERS[LOCOMOTIVE]:
            yield Choice(came_up, "face up")
        for action in self._actions(who):
            takes = [_bare(word) for word in format_action(action).split()[1:]]
            if not format_action(action).startswith("draw ") or len(takes) <= len(rest) or len(rest) > 1:
                continue
            if not rest or takes[0] == first:
                word = takes[len(rest)]
                yield Choice(word, "from the deck" if word == "?" else "face up")

    def _tickets(self, who: str) -> Iterator[Choice]:
        """Offer tickets that are in no hand yet, and those that nobody saw."""
        board = self._draft.board
        yield Choice("?", "not seen")
        yield Choice("|", "then those returned")
        unseen = {ticket for deck in self._state.ticket_decks for ticket in deck.unseen}
        unseen |= {ticket for deck in self._state.ticket_decks for group in deck.groups for ticket in group}
        own = self._state.names.index(who) if who in self._state.names else NOBODY
        for ticket in board.tickets:
            if ticket.index in unseen or (own != NOBODY and ticket.index in self._state.tickets[own]):
                cities = f"{board.cities[ticket.a].name} - {board.cities[ticket.b].name}"
                yield Choice(board.ticket_text(ticket), f"{cities}, {ticket.points}")

    # --- words of the end --------------------------------------------------------------------------------------------

    def _closing(self, verb: str, rest: list[str]) -> Iterator[Choice]:
        ids, board = self._draft.ids, self._draft.board
        if verb in ("score", "rank"):
            told = {word.partition("=")[0] for word in rest}
            yield from [Choice(f"{name}=") for name in ids if name not in told]
        elif verb == "finished":
            return
        elif not rest:
            yield from [Choice(name) for name in ids]
        elif verb in ("reveal", "complete"):
            yield from [choice for choice in self._tickets(rest[0]) if choice.word != "|"]
        elif verb == "routes":
            yield from [Choice(board.route_text(route)) for route in board.routes]
        elif verb == "stations":
            yield from [Choice(city.code, city.name) for city in board.cities]

    def _arguments(self, verb: str) -> Sequence[str]:
        from ttrn.notation.levels import LEVELS  # noqa: PLC0415  few come here

        return LEVELS if verb == "level" else ()


def _bare(take: str) -> str:
    """Return a take without what came up: ``R`` of ``R>G``, ``?`` of ``?K``."""
    return "?" if take.startswith("?") else take.partition(">")[0].upper()


def _either_way(word: str) -> tuple[str, ...]:
    """Return a word as it is compared: of a pair of cities either may be named first."""
    pair, mark, number = word.upper().partition("#")
    return (*sorted(pair.split("-")), mark, number)


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
