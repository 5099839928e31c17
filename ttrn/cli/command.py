"""Commands from functions: their parameters are the arguments and options, their docstring is the help.

A parameter says in its annotation what it is on the command line: ``Annotated[bool, Option("--json", help="…")]``. Only
the command that is called is imported and looked into, which is most of why ttrn starts quickly.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from types import NoneType
from typing import Any, Final, Literal, NamedTuple, NoReturn, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

Command: TypeAlias = Callable[..., None]
Anything = TypeVar("Anything", bound=Command)

USAGE: Final = 2
"""The exit status of a command line that cannot be understood."""

HELP: Final = ("-h", "--help")


class Exit(SystemExit):
    """Ends a command with an exit status."""


class UsageError(Exception):
    """The command line cannot be understood; the message says why."""


class Argument:
    """What a parameter is on the command line: its name there, its help, the least and the greatest number.

    ``words`` names what a shell may complete it with (``ttrn.cli.completion``); files if it is empty. ``show_default``
    is whether the help tells the default, or what it tells instead. An empty word is no value unless ``empty`` says so.
    """

    __slots__ = ("empty", "help", "max", "metavar", "min", "names", "show_default", "words")

    def __init__(
        self,
        *names: str,
        metavar: str = "",
        help: str = "",  # noqa: A002  the word that everybody looks for
        min: float | None = None,  # noqa: A002
        max: float | None = None,  # noqa: A002
        show_default: bool | str = True,
        words: str = "",
        empty: bool = False,
    ) -> None:
        self.names = names
        self.empty = empty
        self.metavar = metavar
        self.help = help
        self.min = min
        self.max = max
        self.show_default = show_default
        self.words = words


class Option(Argument):
    """A parameter that is called by name; ``Option("-o", "--output")`` gives the names, else the parameter's is it."""

    __slots__ = ()


class Parameter(NamedTuple):
    """A parameter of a command, as its annotation tells it."""

    name: str
    """What the function calls it."""
    about: Argument
    names: tuple[str, ...]
    """What options are called; empty for an argument."""
    kind: Any
    """The type of one value."""
    many: bool
    """It takes all the arguments that are left; an option may be given several times."""
    default: Any
    """``inspect.Parameter.empty`` if it must be given."""

    @property
    def required(self) -> bool:
        """Whether there is no default."""
        return self.default is inspect.Parameter.empty

    @property
    def flag(self) -> bool:
        """Whether it is an option without a value."""
        return self.kind is bool

    @property
    def metavar(self) -> str:
        """What stands for its value in the help."""
        if self.about.metavar:
            return self.about.metavar
        if get_origin(self.kind) is Literal:
            return "|".join(get_args(self.kind))
        return {int: "NUMBER", float: "NUMBER"}.get(self.kind, self.name.upper())

    def read(self, text: str) -> Any:
        """Return the value that a text stands for.

        Raises:
            UsageError: it stands for none.
        """
        label = self.names[-1] if self.names else self.metavar
        if not text and not self.about.empty:  # a folder of that name would be the present one
            raise UsageError(f"{label} is empty: write a name or a value there (is a variable of your shell not set?)")
        if get_origin(self.kind) is Literal:
            choices = get_args(self.kind)
            if text not in choices:
                raise UsageError(f'{label} is {" or ".join(choices)}, not "{text}"')
            return text
        if self.kind not in (int, float):
            return self.kind(text)
        try:
            value = self.kind(text)
        except ValueError:
            raise UsageError(f'{label} wants a {"whole " * (self.kind is int)}number, not "{text}"') from None
        # Written so that they refuse "nan" too.
        if self.about.min is not None and not value >= self.about.min:
            raise UsageError(f"{label} is at least {self.about.min:g}, not {text}")
        if self.about.max is not None and not value <= self.about.max:
            raise UsageError(f"{label} is at most {self.about.max:g}, not {text}")
        return value


def parameters(command: Command) -> list[Parameter]:
    """Return the parameters of a command, in their order."""
    hints = get_type_hints(command, include_extras=True)
    found = []
    for name, parameter in inspect.signature(command).parameters.items():
        kind, about = get_args(hints[name])
        given = [part for part in get_args(kind) if part is not NoneType]
        if NoneType in get_args(kind):
            (kind,) = given
        many = get_origin(kind) is list
        names = (about.names or (f"--{name}",)) if isinstance(about, Option) else ()
        found.append(Parameter(name, about, names, get_args(kind)[0] if many else kind, many, parameter.default))
    return found


