"""Replaying records: a timeline of states, and every rule that was broken, with its place."""

from ttrn.replays.timeline import Timeline, check, replay

__all__ = ["Timeline", "check", "replay"]
