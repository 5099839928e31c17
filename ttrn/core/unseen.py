"""What a game adds to the search for deals of unseen cards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unseen:
    """One game's part in what unseen cards can be."""