def read_arguments(wanted: Sequence[Parameter], words: Sequence[str]) -> dict[str, Any]:
    """Return the values that the words of a command line give to parameters; options and arguments may be mixed.

    Raises:
        UsageError: a word is not understood, or something is missing.
    """
    options = {name: parameter for parameter in wanted for name in parameter.names}
    values: dict[str, Any] = {}
    plain: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            plain += rest
            break
        if word == "-" or not word.startswith("-"):
            plain.append(word)
            continue
        name, value = _apart(word)
        if name not in options:
            raise UsageError(_unknown(name, options))
        option = options[name]
        if option.flag:
            if value is not None:
                raise UsageError(f"{name} takes no value")
            values[option.name] = True
        else:
            if value is None and not rest:
                raise UsageError(f"{name} wants a value: {name} {option.metavar}")
            given = option.read(rest.pop(0) if value is None else value)
            values[option.name] = [*values.get(option.name, []), given] if option.many else given
    values |= _in_order([parameter for parameter in wanted if not parameter.names], plain)
    missing = next((one for one in wanted if one.required and one.name not in values), None)
    if missing:
        raise UsageError(f"{' '.join([*missing.names[-1:], missing.metavar])} is missing")
    return values


def _apart(word: str) -> tuple[str, str | None]:
    """Part an option from the value written with it: ``--game=3``, ``-oFILE``."""
    if word.startswith("--"):
        name, equals, value = word.partition("=")
        return name, value if equals else None
    return word[:2], word[2:] or None


def _unknown(name: str, options: Iterable[str]) -> str:
    from ttrn.boards.names import nearest  # noqa: PLC0415  only a slip of the pen needs it

    near = nearest(name, [option for option in (*options, *HELP) if option.startswith("--")])
    return f"there is no option {name}" + (f'; did you mean "{near}"?' if near else "")


def _in_order(wanted: Sequence[Parameter], words: list[str]) -> dict[str, Any]:
    """Give the words that belong to no option to the arguments, in their order."""
    values: dict[str, Any] = {}
    for argument in wanted:
        taken = words if argument.many else words[:1]
        words = [] if argument.many else words[1:]
        if taken:
            read = [argument.read(word) for word in taken]
            values[argument.name] = read if argument.many else read[0]
    if words:
        raise UsageError(f'there is no place for "{words[0]}"')
    return values


class App:
    """A command line program: its name, what it is for, and its commands by name."""

    def __init__(self, name: str, about: str, version: str) -> None:
        self.name = name
        self.about = about
        self.version = version
        self._commands: dict[str, Command | str] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all commands, in the order in which the help lists them."""
        return tuple(self._commands)

    def command(self, name: str = "") -> Callable[[Anything], Anything]:
        """Make a function a command; without a name it is called as the function is."""

        def add(function: Anything) -> Anything:
            self._commands[name or function.__name__] = function
            return function

        return add

    def elsewhere(self, places: Mapping[str, str]) -> None:
        """Add commands of other modules, which are imported when they are called: ``{"play": "ttrn.cli.play"}``."""
        self._commands.update(places)

    def find(self, name: str) -> Command:
        """Return the function of a command.

        Raises:
            UsageError: there is no such command.
        """
        found = self._commands.get(name)
        if found is None:
            from ttrn.boards.names import nearest  # noqa: PLC0415  only a slip of the pen needs it

            near = nearest(name, self.names)
            raise UsageError(f'there is no command "{name}"' + (f'; did you mean "{near}"?' if near else ""))
        if isinstance(found, str):
            function: Command = getattr(import_module(found), name)
            return function
        return found

    def run(self, words: Sequence[str]) -> NoReturn:
        """Run what a command line asks for, and end the process with its exit status.

        Raises:
            SystemExit: always.
        """
        name, *rest = words or [""]
        try:
            self._asked_for(name)
            command = self.find(name)
            wanted = parameters(command)
            if _asks_for_help(wanted, rest):
                from ttrn.cli.help_text import command_help  # noqa: PLC0415

                sys.stdout.write(command_help(self, name, command))
                raise Exit(0)
            call = partial(command, **read_arguments(wanted, rest))
        except UsageError as error:
            self._misunderstood(str(error), name if name in self._commands else "")
        call()
        raise Exit(0)

    def _asked_for(self, first: str) -> None:
        """Answer what the program itself is asked for; return if it is a command."""
        if first == "--version":
            sys.stdout.write(f"{self.name} {self.version}\n")
            raise Exit(0)
        if not first or first in HELP:
            from ttrn.cli.help_text import app_help  # noqa: PLC0415

            (sys.stdout if first else sys.stderr).write(app_help(self))
            raise Exit(0 if first else USAGE)
        if first.startswith("-"):
            raise UsageError(_unknown(first, ("--version",)))

    def _misunderstood(self, message: str, command: str) -> NoReturn:
        from ttrn.cli.output import err, fail  # noqa: PLC0415

        fail(message)
        err.print(f"{f'{self.name} {command}'.strip()} --help tells more")
        raise Exit(USAGE)


def _asks_for_help(wanted: Sequence[Parameter], words: Sequence[str]) -> bool:
    """Tell whether help is asked for: not where the word is the value of an option, or an argument after ``--``."""
    valued = {name for parameter in wanted if not parameter.flag for name in parameter.names}
    before = ""
    for word in words:
        if word == "--":
            return False
        if word in HELP and before not in valued:
            return True
        before = word
    return False
