"""What Streamlit runs: ``streamlit run dashboard/app.py``, or better ``ttrn dashboard``."""

from importlib import import_module
from importlib.util import find_spec

# A wheel carries this folder inside the package, so that it adds one name only to an installation.
_HOME = "ttrn.dashboard" if find_spec("ttrn.dashboard") else "dashboard"
import_module(f"{_HOME}.main").main()
