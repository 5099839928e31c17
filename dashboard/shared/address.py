"""The address of a page and its widgets: what a page shows stands in its address, and what the address says is shown.

Streamlit can bind a widget to the address by itself, but then the address has what the widget shows, not what it means:
``kind=people`` instead of ``kind=human``, which other pages would not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from typing import Any, Final, TypeAlias

import streamlit as st

from .escape import plain, shown

FIRST_DAY, LAST_DAY = date(1990, 1, 1), date(2100, 12, 31)
"""Between which days an address may ask for games."""

MAX_TEXT: Final = 200
"""How many letters a text in an address usually has at most."""

Parse: TypeAlias = Callable[[str], Any]
"""How the text of a parameter becomes what its widget shows; an empty or odd text becomes the default."""

_LISTED: Final = 20
_DAY: Final = f"a day like 2026-11-30, from {FIRST_DAY.year} to {LAST_DAY.year}"
_WRITTEN: Final = "written into the address"
_TOLD: Final = "told of the address"
_PAGE: Final = "page of the address"
_KEPT: Final = "kept of addresses"
_RECALLED: Final = "recalled for the address"
_NUMBER: Final = re.compile("-?[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class _OneOf:
    options: Collection[Any]
    default: Any

    def __call__(self, text: str) -> Any:
        return next((option for option in self.options if str(option) == text), self.default)

    def __str__(self) -> str:
        named = [shown(str(option), 40) for option in list(self.options)[:_LISTED]]
        return "one of " + ", ".join(named) + (" …" if len(self.options) > _LISTED else "") if named else "nothing here"


@dataclass(frozen=True, slots=True)
class _Number:
    low: int
    high: int
    default: int | None

    def __call__(self, text: str) -> int | None:
        return min(int(text), self.high) if _NUMBER.fullmatch(text) and int(text) >= self.low else self.default

    def __str__(self) -> str:
        return f"a number from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class _SomeOf:
    known: Mapping[str, str]

    def __call__(self, text: str) -> str | None:
        return ",".join(dict.fromkeys(filter(None, [self.known.get(name) for name in self.named(text)]))) or None

    def named(self, text: str) -> list[str]:
        return [name.strip() for name in text[: 5 * MAX_TEXT].upper().split(",")]

    def __str__(self) -> str:
        return f"names of this board with commas between them, such as {','.join([*self.known.values()][:2])}"


def one_of(options: Collection[Any], default: Any = None) -> Parse:
    """Return how one of some options is read, each named by what it is as text."""
    return _OneOf(options, default)


def some_of(known: Mapping[str, str]) -> Parse:
    """Return how names with commas between them are read, in capitals; ``known`` says what each of them stands for.

    Those that are not known are left out.
    """
    return _SomeOf(known)


def number(low: int, high: int, default: int | None = None) -> Parse:
    """Return how a whole number is read; the highest takes the place of a higher one."""
    return _Number(low, high, default)


def any_text(default: str | None = None, length: int = MAX_TEXT) -> Parse:
    """Return how a text is read: its beginning."""
    return lambda text: text[:length] or default


def day(text: str) -> date | None:
    """Return a day written like 2026-11-30. Returns None where the text is none, or one of another century."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if FIRST_DAY <= found <= LAST_DAY else None


def parameter(name: str) -> str:
    """Return what the address says under a name, empty if it says nothing."""
    return st.query_params.get(name, "")


def replace(**parameters: str) -> None:
    """Let the address have these parameters and no others."""
    st.session_state[_TOLD] = {}
    st.query_params.from_dict(parameters)


def tell_unknown(known: Collection[str]) -> None:
    """Tell which parameters of the address mean nothing on this page."""
    for name in st.query_params:
        if name not in known:
            near = next(iter(get_close_matches(name.lower(), list(known), n=1)), "")
            hint = f' Did you mean "{near}"?' if near else f" It may have {', '.join(sorted(known))}."
            st.warning(plain(f'The address has "{shown(name, 40)}", which means nothing on this page.{hint}'))


