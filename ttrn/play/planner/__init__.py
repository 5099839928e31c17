"""The planner: tickets that fit together, the cheapest free paths for them, then a race for the end."""

from ttrn.play.planner.bot import Planner

__all__ = ["Planner"]
