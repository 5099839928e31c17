"""``ttrn completion``: what a shell may put in when somebody presses Tab.

The shell's script calls ``ttrn completion --words check --b``, and gets the words that may stand last, one a line; none
means a file. What takes long or fails gives no words: a prompt must not wait, and nobody reads messages there.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal, get_args, get_origin

from ttrn.cli.command import HELP, App, Argument, Exit, Option, Parameter, UsageError, parameters

_BASH: Final = """\
_ttrn() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        COMPREPLY+=("$(printf %q "$line")")
    done < <(ttrn completion --words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _ttrn ttrn
"""

_ZSH: Final = """\
_ttrn() {
    local -a found
    found=("${(@f)$(ttrn completion --words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n "${found[*]}" ]]; then compadd -- "${found[@]}"; else _files; fi
}
compdef _ttrn ttrn
"""

_FISH: Final = """\
complete -c ttrn -a '(ttrn completion --words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
"""

SCRIPTS: Final = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}

_SMALL: Final = 4_000_000
"""Records of at most so many bytes are looked through for the ids of their players."""


def completion(
    words: Annotated[
        list[str] | None,
        Argument(metavar="bash|zsh|fish", help="Your shell.", words="shells", empty=True),
    ] = None,
    ask: Annotated[bool, Option("--words", help="For the script: print what may stand at the end.")] = False,
) -> None:
    """Print what makes Tab complete commands, options, boards, statistics, players and bots in your shell.

    Bash: put eval "$(ttrn completion bash)" into ~/.bashrc. Zsh: eval "$(ttrn completion zsh)" into ~/.zshrc, after
    compinit. Fish: ttrn completion fish > ~/.config/fish/completions/ttrn.fish.
    """
    if ask:
        from ttrn.cli.main import app  # noqa: PLC0415  it names this module

        sys.stdout.write("".join(f"{word}\n" for word in candidates(app, words or [""])))
    elif words and len(words) == 1 and words[0] in SCRIPTS:
        sys.stdout.write(SCRIPTS[words[0]])
    else:
        from ttrn.cli.output import FAILED, fail  # noqa: PLC0415

        fail("for which shell? ttrn completion bash, zsh or fish")
        raise Exit(FAILED)


def candidates(app: App, words: Sequence[str]) -> list[str]:
    """Return what may stand in the place of the last word, by the words before it; nothing where a file may."""
    *before, last = words
    if not before:
        return _starting([*app.names, "--help", "--version"], last)
    try:
        wanted = parameters(app.find(before[0]))
    except UsageError:
        return []
    options = {name: one for one in wanted for name in one.names}
    asked = options.get(before[-1])
    if asked is not None and not asked.flag:
        return _fitting(asked, before, last)
    if last.startswith("-"):
        return _starting([*options, *HELP], last)
    place = _count(before[1:], options)
    arguments = [one for one in wanted if not one.names]
    if place < len(arguments):
        return _fitting(arguments[place], before, last)
    return _fitting(arguments[-1], before, last) if arguments and arguments[-1].many else []


def _count(words: Sequence[str], options: dict[str, Parameter]) -> int:
    """Return how many arguments stand in the words: those that are no option and no option's value."""
    found, value = 0, False
    for word in words:
        if value:
            value = False
        elif word.startswith("-") and word != "-":
            option = options.get(word)
            value = option is not None and not option.flag
        else:
            found += 1
    return found


def _fitting(wanted: Parameter, before: Sequence[str], last: str) -> list[str]:
    """Return what a parameter may be; a list like ``planner,gr`` is gone on with at its last part."""
    done, comma, start = last.rpartition(",") if wanted.about.words == "bots" else ("", "", last)
    return [f"{done}{comma}{word}" for word in _starting(_words(wanted, before), start)]


def _starting(words: Iterable[str], start: str) -> list[str]:
    return [word for word in words if word.startswith(start)]


def _words(wanted: Parameter, before: Sequence[str]) -> Iterable[str]:
    if get_origin(wanted.kind) is Literal:
        return get_args(wanted.kind)
    find = _SOURCES.get(wanted.about.words)
    try:
        return find(before) if find else ()
    except Exception:  # noqa: BLE001  a broken file gives no words, and no message in the middle of a prompt
        return ()


def _boards(_before: Sequence[str]) -> Iterable[str]:
    from ttrn.boards import board_names  # noqa: PLC0415

    return board_names()


def _bots(_before: Sequence[str]) -> Iterable[str]:
    from ttrn.play.bots import BOTS, THINKER  # noqa: PLC0415

    return [*BOTS, THINKER]


def _statistics(_before: Sequence[str]) -> Iterable[str]:
    from ttrn import store  # noqa: PLC0415

    return [statistic.name for statistic in store.statistics()]


def _importers(_before: Sequence[str]) -> Iterable[str]:
    from ttrn.imports import IMPORTERS  # noqa: PLC0415

    return IMPORTERS


def _players(before: Sequence[str]) -> Iterable[str]:
    """Return the players of the database that stands on the line."""
    from ttrn import store  # noqa: PLC0415

    database = next((word for word in before[1:] if Path(word).is_file()), None)
    if database is None:
        return ()
    found = store.safe_query(database, "SELECT DISTINCT player FROM participants ORDER BY player")
    return [str(row[0]) for row in found.rows]


def _observers(before: Sequence[str]) -> Iterable[str]:
    """Return the ids of the players in the record that stands on the line, and the public."""
    found = ["public"]
    for path in map(Path, before[1:]):
        if path.is_file() and path.stat().st_size <= _SMALL:
            found += re.findall(r"^player +([a-z]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE)
    return dict.fromkeys(found)


_SOURCES: Final[dict[str, Callable[[Sequence[str]], Iterable[str]]]] = {
    "boards": _boards,
    "bots": _bots,
    "statistics": _statistics,
    "importers": _importers,
    "players": _players,
    "observers": _observers,
    "shells": lambda _before: SCRIPTS,
}
"""What a parameter with these ``words`` may be, by the words before it."""
