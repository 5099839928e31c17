"""Replaying records: a timeline of states, and every rule that was broken, with its place."""

from ttrn.replays.timeline import Timeline, replay, rule_problems

__all__ = ["Timeline", "replay", "rule_problems"]