def _tell_wrong(name: str, text: str, parse: Parse) -> None:
    """Tell of a parameter that cannot be taken as it is."""
    value = parse(text)
    if str(value) == text or (isinstance(value, int) and _NUMBER.fullmatch(text) and value == int(text)):
        return
    if isinstance(parse, _SomeOf) and parse.known.keys() >= {*parse.named(text)}:
        return
    expected = str(parse) if isinstance(parse, _OneOf | _Number | _SomeOf) else _DAY if parse is day else ""
    what = f"it wants {expected}" if expected else f"only its first {len(str(value)):,} letters are used"
    st.warning(plain(f'The address says {name} "{shown(text, 60)}", but {what}.'))


def told(parameters: Mapping[str, str]) -> None:
    """Note what the browser itself has written into the address; empty texts stand for nothing.

    Streamlit goes on with the address that it wrote last: what the server writes and keeps has to have these too.
    """
    st.session_state[_TOLD] = {name: text for name, text in parameters.items() if text}


def present() -> dict[str, str]:
    """Return the parameters of the address, as the browser has them."""
    told_of: dict[str, str] = st.session_state.get(_TOLD, {})
    return st.query_params.to_dict() | told_of


def recall(page: str) -> None:
    """Give a page that is opened without parameters those which it had when it was left: the bar leads back to it.

    A component may ask for another run before the browser has heard of them: they are given until it has.
    """
    kept = st.session_state.get(_KEPT, {}).get(page)
    if st.session_state.get(_PAGE) != page:
        st.session_state[_PAGE] = page
        st.session_state[_TOLD] = {}
        st.session_state[_RECALLED] = dict(kept or {})
    recalled = st.session_state.get(_RECALLED)
    if st.query_params:
        st.session_state[_RECALLED] = {}
    elif recalled:
        st.query_params.from_dict(recalled)


def keep(page: str, **more: str) -> None:
    """Keep the parameters of a page for :func:`recall`; with ``more``, add these to those that are kept."""
    kept: dict[str, dict[str, str]] = st.session_state.setdefault(_KEPT, {})
    kept[page] = kept.get(page, {}) | more if more else present()


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

    def bind(self, parameters: Mapping[str, Parse], always: Collection[str] = ()) -> dict[str, Any]:
        """Let widgets and address say the same, and return what that is; to be called before the widgets are shown.

        An address that was changed since the last run (by a link, by hand) goes before the widgets, else they go before
        the address. What is a default is left out of the address, but for the names in ``always``.
        """
        written = st.session_state.get(_WRITTEN, {})
        for name, parse in parameters.items():
            # What this page wrote itself may be wrong by now, because another filter was changed: nobody asked for it.
            if (text := parameter(name)) and written.get(self.key(name)) != (self.of, text):
                _tell_wrong(name, text, parse)
        values = self.read(parameters)
        defaults = {name: None if name in always else parse("") for name, parse in parameters.items()}
        self.write({name: "" if value in (None, defaults[name]) else str(value) for name, value in values.items()})
        return values

    def read(self, parameters: Mapping[str, Parse]) -> dict[str, Any]:
        """Let widgets show what the address says, where it was changed since the last run; return what they show."""
        written = st.session_state.get(_WRITTEN, {})
        for name, parse in parameters.items():
            key, text = self.key(name), parameter(name)
            if key not in st.session_state or written.get(key) != (self.of, text):
                st.session_state[key] = parse(text)
            # What was an option before may be none any more.
            elif (value := st.session_state[key]) not in (None, "") and parse(str(value)) != value:
                st.session_state[key] = parse(str(value))
        return {name: st.session_state[self.key(name)] for name in parameters}

    def write(self, texts: Mapping[str, str]) -> None:
        """Put parameters into the address; empty ones are left out of it."""
        written = st.session_state.setdefault(_WRITTEN, {})
        wanted = {name: text for name, text in texts.items() if text}
        now = present()
        then = {name: text for name, text in now.items() if name not in texts or name in wanted} | wanted
        # A link from a page to itself brings its parameters here, but leaves the browser's address as it was.
        keys = {self.key(name): text for name, text in texts.items()}
        if then != now or any(key in written and written[key][1] != text for key, text in keys.items()):
            st.query_params.from_dict(then)
        written.update({key: (self.of, text) for key, text in keys.items()})
