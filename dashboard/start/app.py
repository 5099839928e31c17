"""What Streamlit runs: ``ttrn dashboard`` starts it.

It stands in a folder of its own: Streamlit would take a folder ``pages`` beside it for a way of its own to make pages,
and run the files in it as scripts.
"""

from importlib import import_module
from importlib.util import find_spec

# A wheel carries the dashboard inside the package, so that it adds one name only to an installation.
_HOME = "ttrn.dashboard" if find_spec("ttrn.dashboard") else "dashboard"
import_module(f"{_HOME}.main").main()
