"""``ttrn dashboard``: the pages in a browser."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Annotated, Final

from ttrn import store
from ttrn.cli.command import Argument, Exit, Option
from ttrn.cli.output import FAILED, Text, answer_to, answers, counted, err, fail, note
from ttrn.extras import EXTRAS, advice
from ttrn.resources import resource

DATABASE: Final = "TTRN_DATABASE"
"""The variable that tells the pages which database to show."""

ADD: Final = "TTRN_ADD"
"""The variable that tells the pages who may add games to it."""

PASSWORD: Final = "TTRN_PASSWORD"  # noqa: S105  the name of a variable
"""The variable that has the password, of whoever starts the command and on the way to the server."""

SHORTEST: Final = 6
"""A password has so many characters at least: tries are limited, but not to nothing."""

_HERE: Final = ("localhost", "127.0.0.1")
_EVERYWHERE: Final = "0.0.0.0"  # noqa: S104  where --lan listens, after a word about it


def dashboard(
    database: Annotated[
        str,
        Argument(
            metavar="[GAMES.duckdb]",
            help="The database or data set to show, or a database to begin; without one, the sample games.",
            show_default=False,
        ),
    ] = "",
    *,
    port: Annotated[int, Option(min=1, max=65535, help="The port to listen at.")] = 8501,
    address: Annotated[str, Option(help="The address to listen at; 0.0.0.0 lets other computers in.")] = "localhost",
    headless: Annotated[bool, Option("--headless", help="Do not open a browser.")] = False,
    add: Annotated[
        bool,
        Option(
            "--add",
            help="Let everybody who can open the pages add games to the database; without it only whoever sits at this "
            "computer may, and nobody if other computers are let in.",
        ),
    ] = False,
    lan: Annotated[
        bool,
        Option("--lan", help="Let the devices of your local network in, after a question; prints a code to scan."),
    ] = False,
    yes: Annotated[bool, Option("--yes", help="With --lan: do not ask.")] = False,
    password: Annotated[
        bool,
        Option("--password", help=f"Ask everybody for a password. It is typed, or taken from {PASSWORD}."),
    ] = False,
    password_file: Annotated[
        str,
        Option("--password-file", metavar="FILE", help="The same, from the first line of a file.", show_default=False),
    ] = "",
) -> None:
    """Replay games on their boards, browse a database and read its statistics in a browser."""
    if lan:
        address = _EVERYWHERE
    _check(database, address, port, begin=add or address in _HERE)
    secret = _password(password_file, wanted=password)
    options = [str(port), address, *(["--headless"] if headless else [])]
    if lan:
        options += _in_network(port, protected=bool(secret), add=add, yes=yes)
    environment = dict(os.environ) | ({DATABASE: _whole(database)} if database else {})
    environment[ADD] = "everybody" if add else "owner" if address in _HERE else "nobody"
    environment.pop(PASSWORD, None)
    environment |= {PASSWORD: secret} if secret else {}
    serve = str(resource("dashboard", "start", "serve.py"))
    os.execve(sys.executable, [sys.executable, serve, *options], environment)  # noqa: S606


def _whole(database: str) -> str:
    """Return the name of a database as the server finds it, wherever it runs."""
    return database if store.is_address(database) else str(Path(database).resolve())


def _check(database: str, address: str, port: int, *, begin: bool) -> None:
    """Tell what keeps the pages from being shown before anything is started, and end the command."""
    if EXTRAS["dashboard"].missing:
        fail(advice("dashboard"))
        raise Exit(FAILED)
    if database:
        path = Path(database)
        there = store.is_address(database) or path.exists()
        try:
            # One that is not there yet can be begun from the pages.
            if there or not begin or not os.access(path.resolve().parent, os.W_OK):
                store.connect(database if store.is_address(database) else path).close()
        except store.DatabaseError as error:
            fail(str(error))
            raise Exit(FAILED) from None
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        fail(f"the dashboard cannot listen at {address}:{port}: {reason}; --port chooses another port")
        raise Exit(FAILED) from None


def _password(file: str, *, wanted: bool) -> str:
    """Return the password, from a file, the variable, or whoever sits there; empty if none is wanted."""
    if file:
        try:
            found = Path(file).read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
        except (OSError, UnicodeDecodeError) as error:
            fail(f"the password cannot be read from {file}: {getattr(error, 'strerror', None) or 'it is no text'}")
            raise Exit(FAILED) from None
    elif os.environ.get(PASSWORD):
        found = os.environ[PASSWORD]
    elif not wanted:
        return ""
    elif answers():
        found = _typed_password()
    else:
        fail(f"there is nobody to ask for a password: set {PASSWORD}, or use --password-file FILE")
        raise Exit(FAILED)
    if len(found) < SHORTEST:
        fail(f"the password has {counted(len(found), 'character')}; {SHORTEST} are the fewest")
        raise Exit(FAILED)
    return found


def _typed_password() -> str:
    from getpass import getpass  # noqa: PLC0415  few ask for it

    try:
        found = getpass("Password for the dashboard: ")
        again = getpass("The same once more: ")
    except EOFError:
        raise Exit(FAILED) from None
    if found != again:
        fail("these were two different passwords")
        raise Exit(FAILED)
    return found


def _in_network(port: int, *, protected: bool, add: bool, yes: bool) -> list[str]:
    """Say what it means to let the network in, ask, and return the options of the server for it."""
    may = "look at all its games, ask questions in SQL" + (", add games to the database" if add else "")
    who = "who knows the password" if protected else "in your network"
    how = "" if protected else ", without a password"
    err.print(Text(f"With --lan everybody {who} can open this dashboard{how}: {may}.", style="bold"))
    err.print(Text("What is sent is not encrypted: use it in a network that you trust, not in a public one."))
    if not protected:
        err.print(Text("--password asks everybody for a password."))
    if not yes:
        if not answers():
            fail("there is nobody to ask: --yes says that you mean it")
            raise Exit(FAILED)
        if (answer_to("Go on? [y/N] ") or "").lower() not in ("y", "yes"):
            raise Exit(FAILED)
    own = network_address()
    if not own:
        note("this computer seems to be in no network: others will not find it")
    url = f"http://{own or 'localhost'}:{port}"
    # With a password no name of a stranger's leads to anything: the browser keeps the cookie for the right one.
    name = socket.gethostname()
    hosts = [] if protected else [*_HERE, *([own] if own else []), name, f"{name.partition('.')[0]}.local"]
    return ["--lan", url, *[word for host in hosts for word in ("--host", host)]]


def network_address() -> str:
    """Return the address of this computer in its network; empty if it is in none. Nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of nobody: only the way to it is looked up
            found = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if found.startswith(("127.", "0.")) else found
