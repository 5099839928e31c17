"""What can be typed next: the actions, routes, cards, tickets and players that the rules allow now.

The lines of the moment are asked of the rules, and offered word by word. Of a hand that was not seen everything is
offered that it may hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from ttrn.boards import Board, Route
from ttrn.boards.names import fold
from ttrn.cli.record_lines import VERBS
from ttrn.core.actions import TakeCard
from ttrn.core.cards import BLIND, LETTERS, UNKNOWN
from ttrn.core.engine import apply
from ttrn.core.state import MAIN, NOBODY, State
from ttrn.notation.levels import LEVELS
from ttrn.recording.turns import turn_question
from ttrn.replays.choosing import Choice as Tap
from ttrn.replays.choosing import Moment, offer_cards

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
        if verb in VERBS:
            yield from self._of_turn(verb, rest, part, who)
        elif verb == "keep":
            yield from self._tickets((draft.unkept or [who])[0])
        elif verb in CLOSING:
            yield from self._closing(verb, rest)
        elif verb == "level" and not rest:
            yield from [Choice(word) for word in LEVELS]

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
        return list(dict.fromkeys([line.rpartition(" ")[2] for line in self._draft.awaited]))

    def _closing_words(self) -> list[str]:
        board, spent = self._draft.board, not self._state.game.facts.on_map
        absent = {"stations"} if not board.tables.stations else set()
        absent |= set() if spent else {"complete"}
        return [word for word in CLOSING if word not in absent and (board.routes or word != "routes")]

    def _verbs(self, who: str) -> list[str]:
        found = {choice.tap.partition(" ")[0] for choice in self._offered(who)}
        return [verb for verb in VERBS if verb in found]

    def may(self, who: str) -> list[str]:
        """Return what a player may do now, in the notation's verbs."""
        return self._verbs(who)

    def _moment(self, who: str) -> Moment:
        """Return the table at the beginning of a player's turn, as the recorder by taps has it."""
        state = self._state.copy()
        state.phase = MAIN
        state.seat = state.names.index(who)
        state.chance.recorded = False
        view = self._draft.game.tags.get("View", "")
        return Moment(state, view in ("", "full", who))

    def _offered(self, who: str) -> tuple[Tap, ...]:
        """Return what a player may begin a turn with; where cards are unknown, what they may allow."""
        if who not in self._draft.ids or self._draft.is_over:
            return ()
        if who not in self._found:
            self._found[who] = turn_question(self._moment(who))[0].choices
        return self._found[who]

    def _asked(self, who: str, *taps: str) -> tuple[Tap, ...]:
        """Return what is asked after some taps; nothing where nothing is, or where one of them cannot be."""
        moment = self._moment(who)
        _, owners = turn_question(moment)
        if taps[0] not in owners:
            return ()
        asking = owners[taps[0]].follow(moment, taps[0])
        try:
            question = next(asking)
            for tap in taps[1:]:
                question = asking.send(tap)
        except (StopIteration, LookupError):
            return ()
        return question.choices

    @cached_property
    def _found(self) -> dict[str, tuple[Tap, ...]]:
        return {}

    # --- words of a turn ---------------------------------------------------------------------------------------------

    def _of_turn(self, verb: str, rest: list[str], part: str, who: str) -> Iterator[Choice]:
        if who not in self._draft.ids:
            return
        if verb == "draw":
            yield from self._takes(rest, part, who)
        elif verb == "tickets":
            yield from self._tickets(who)
        elif verb == "claim":
            yield from self._routes(rest, who)
        elif verb == "station":
            yield from self._stations(rest, who)
        elif verb == "ride" and not rest:
            yield from self._rides(part, who)
        elif verb == "play" and not rest:
            for group in self._offered(who):
                yield from self._paid(who, group.tap)

    def _routes(self, rest: list[str], who: str) -> Iterator[Choice]:
        board = self._draft.board
        routes = [board.routes[int(tap.value)] for tap in self._offered(who) if tap.kind == "route"]
        if not rest:
            for route in routes:
                a, b = board.cities[route.a], board.cities[route.b]
                tracks = [f"{track.length} {track.color or 'any'}" for track in routes if track.pair == route.pair]
                yield Choice(f"{a.code}-{b.code}", f"{a.name} - {b.name}, {' or '.join(dict.fromkeys(tracks))}")
            return
        meant = [route for route in routes if _is_pair(board, route, rest[0])]
        if len(rest) == 1:
            for route in meant:
                yield from self._paid(who, f"claim {route.index}")
        elif len(rest) == 2 and any(route.tunnel for route in meant):
            yield Choice("!", "and the cards turned over")

    def _stations(self, rest: list[str], who: str) -> Iterator[Choice]:
        cities = self._draft.board.cities
        free = [cities[int(tap.value)] for tap in self._offered(who) if tap.tap.startswith("station ")]
        if not rest:
            yield from [Choice(city.code, city.name) for city in free]
        for city in free:
            if rest == [city.code] or rest == [city.code.lower()]:
                yield from self._paid(who, f"station {city.index}")

    def _paid(self, who: str, tap: str) -> Iterator[Choice]:
        """Offer the cards that pay for something, those that the hand is known to hold first."""
        for choice in self._asked(who, tap):
            if choice.kind == "payment":
                yield Choice(str(choice.value), "not seen" if choice.value == "?" else "" if choice.sure else "perhaps")

    def _rides(self, part: str, who: str) -> Iterator[Choice]:
        """Offer the next city of a ride."""
        cities = self._draft.board.cities
        codes = {city.code: city for city in cities}
        *way, _ = part.upper().split("-")
        if any(code not in codes for code in way):
            return
        if not way:
            starts = [tap for tap in self._offered(who) if tap.tap.startswith("ride ")]
            yield from [Choice(f"{cities[int(tap.value)].code}-", cities[int(tap.value)].name) for tap in starts]
            return
        first, *others = [codes[code].index for code in way]
        for choice in self._asked(who, f"ride {first}", *map(str, others)):
            if choice.kind == "city":
                city = cities[int(choice.value)]
                yield Choice("-".join([*way, city.code]), city.name)

    def _takes(self, rest: list[str], part: str, who: str) -> Iterator[Choice]:
        """Offer the cards to take; after ``>`` what may have come up, of the writer's own also from the deck."""
        moment = self._moment(who)
        kinds = [letter for letter in LETTERS[:UNKNOWN] if self._draft.board.tables.train_cards.get(letter)]
        if ">" in part:
            taken = part.partition(">")[0].upper()
            yield from [Choice(f"{taken}>{letter}", "came up") for letter in (*kinds, "?", "-")]
            return
        if part.startswith("?") and moment.sees:
            yield from [Choice(f"?{letter}", "from the deck") for letter in kinds]
        if rest and not _after_first(moment.state, rest):
            return
        for tap in offer_cards(moment):
            yield Choice(str(tap.value), tap.text)

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


def _after_first(state: State, rest: list[str]) -> bool:
    """Take the first card of a draw, as it was typed; return whether a second one may follow."""
    taken, _, came_up = rest[0].upper().partition(">")
    card = LETTERS.find(taken[:1])
    if len(rest) > 1 or card < 0:
        return False
    replacement = LETTERS.find(came_up[:1]) if came_up else UNKNOWN
    state.chance.cards = [replacement if replacement >= 0 else UNKNOWN]
    number = state.number
    apply(state, TakeCard(BLIND if card == UNKNOWN else card))
    return state.number == number


def _is_pair(board: Board, route: Route, word: str) -> bool:
    """Return whether a word names a route: its cities in either order, and its track where one is told."""
    pair, _, track = word.upper().partition("#")
    codes = {board.cities[route.a].code, board.cities[route.b].code}
    return set(pair.split("-")) == codes and track in ("", str(route.track))


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
