"""``ttrn recorder``: the recorder in a browser, without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from ttrn.cli.command import Exit, Option
from ttrn.cli.output import CLEAN, FAILED, fail, note, reason, say
from ttrn.files import whole_file
from ttrn.recorder.build import SNAPSHOT, MissingRuntimeError, one_page, recorder_files, write_folder


def recorder(
    output: Annotated[
        str,
        Option("--output", "-o", metavar="FOLDER|FILE.html", help="Where to write it.", show_default=False),
    ] = "",
    small: Annotated[
        bool, Option("--small", help="Half as large, but it takes seconds longer until the first turn.")
    ] = False,
) -> None:
    """Write the recorder, with which games are recorded by tapping: it needs no server and no network.

    A FOLDER can be published by any web server, and a phone can install the page; after the first visit it opens
    without a network, on localhost and by HTTPS. A FILE.html is opened from a disk and asks nothing of a network.

    Exit status: 0 done, 2 could not run.
    """
    if not output:
        fail("where to? -o FOLDER, or -o FILE.html for one file")
        raise Exit(FAILED)
    path = Path(output)
    if path.suffix != ".html" and _of_others(path):
        fail(f"{output} is no folder of a recorder, and not empty: name a new one")
        raise Exit(FAILED)
    try:
        files = recorder_files(snapshot=not small)
        if not small and SNAPSHOT not in files:
            note("Python for browsers was made ready for another version of ttrn: the recorder will start slowly")
        if path.suffix == ".html":
            with whole_file(path) as stream:
                stream.write(one_page(files).encode())
        else:
            write_folder(path, files)
    except MissingRuntimeError as error:
        fail(str(error))
        raise Exit(FAILED) from None
    except OSError as error:
        fail(reason(error, output))
        raise Exit(FAILED) from None
    say(f"wrote {output}: {_advice(path)}")
    raise Exit(CLEAN)


def _of_others(path: Path) -> bool:
    """Return whether something is there that is not ours to write into."""
    if not path.is_dir():
        return path.exists()
    return any(path.iterdir()) and not (path / "engine.json").exists()


def _advice(path: Path) -> str:
    if path.suffix == ".html":
        return "open it in a browser"
    return f"publish it, or try it with python -m http.server --directory {path} 8600, at http://localhost:8600"
