"""The address of a page and its widgets: what a page shows stands in its address, and what the address says is shown.

Streamlit can bind a widget to the address by itself, but then the address has what the widget shows, not what it means:
``kind=people`` instead of ``kind=human``, which other pages would not know.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, NamedTuple, Protocol

import streamlit as st

FIRST_DAY, LAST_DAY = date(1990, 1, 1), date(2100, 12, 31)
"""Between which days an address may ask for games."""

MAX_TEXT: Final = 200
"""How many letters a text in an address usually has at most."""

_WRITTEN: Final = "written into the address"
_NUMBER: Final = re.compile("-?[0-9]{1,6}")


class Parameter(Protocol):
    """How a parameter of an address becomes what its widget shows."""

    def parse(self, text: str) -> Any:
        """Return what the widget shows for any text; for an empty one, its default."""

    def fit(self, value: Any) -> Any:
        """Return what the widget shows in place of a value that may have become impossible."""


class OneOf(NamedTuple):
    """One of some options, named by what they are as text; the default in place of all others."""

    options: Collection[Any]
    default: Any = None

    def parse(self, text: str) -> Any:
        """Return the option of this name, or the default."""
        return next((option for option in self.options if str(option) == text), self.default)

    def fit(self, value: Any) -> Any:
        """Return the value if it is an option, else the default."""
        return value if value in self.options else self.default


class Number(NamedTuple):
    """A whole number; the default in place of what is none, or too low."""

    low: int
    high: int
    default: int | None = None

    def parse(self, text: str) -> int | None:
        """Return the number, the highest in place of a higher one."""
        return self.fit(int(text) if _NUMBER.fullmatch(text) else None)

    def fit(self, value: int | None) -> int | None:
        """Return the number within its limits."""
        return self.default if value is None or value < self.low else min(value, self.high)


class Text(NamedTuple):
    """Any text, as long as that is."""

    default: str | None = ""
    length: int = MAX_TEXT

    def parse(self, text: str) -> str | None:
        """Return the text, cut where it is too long."""
        return text[: self.length] or self.default

    def fit(self, value: str | None) -> str | None:
        """Return the text as it is."""
        return value


class Day(NamedTuple):
    """A day, like 2026-11-30; no default."""

    def parse(self, text: str) -> date | None:
        """Return the day. Returns None where the text is none, or one of another century."""
        try:
            found = date.fromisoformat(text)
        except ValueError:
            return None
        return found if FIRST_DAY <= found <= LAST_DAY else None

    def fit(self, value: date | None) -> date | None:
        """Return the day as it is."""
        return value


def parameter(name: str) -> str:
    """Return what the address says under a name, empty if it says nothing."""
    return st.query_params.get(name, "")


def replace(**parameters: str) -> None:
    """Let the address have these parameters and no others."""
    st.query_params.from_dict(parameters)


@dataclass(frozen=True, slots=True)
class Address:
    """Parameters of a page, each with a widget, or another value of the session, of the same name.

    ``of`` is what they are about where that can change, such as a game: for another one the address is read again.
    """

    page: str
    of: str = ""

    def key(self, name: str) -> str:
        """Return the key of the widget that shows a parameter."""
        return f"{self.page} {name}"

    def bind(self, parameters: Mapping[str, Parameter], always: Collection[str] = ()) -> dict[str, Any]:
        """Let widgets and address say the same, and return what that is; to be called before the widgets are shown.

        An address that was changed since the last run (by a link, by hand) goes before the widgets, else they go before
        the address. What is a default is left out of the address, but for the names in ``always``.
        """
        values = self.read(parameters)
        texts = {}
        for name, value in values.items():
            left_out = value is None or (name not in always and value == parameters[name].parse(""))
            texts[name] = "" if left_out else str(value)
        self.write(texts)
        return values

    def read(self, parameters: Mapping[str, Parameter]) -> dict[str, Any]:
        """Let widgets show what the address says, where it was changed since the last run; return what they show."""
        written = st.session_state.get(_WRITTEN, {})
        for name, kind in parameters.items():
            key, text = self.key(name), parameter(name)
            if key not in st.session_state or written.get(key) != (self.of, text):
                st.session_state[key] = kind.parse(text)
            elif (fitting := kind.fit(st.session_state[key])) != st.session_state[key]:
                st.session_state[key] = fitting
        return {name: st.session_state[self.key(name)] for name in parameters}

    def write(self, texts: Mapping[str, str]) -> None:
        """Put parameters into the address; empty ones are left out of it."""
        written = st.session_state.setdefault(_WRITTEN, {})
        wanted = {name: text for name, text in texts.items() if text}
        now = st.query_params.to_dict()
        then = {name: text for name, text in now.items() if name not in texts or name in wanted} | wanted
        # A link from a page to itself brings its parameters here, but leaves the browser's address as it was.
        keys = {self.key(name): text for name, text in texts.items()}
        if then != now or any(key in written and written[key][1] != text for key, text in keys.items()):
            st.query_params.from_dict(then)
        written.update({key: (self.of, text) for key, text in keys.items()})
