"""Starts the server: Streamlit's own command, while what the pages need is made ready beside it.

Streamlit runs the pages, and with them everything that they import, when the first reader comes. That reader would wait
two seconds more than all others.
"""

from __future__ import annotations

import sys
import threading
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path


def _make_ready() -> None:
    # What fails here fails again, and is shown, when a page is opened; and the server may be on its way out.
    with suppress(Exception):
        import_module("ttrn.dashboard.main" if find_spec("ttrn.dashboard") else "dashboard.main")


def main() -> None:
    """Run ``streamlit run app.py`` with the options of the command line."""
    threading.Thread(target=_make_ready, daemon=True).start()
    from streamlit.web.cli import main as streamlit  # noqa: PLC0415  in the meantime

    sys.argv = ["streamlit", "run", str(Path(__file__).with_name("app.py")), *sys.argv[1:]]
    streamlit(prog_name="streamlit")


if __name__ == "__main__":
    main()
