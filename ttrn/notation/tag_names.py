"""The names of tags, for all that look for misspelt ones."""

from typing import Final

TAGS: Final = (
    "Game",
    "Event",
    "Site",
    "Round",
    "Date",
    "Annotator",
    "Source",
    "View",
    "Rules",
    "Result",
    "Position",
    "Level",
    "Bots",
    "Seed",
    "Table",
    "Time",
)
"""The tags that a tool of ttrn reads or writes."""
