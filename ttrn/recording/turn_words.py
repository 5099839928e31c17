"""The words of a turn that is being typed: which may come next, asked of the same questions that are tapped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ttrn.boards import Board, Route
from ttrn.core.cards import LETTERS, UNKNOWN, counts, letters
from ttrn.core.state import MAIN, State
from ttrn.notation.lexicon import ACTIONS
from ttrn.notation.records import Ride, Turn
from ttrn.notation.writer import format_turn
from ttrn.recording.turns import ask_turn, tapped, turn_question
from ttrn.recording.words import Word, ticket_words
from ttrn.replays.choosing import DONE, UNSEEN, Choice, Moment, Question

_LEFT_OUT: Final = ("no passenger", "pay -", DONE, "pass")
"""Taps for which nothing is written."""


class TurnWords:
    """What may stand in the line of one player's turn."""

    def __init__(self, state: State, seat: int, *, sees: bool) -> None:
        self._state = state.copy()
        self._state.phase = MAIN
        self._state.seat = seat
        self._state.chance.recorded = False
        self._sees = sees
        self._first: tuple[Choice, ...] = turn_question(Moment(self._state.copy(), sees))[0].choices

    def verbs(self) -> list[str]:
        """Return what the player may do, in the notation's verbs."""
        found = {choice.tap.partition(" ")[0] for choice in self._first}
        return [verb for verb in ACTIONS if verb in found]

    def after(self, verb: str, words: list[str], part: str) -> Iterator[Word]:
        """Return what may stand where ``part`` is being typed, after a verb and other words."""
        match verb:
            case "draw":
                yield from self._draw(words, part)
            case "tickets":
                most = self._state.board.tables.play_tickets.take
                yield from ticket_words(self._state, self._state.seat, words, most, bar=True)
            case "claim":
                yield from self._claim(words, part)
            case "station":
                yield from self._station(words, part)
            case "ride":
                yield from self._ride(words, part)
            case "play":
                yield from self._play(words, part)

    def _asked(self, taps: Iterable[str]) -> Question | Turn | None:
        """Return what is asked after some taps, or the turn that they are; None where one of them cannot be."""
        try:
            return tapped(ask_turn(self._state, self._state.seat, sees=self._sees), taps)
        except LookupError:
            return None

    def _cards_asked(self, taps: Iterable[str]) -> list[str]:
        """Return which cards may have come up, if that is what is asked after some taps."""
        return _cards(self._asked(taps))

    def _fed(self, taps: list[str], word: str) -> list[str]:
        """Return taps with the cards that a word tells; those that follow from the order of a deck are not asked."""
        taps = list(taps)
        for card in _told(word):
            taps += [card] if self._cards_asked(taps) else []
        return taps

    def _written(self, taps: list[str]) -> list[str]:
        """Return the words of the turn that some taps begin, if nothing more is told of it."""
        taps = list(taps)
        while True:
            found = self._asked(taps)
            if isinstance(found, Turn):
                return format_turn(found, 1).split()[2:]
            left = None if found is None else _left_out(found) or found.choices[-1].tap
            if left is None:
                return []
            taps.append(left)

    # --- cards taken -------------------------------------------------------------------------------------------------

    def _draw(self, words: list[str], part: str) -> Iterator[Word]:
        """Offer the cards to take; after one from the market what may have come up, else which it was."""
        taps: list[str] = []
        for word in words:
            taps = self._fed([*taps, f"draw {word[:1].upper()}"], word[1:])
            while self._cards_asked(taps):
                taps.append(UNSEEN)
        question = self._asked(taps)
        if not isinstance(question, Question):
            return
        takes = {str(choice.value): choice.text for choice in question.choices if choice.tap.startswith("draw ")}
        typed = part.upper()
        if typed[:1] in takes:
            yield from self._came_up([*taps, f"draw {typed[0]}"], typed, len(words))
        yield from [Word(card, about) for card, about in takes.items()]

    def _came_up(self, taps: list[str], typed: str, place: int) -> Iterator[Word]:
        """Go on with a card that is taken: by what took its place, or by what came from the deck."""
        blind = typed[0] == UNSEEN
        asked = self._cards_asked(self._fed(taps, typed[1:]))
        if asked and blind:
            yield from [Word(f"?{card}", "from the deck") for card in asked if card != UNSEEN]
        elif asked:
            typed = typed if ">" in typed else f"{typed}>"
            yield from self._more(typed, asked, "came up", after=">")
        elif len(typed) <= 2:
            # What is known already is not asked; where nobody follows the market, anything may be told.
            known = self._written(taps)[1 + place : 2 + place]
            yield from [Word(word, "came up") for word in known if len(word) > 1]
            if known == [typed[0]] and not blind:
                yield from [Word(f"{typed[0]}>{card}", "came up") for card in (*self._kinds(), UNSEEN, "-")]

    def _kinds(self) -> list[str]:
        """The kinds of cards of the game."""
        return [letter for letter in LETTERS[:UNKNOWN] if self._state.board.tables.train_cards.get(letter)]

    def _more(self, typed: str, cards: list[str], about: str, *, after: str) -> Iterator[Word]:
        """Offer one card more; a market that could not stay begins with a stroke."""
        size = self._state.board.tables.market
        flush = typed.rpartition("/")[2] if "/" in typed else None
        first = typed.rpartition(after)[2]
        new = (len(flush) >= size) if flush is not None else (after == ">" and len(first) == 1 and typed[0] != ">")
        yield from [Word(f"{typed}{'/' if new else ''}{card}", about) for card in cards]

    # --- what is paid for --------------------------------------------------------------------------------------------

    def _claim(self, words: list[str], part: str) -> Iterator[Word]:
        board = self._state.board
        routes = [board.routes[int(choice.value)] for choice in self._first if choice.kind == "route"]
        if not words:
            yield from _route_words(board, routes, part)
            return
        for route in routes:
            if _is_pair(board, route, words[0]):
                yield from self._paid([f"claim {route.index}"], words[1:], part)

    def _station(self, words: list[str], part: str) -> Iterator[Word]:
        cities = self._state.board.cities
        free = [cities[int(choice.value)] for choice in self._first if choice.tap.startswith("station ")]
        if not words:
            yield from [Word(city.code, city.name) for city in free]
            return
        for city in free:
            if words[0].upper() == city.code:
                yield from self._paid([f"station {city.index}"], words[1:], part)

    def _play(self, words: list[str], part: str) -> Iterator[Word]:
        for group in self._first:
            if group.tap.startswith("play "):
                yield from self._paid([group.tap], words, part)

    def _paid(self, taps: list[str], words: list[str], part: str) -> Iterator[Word]:
        """Offer what pays for something, and what comes up then."""
        if not words:
            found = self._asked(taps)
            ways = [] if not isinstance(found, Question) else [one for one in found.choices if one.kind == "payment"]
            yield from [Word(str(way.value), "" if way.sure else "perhaps") for way in ways if way.value != UNSEEN]
            if self._state.house.partial or any(way.value == UNSEEN for way in ways):
                yield Word(UNSEEN, "not seen")
            if ways:
                return
        for place, word in enumerate(words):
            if not (self._state.house.partial and place == 0):
                more = self._with(taps, word)
                if more is None:
                    return
                taps = more
        yield from self._behind(taps, words, part)

    def _with(self, taps: list[str], word: str) -> list[str] | None:
        """Return taps with those that a word stands for; None where it cannot stand there."""
        cards = letters(counts(_told(word))) if set(_told(word)) <= set(LETTERS) else ""
        new = [cards]
        match word[0]:
            case "!" | ">":
                return self._fed(self._until_cards(taps), word)
            case "+":
                new = [f"pay {cards}"]
            case "x":
                new = ["give up"]
            case "@":
                new = [f"passenger {city.index}" for city in self._state.board.cities if city.code == word[1:].upper()]
            case "?":
                new = [UNSEEN]
        taps = list(taps)
        while new and self._asked([*taps, *new]) is None:
            question = self._asked(taps)
            left = _left_out(question) if isinstance(question, Question) else None
            if left is None:
                return None
            taps.append(left)
        return [*taps, *new]

    def _until_cards(self, taps: list[str]) -> list[str]:
        """Return taps with those that leave out what is asked before cards come up."""
        found = self._asked(taps)
        while isinstance(found, Question) and not _cards(found) and (left := _left_out(found)):
            taps = [*taps, left]
            found = self._asked(taps)
        return taps

    def _behind(self, taps: list[str], words: list[str], part: str) -> Iterator[Word]:
        """Offer what may stand behind a payment: cards turned over, a surcharge, a passenger, a refill."""
        found = self._asked(taps)
        cards = _cards(found)
        if not cards:
            # What follows from the order of a deck is not asked, but may stand there.
            marks = {"!", ">"} - {word[0] for word in words}
            yield from [Word(word) for word in self._written(taps)[2:] if word[0] in marks and word[1] != UNSEEN]
        if cards and isinstance(found, Question):
            mark = "!" if "turned over" in found.text else ">"
            typed = part.upper() if part.startswith(mark) else f"{mark}/" if "replaced" in found.text else mark
            about = "turned over" if mark == "!" else "fills the gap"
            yield from self._more(typed, self._cards_asked(self._fed(taps, typed)), about, after=mark)
            return
        cities = self._state.board.cities
        for choice in found.choices if isinstance(found, Question) else ():
            if choice.tap.startswith("pay ") and choice.value != "-":
                yield Word(f"+{choice.value}", "on top" if choice.sure else "on top, perhaps")
            elif choice.value == "x":
                yield Word("x", choice.text)
            elif choice.tap.startswith("passenger "):
                yield Word(f"@{cities[int(choice.value)].code}", choice.text)
        left = _left_out(found) if isinstance(found, Question) else None
        if left is not None:
            yield from self._behind([*taps, left], words, part)

    # --- rides -------------------------------------------------------------------------------------------------------

    def _ride(self, words: list[str], part: str) -> Iterator[Word]:
        """Offer the next city of a ride; behind its way the passenger cards that it takes."""
        cities = self._state.board.cities
        codes = {city.code: city for city in cities}
        *way, last = (words[0] if words else part).upper().split("-")
        way += [last] if words else []
        if any(code not in codes for code in way) or len(words) > 1:
            return
        if not way:
            starts = [cities[int(choice.value)] for choice in self._first if choice.tap.startswith("ride ")]
            yield from [Word(f"{city.code}-", city.name) for city in starts]
            return
        taps = [f"ride {codes[way[0]].index}", *[str(codes[code].index) for code in way[1:]]]
        if words:
            yield from self._ride_cards(taps)
            return
        longer = [taps, [*taps, str(codes[last].index)]] if last in codes else [taps]
        for here in longer:
            found = self._asked(here)
            on_way = way if here is taps else [*way, last]
            for choice in found.choices if isinstance(found, Question) else ():
                if choice.kind == "city" and choice.tap.isdigit():
                    city = cities[int(choice.value)]
                    yield Word("-".join([*on_way, city.code]), city.name)

    def _ride_cards(self, taps: list[str]) -> Iterator[Word]:
        found = self._asked(taps)
        found = self._asked([*taps, DONE]) if isinstance(found, Question) else found
        if isinstance(found, Turn) and isinstance(found.action, Ride) and found.action.cards:
            yield Word(found.action.cards, "passenger cards played")


