"""The replay in the browser: a board that is stepped through in JavaScript, with everything that is told beside it."""

from .viewer import Looking, looking_at, show_replay

__all__ = ["Looking", "looking_at", "show_replay"]
