"""What each notification of a JSON log tells, in every generation of its arguments.

The names of the types have not changed since 2021; their arguments have, and the in-game history leaves most of them
out. So each is read by whatever is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ttrn.imports.bga.events import (
    Built,
    Claimed,
    Completed,
    Drew,
    Ended,
    Filled,
    GaveUp,
    Kept,
    LeftLying,
    Offered,
    PathMeasured,
    Reshuffled,
    RouteNamed,
    Scored,
    Shown,
    Swept,
    Took,
    Tried,
    Turned,
    What,
)
from ttrn.imports.bga.fields import LogFields, card

SAYS_NOTHING: Final = frozenset(
    {
        "lastTurn",
        "bestScore",
        "longestPathWinner",
        "remainingStations",
        "highlightWinnerScore",
        "notEnoughTrainCars",
        "updateReflexionTime",
        "simpleNote",
        "simpleNode",
        "wakeupPlayers",
    }
)
"""Types that are known, and tell nothing that does not follow from the others."""


SAID: Final[Mapping[str, tuple[What, ...]]] = {
    "reshuffled": (Reshuffled(),),
    "will stay visible": (LeftLying(),),
    "tunnel is free": (),
}
"""What lines without arguments say, by a part of their English text."""

NAMED_ONLY: Final = {"playerId", "player_name"}


class Names:
    """The names of players by the numbers that the site gives them."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def learn(self, number: str, name: str) -> None:
        """Take note of a name."""
        if number and name:
            self._names.setdefault(number, name)

    def of(self, fields: LogFields, owner: str = "") -> str:
        """Return who a notification is about, empty where it does not tell."""
        return fields.loose("player_name") or self._names.get(fields.loose("playerId") or owner, "")


def told(notification: dict[str, Any], fields: LogFields, owner: str, names: Names) -> list[What] | None:
    """Return what a notification tells; ``None`` where its type is not known.

    ``owner`` is the number of the player whose private notification it is.

    Raises:
        BrokenLog: something in it cannot be understood.
    """
    kind, log = notification.get("type"), notification.get("log")
    template = log if isinstance(log, str) else ""
    if not isinstance(kind, str):
        return None
    if kind.startswith("gameState"):
        return _state(fields, owner, names)
    if kind in SAYS_NOTHING:
        return []
    read = READERS.get(kind)
    return None if read is None else read(fields, template, owner, names)


def _kept(fields: LogFields, _log: str, owner: str, names: Names) -> list[What]:
    who = names.of(fields, owner)
    private = fields.inner("_private")
    if "destinations" not in private:
        private = private.inner(fields.text("playerId") or owner)
    tickets = private.tickets("destinations")
    tickets = fields.tickets("destinations") if tickets is None else tickets
    return [Kept(who, fields.number("count", "number"), tickets)]


def _picked(fields: LogFields, log: str, owner: str, names: Names) -> list[What]:
    """Train cards: from a spot of the market, or blind; the player's own copy of a blind draw tells the cards."""
    who = names.of(fields, owner)
    spot = fields.maybe("origin", "from") or 0
    if "color" in fields:
        return [Took(who, card(fields.number("color"), fields.at), spot)]
    hidden = fields.inner("_private", fields.text("playerId")).cards("colors", "cards")
    cards = fields.cards("colors", "cards") or hidden
    if "${color}" in log or "visible" in log or (spot and not owner):
        return [Took(who, (cards or "?")[0], spot)]
    return [Drew(who, fields.maybe("count", "number") or len(cards), cards, private=bool(owner or hidden))]


def _filled(fields: LogFields, log: str, _owner: str, _names: Names) -> list[What]:
    """New cards on the table. The oldest logs name no spots, and tell a swept market by their text."""
    spots = fields.values.get("spotsCards")
    if isinstance(spots, list):
        # PHP writes an object with the keys 0, 1, 2 as a list; spots count from 1, so this one holds nothing.
        spots = dict(enumerate(spots))
    if isinstance(spots, dict):
        cards = [
            (int(spot), "-" if found is None else fields.card_of(found))
            for spot, found in spots.items()
            if str(spot).isdecimal() and len(str(spot)) == 1
        ]
    else:
        found_cards = fields.items("cards")
        cards = [
            (LogFields(found, fields.at).maybe("location_arg") or 0, "-" if found is None else fields.card_of(found))
            for found in found_cards
        ]
    swept = fields.values.get("locomotiveRefill") is True or bool(log)
    return [Filled(tuple(cards), swept)] if cards else []


