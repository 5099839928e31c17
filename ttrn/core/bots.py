"""What a game adds to the bots that play it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bots:
    """One game's part in how bots play."""