def _cards(found: Question | Turn | None) -> list[str]:
    """Return the cards that a question offers; none where it is about something else."""
    if not isinstance(found, Question) or {choice.kind for choice in found.choices} != {"card"}:
        return []
    return [choice.tap for choice in found.choices]


def _told(word: str) -> str:
    """Return the cards that a word names, without the marks between them.

    >>> _told(">L/GGRBW"), _told("!KWL"), _told(">-")
    ('LGGRBW', 'KWL', '')
    """
    return re.sub("[^A-Z?]", "", word.upper())


def _left_out(question: Question) -> str | None:
    taps = [choice.tap for choice in question.choices]
    return next((tap for tap in _LEFT_OUT if tap in taps), UNSEEN if UNSEEN in taps else None)


def _route_words(board: Board, routes: list[Route], part: str) -> Iterator[Word]:
    """Offer routes by their cities; once these are typed, by their tracks too."""
    for route in routes:
        a, b = board.cities[route.a], board.cities[route.b]
        tracks = [f"{track.length} {track.color or 'any'}" for track in routes if track.pair == route.pair]
        yield Word(f"{a.code}-{b.code}", f"{a.name} - {b.name}, {' or '.join(dict.fromkeys(tracks))}")
        if len(board.pairs[route.pair]) > 1 and _is_pair(board, route, part.partition("#")[0]):
            yield Word(f"{a.code}-{b.code}#{route.track}", f"{route.length} {route.color or 'any'}")


def _is_pair(board: Board, route: Route, word: str) -> bool:
    """Return whether a word names a route: its cities in either order, and its track where one is told."""
    pair, _, track = word.upper().partition("#")
    codes = {board.cities[route.a].code, board.cities[route.b].code}
    return set(pair.split("-")) == codes and track in ("", str(route.track))
