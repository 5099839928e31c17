"""The level of a record: how much of its game was kept, from two totals to every card.

The level is found from the lines. Only that turns are missing between those that were noted cannot be seen in them:
``[Level "claims"]`` (or ``[Rules "partial"]``) says so. A record of several levels, like claims with a score sheet
below them, has the highest of these.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from ttrn.notation.game import GameRecord
from ttrn.notation.records import (
    Claim,
    Deal,
    Deck,
    Draw,
    FinalRoutes,
    FinalStations,
    Finished,
    Keep,
    Market,
    Play,
    Rank,
    Ride,
    Score,
    Sheet,
    Station,
    TakeTickets,
    Turn,
    UnknownTicket,
    WrittenAction,
    WrittenTicket,
)

Level: TypeAlias = Literal["result", "sheet", "board", "claims", "view", "full"]

LEVELS: Final[tuple[Level, ...]] = ("result", "sheet", "board", "claims", "view", "full")
"""From totals or places alone to every card; see ``docs/notation.md``."""

TAG: Final = "Level"
"""The tag that may state the level."""


def level(game: GameRecord) -> Level:
    r"""Return the level of a record: ``result``, ``sheet``, ``board``, ``claims``, ``view`` or ``full``.

    Of a ``Level`` tag only ``claims`` counts here; whether it states what the lines show, the rules check (LEVEL-1).

    >>> from ttrn.notation.reader import loads
    >>> level(loads('[Game "usa"]\nplayer ann\nplayer bob\nscore ann=112 bob=98').games[0])
    'result'
    """
    if game.turns:
        return "claims" if some_turns(game) else _with_turns(game)
    kinds = {type(entry) for entry in game.entries}
    if "Position" in game.tags:
        return "view"
    if kinds & {FinalRoutes, FinalStations, Sheet}:
        return "sheet" if kinds.isdisjoint((FinalRoutes, FinalStations)) else "board"
    told = kinds & {Score, Rank, Finished} or ("Result" in game.tags and kinds.isdisjoint(_SETUP))
    return "result" if told else _with_turns(game)


def some_turns(game: GameRecord) -> bool:
    """Return whether a record has only some of the turns that were played: by its tags, or because nobody drew.

    Where every turn is a ride, or a claim or a station whose payment was not seen, and nothing tells what was dealt,
    the cards must have been drawn in turns that were not noted.
    """
    tags = game.tags
    if tags.get(TAG) == "claims" or "partial" in [word.strip() for word in tags.get("Rules", "").split(",")]:
        return True
    if "Position" in tags or any(type(entry) in _SETUP for entry in game.entries):
        return False
    turns = game.turns
    return bool(turns) and all(_noted_alone(turn.action) for turn in turns)


def all_turns(game: GameRecord) -> bool:
    """Return whether a record has every turn from the first of its game on; none came before a game began."""
    if "Position" in game.tags:
        return False
    return not some_turns(game) if game.turns else level(game) in ("view", "full")


def without_turns(game: GameRecord) -> bool:
    """Return whether a record tells how a game ended, and no turn of it."""
    return not any(type(entry) is Turn for entry in game.entries) and level(game) in ("result", "sheet", "board")


_SETUP: Final = frozenset((Deal, Keep, Market, Deck))


def _noted_alone(action: WrittenAction) -> bool:
    return isinstance(action, Ride) or (isinstance(action, Claim | Station) and set(action.paid) == {"?"})


def _with_turns(game: GameRecord) -> Level:
    """Return whether every card and ticket stands in a record, or only what somebody saw."""
    entries = game.entries
    seats = len(game.players)
    told = {kind: [entry for entry in entries if type(entry) is kind] for kind in (*_SETUP, Turn)}
    decks = [entry for entry in told[Deck] if isinstance(entry, Deck) and "?" not in entry.cards]
    if len(told[Keep]) < seats or not (seats and (decks or (told[Market] and len(told[Deal]) >= seats))):
        return "view"
    for entry in entries:
        match entry:
            case Keep(_, kept, returned) if _unknown(*kept, *returned):
                return "view"
            case Deal(_, cards) | Market(cards) if "?" in cards and not decks:
                return "view"
            case Turn() if not _seen(entry, deck=bool(decks)):
                return "view"
            case _:
                pass
    return "full"


def _unknown(*tickets: WrittenTicket) -> bool:
    return any(isinstance(ticket, UnknownTicket) for ticket in tickets)


def _seen(turn: Turn, *, deck: bool) -> bool:
    """Return whether everything in a turn was seen, or can be filled in from a deck that was written out."""
    refill = turn.refill is None or deck or "?" not in "".join((turn.refill.cards, *turn.refill.flushes))
    match turn.action:
        case Draw(takes):
            drawn = [take.card if take.blind else take.replacement or "?" for take in takes]
            flushes = [flush for take in takes for flush in take.flushes]
            return refill and (deck or "?" not in "".join(drawn + flushes))
        case Claim(paid=paid, turned=turned, surcharge=surcharge):
            return refill and "?" not in paid + surcharge and (deck or "?" not in turned)
        case TakeTickets(kept, returned):
            return refill and not _unknown(*kept, *returned)
        case Station(paid=cards) | Ride(cards=cards) | Play(cards=cards):
            return refill and "?" not in cards
        case _:
            return refill
