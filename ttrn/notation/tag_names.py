"""The names of tags, for all that look for misspelt ones, and the version of the notation that one of them gives."""

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
    "TTRN",
)
"""The tags that a tool of ttrn reads or writes."""

VERSION_TAG: Final = "TTRN"
VERSION: Final = 1
"""The version of the notation; a record without the tag is in version 1."""


def wrong_version(text: str) -> str:
    """Return what is wrong with a version as the tag gives it, nothing if records of it can be read."""
    if not (text.isascii() and text.isdigit()) or text.startswith("0"):
        return "the version of the notation is a whole number, from 1 on"
    if len(text) > len(str(VERSION)) or int(text) > VERSION:
        known = f"version {VERSION} is the newest that this ttrn reads"
        return f"this record is in version {text[:9]} of the notation, and {known}: look for a newer ttrn"
    return ""
