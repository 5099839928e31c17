"""The fields of a JSON log: numbers may be text, empty objects are lists, and anything may be missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ttrn.imports.bga.events import At, TicketNamed
from ttrn.imports.bga.ids import CARDS

MAX_NUMBER: Final = 10**12


class LogFields:
    """The arguments of one notification, with their place: what cannot be understood is told there."""

    def __init__(self, values: object, at: At) -> None:
        # PHP writes an empty object as an empty list.
        self.values: Mapping[str, Any] = values if isinstance(values, dict) else {}
        self.at = at

    def __contains__(self, name: str) -> bool:
        return self.values.get(name) is not None

    def inner(self, *names: str) -> LogFields:
        """Return the fields of an object inside, empty where there is none."""
        value: object = self.values
        for name in names:
            value = value.get(name) if isinstance(value, dict) else None
        return LogFields(value, self.at)

    def text(self, name: str) -> str:
        """Return a text, empty where there is none."""
        value = self.values.get(name)
        if value is None:
            return ""
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise self.at.broken("LOG-LINE", f'"{name}" is {_kind(value)}, not a text')
        return " ".join(str(value).split())

    def loose(self, name: str) -> str:
        """Return a text where there is one, empty for anything else: for notifications that nobody has to know."""
        value = self.values.get(name)
        return self.text(name) if isinstance(value, str | int) and not isinstance(value, bool) else ""

    def number(self, *names: str) -> int:
        """Return a whole number, by the first of these names that is there.

        Raises:
            BrokenLog: there is none, or it is something else.
        """
        found = self.maybe(*names)
        if found is None:
            raise self.at.broken("LOG-LINE", f'there is no "{names[0]}"')
        return found

    def maybe(self, *names: str) -> int | None:
        """Return a whole number by the first of these names that is there, nothing if none is."""
        for name in names:
            if name in self:
                return whole(self.values[name], name, self.at)
        return None

    def items(self, name: str) -> list[Any]:
        """Return a list, empty where there is none; an object gives its values in order."""
        value = self.values.get(name)
        if value is None:
            return []
        if isinstance(value, dict):
            return list(value.values())
        if not isinstance(value, list):
            raise self.at.broken("LOG-LINE", f'"{name}" is {_kind(value)}, not a list')
        return value

    def cards(self, colors: str, objects: str) -> str:
        """Return cards as letters: by their codes, or else by the cards themselves; empty where neither is there."""
        codes = self.values.get(colors)
        if isinstance(codes, str):
            codes = codes.split(",") if codes else []
        if isinstance(codes, list):
            return "".join([card(whole(code, colors, self.at), self.at) for code in codes])
        return "".join([self.card_of(found) for found in self.items(objects)])

    def card_of(self, found: object) -> str:
        """Return the letter of a card object."""
        return card(LogFields(found, self.at).number("type"), self.at)

    def ticket(self) -> TicketNamed:
        """Return a ticket by its type and number, of a notification or of a ticket object itself."""
        for fields, kind, number in (
            (self, "destinationType", "destinationTypeArg"),
            (self.inner("destination"), "type", "type_arg"),
            (self, "type", "type_arg"),
        ):
            if number in fields:
                return TicketNamed(self._city("from"), self._city("to"), fields.maybe(kind) or 1, fields.number(number))
        return TicketNamed(self._city("from"), self._city("to"))

    def _city(self, name: str) -> str:
        """Return the name of a city; ticket objects have its number instead, which their own number makes needless."""
        value = self.values.get(name)
        return " ".join(value.split()) if isinstance(value, str) and not value.strip().isdigit() else ""

    def tickets(self, name: str) -> tuple[TicketNamed, ...] | None:
        """Return a list of tickets, nothing where there is none."""
        if name not in self:
            return None
        return tuple([LogFields(found, self.at).ticket() for found in self.items(name)])


def whole(value: object, name: str, at: At) -> int:
    """Return a number that may be written as text.

    Raises:
        BrokenLog: it is none.
    """
    if isinstance(value, str) and value.strip().lstrip("-").isdecimal() and len(value) < 20:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MAX_NUMBER:
        raise at.broken("LOG-LINE", f'"{name}" is {_kind(value)}, not a whole number')
    return value


def card(code: int, at: At) -> str:
    """Return the letter of a colour code."""
    if not 0 <= code < len(CARDS):
        raise at.broken("LOG-LINE", f"there is no card of the colour {code}; colours are 0 to {len(CARDS) - 1}")
    return CARDS[code]


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", bool: "true or false", type(None): "nothing"}
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return repr(value)[:40]
    return names.get(type(value), "something else")