def _claimed(fields: LogFields, _log: str, owner: str, names: Names) -> list[What]:
    number = fields.maybe("routeId") or fields.inner("route").maybe("id") or 0
    route = RouteNamed(fields.text("from"), fields.text("to"), number)
    paid = fields.cards("colors", "removeCards")
    count = fields.maybe("number") or len(paid)
    return [Claimed(names.of(fields, owner), route, fields.maybe("points") or 0, paid, count)]


def _built(fields: LogFields, _log: str, owner: str, names: Names) -> list[What]:
    city = fields.text("city_name") or fields.inner("city").text("name")
    return [Built(names.of(fields, owner), city, fields.cards("colors", "removeCards"))]


def _log(fields: LogFields, log: str, owner: str, names: Names) -> list[What] | None:
    """Lines without a type of their own are told apart by their arguments, those without any by their text."""
    if "pickedCards" in fields or "extraCards" in fields:
        cards = fields.cards("", "tunnelCards")
        return [Turned(fields.maybe("pickedCards") or len(cards), fields.number("extraCards"), cards)]
    if "from" in fields and "to" in fields and "color" in fields:
        route = RouteNamed(fields.text("from"), fields.text("to"))
        return [Tried(names.of(fields, owner), route, card(fields.number("color"), fields.at))]
    if "skip tunnel" in log:
        return [GaveUp(names.of(fields, owner))]
    for phrase, whats in SAID.items():
        if phrase in log:
            return list(whats)
    # Nothing but a name: in another language this is how a tunnel is given up.
    return [GaveUp(names.of(fields, owner), certain=False)] if set(fields.values) == NAMED_ONLY else None


def _points(fields: LogFields, log: str, owner: str, names: Names) -> list[What]:
    if not log:
        return []  # for a route, which tells its points itself
    points = fields.maybe("delta")
    if points is None:
        points = fields.number("absdelta", "points")
        if fields.text("gainsloses") == "loses":
            points = -points
    return [Scored(names.of(fields, owner), points, fields.maybe("points"))]


def _state(fields: LogFields, owner: str, names: Names) -> list[What]:
    """A new state of the table: its arguments tell which tickets or which tunnel are to be decided on, and the end."""
    if fields.loose("name") == "gameEnd" or fields.loose("id") == "99":
        return [Ended()]
    inner = fields.inner("args")
    who = names.of(inner, owner or fields.loose("active_player"))
    attempt = inner.inner("tunnelAttempt")
    if "routeId" in attempt:
        route = RouteNamed("", "", attempt.number("routeId"))
        return [Tried(who, route, card(attempt.number("color"), fields.at))]
    for place in (
        inner,
        inner.inner("_private"),
        inner.inner("_private", "active"),
        inner.inner("_private", owner),
        fields.inner("_private"),
    ):
        tickets = place.tickets("destinations")
        if tickets:
            return [Offered(who, tickets)] if who else []
    return []


def _completed(fields: LogFields, _log: str, owner: str, names: Names) -> list[What]:
    return [Completed(names.of(fields, owner), fields.ticket())]


def _shown(fields: LogFields, _log: str, owner: str, names: Names) -> list[What]:
    return [Shown(names.of(fields, owner), fields.ticket())]


def _path(fields: LogFields, _log: str, owner: str, names: Names) -> list[What]:
    return [PathMeasured(names.of(fields, owner), fields.number("length"))]


READERS: Final[Mapping[str, Callable[[LogFields, str, str, Names], list[What] | None]]] = {
    "destinationsPicked": _kept,
    "trainCarPicked": _picked,
    "newCardsOnTable": _filled,
    "highlightVisibleLocomotives": lambda *_: [Swept()],
    "claimedRoute": _claimed,
    "builtStation": _built,
    "log": _log,
    "freeTunnel": _log,
    "destinationCompleted": _completed,
    "scoreDestination": _shown,
    "points": _points,
    "longestPath": _path,
}
"""How each type is read."""
