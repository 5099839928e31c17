"""The planner: tickets that fit together, the cheapest free paths for them, then a race for the end."""

from typing import Final

from ttrn.play.planner.bot import Planner, Style

__all__ = ["CAREFUL", "Planner", "Style"]

CAREFUL: Final = Style(spare=16, card=1.0, thrift=0, late=4.0)
"""Keeps tickets that leave room, and its locomotives: at a table of usual planners it comes out ahead of most."""
