"""What ``--help`` prints, from the commands themselves."""

from __future__ import annotations

import inspect
import shutil
import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ttrn.cli.command import Parameter, parameters

if TYPE_CHECKING:
    from ttrn.cli.command import App, Command

_WIDEST = 100
"""Longer lines are hard to read."""


def app_help(app: App) -> str:
    """Return the help of the program: every command with the first sentence of its own."""
    rows = [(name, _paragraphs(app.find(name))[0]) for name in app.names]
    options = [("--version", "Print the version and stop."), ("-h, --help", "Print this and stop.")]
    return "\n".join(
        [
            f"Usage: {app.name} COMMAND …\n",
            *_wrapped(app.about),
            "\nCommands:",
            *_table(rows),
            "\nOptions:",
            *_table(options),
            f"\n{app.name} COMMAND --help tells more about one.\n",
        ]
    )


def command_help(app: App, name: str, command: Command) -> str:
    """Return the help of a command: how it is called, what it does, its arguments and options."""
    found = parameters(command)
    arguments = [parameter for parameter in found if not parameter.names]
    options = [parameter for parameter in found if parameter.names]
    usage = " ".join([app.name, name, *_required(options), "[OPTIONS]", *map(_place, arguments)])
    parts = [f"Usage: {usage}\n"]
    for paragraph in _paragraphs(command):
        parts += [*_wrapped(paragraph), ""]
    if arguments:
        parts += ["Arguments:", *_table([(_metavar(one), _about(one)) for one in arguments]), ""]
    rows = [(_called(one), _about(one)) for one in options]
    parts += ["Options:", *_table([*rows, ("-h, --help", "Print this and stop.")]), ""]
    return "\n".join(parts)


def _paragraphs(command: Command) -> list[str]:
    text = inspect.getdoc(command) or ""
    return [" ".join(paragraph.split()) for paragraph in text.split("\n\n")] or [""]


def _required(options: Iterable[Parameter]) -> list[str]:
    return [f"{one.names[-1]} {one.metavar}" for one in options if one.required]


def _metavar(argument: Parameter) -> str:
    return argument.metavar.strip("[]")


def _place(argument: Parameter) -> str:
    return _metavar(argument) if argument.required else f"[{_metavar(argument)}]"


def _called(option: Parameter) -> str:
    names = ", ".join(option.names)
    return names if option.flag else f"{names} {option.metavar}"


def _about(parameter: Parameter) -> str:
    """Return the help of a parameter, with its default and with the numbers that it may be."""
    about = parameter.about
    remarks = []
    if about.min is not None and about.min > 1:
        remarks.append(f"at least {about.min:g}")
    if about.max is not None:
        remarks.append(f"at most {about.max:g}")
    if isinstance(about.show_default, str):
        remarks.append(f"default: {about.show_default}")
    elif about.show_default and not parameter.required and parameter.default not in (None, "", False):
        default = parameter.default
        remarks.append(f"default: {f'{default:g}' if isinstance(default, float) else default}")
    return f"{about.help} ({'; '.join(remarks)})" if remarks else about.help


def _width() -> int:
    return min(shutil.get_terminal_size().columns, _WIDEST)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _width(), break_on_hyphens=False)


def _table(rows: list[tuple[str, str]]) -> list[str]:
    """Return rows of a name and what it means; the names stand in a column as wide as most of them need."""
    column = min(max(len(name) for name, _ in rows), 26) + 4
    lines = []
    for name, text in rows:
        told = textwrap.wrap(text, max(_width() - column, 30), break_on_hyphens=False) or [""]
        if len(name) > column - 4:
            lines.append(f"  {name}")
        else:
            lines.append(f"  {name}".ljust(column) + told.pop(0))
        lines += [" " * column + line for line in told]
    return [line.rstrip() for line in lines]
