"""The database: games, turns, claims and tickets in DuckDB, and the statistics that people ask for."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ttrn.store.archive import (
        COUNTED,
        Choices,
        Listed,
        Listing,
        Search,
        Stored,
        browse,
        choices,
        find_game,
        known_games,
    )
    from ttrn.store.asking import Answer, Filters, Statistic, ask, statistics
    from ttrn.store.catalog import Column, Example, Relation, examples, relations
    from ttrn.store.database import connect, cursor, snapshot
    from ttrn.store.errors import DatabaseError
    from ttrn.store.exchange import export_parquet, is_dataset, items_of_dataset, texts
    from ttrn.store.guarded import UNLIMITED, Limits, MemoryExceededError, QueryError, SafeAnswer, safe_query
    from ttrn.store.loading import Summary, items_of, load
    from ttrn.store.people import add_aliases, aliases, remove_aliases
    from ttrn.store.sheets import csv_text, turns_csv
    from ttrn.store.worker import Item

__all__ = [
    "COUNTED",
    "UNLIMITED",
    "Answer",
    "Choices",
    "Column",
    "DatabaseError",
    "Example",
    "Filters",
    "Item",
    "Limits",
    "Listed",
    "Listing",
    "MemoryExceededError",
    "QueryError",
    "Relation",
    "SafeAnswer",
    "Search",
    "Statistic",
    "Stored",
    "Summary",
    "add_aliases",
    "aliases",
    "ask",
    "browse",
    "choices",
    "connect",
    "csv_text",
    "cursor",
    "examples",
    "export_parquet",
    "find_game",
    "is_dataset",
    "items_of",
    "items_of_dataset",
    "known_games",
    "load",
    "relations",
    "remove_aliases",
    "safe_query",
    "snapshot",
    "statistics",
    "texts",
    "turns_csv",
]

# The database takes long to import; who only wants another command does not wait for it.
_PLACES = {
    **dict.fromkeys(("connect", "cursor", "snapshot"), "database"),
    **dict.fromkeys(("Summary", "items_of", "load"), "loading"),
    **dict.fromkeys(("Answer", "Filters", "Statistic", "ask", "statistics"), "asking"),
    **dict.fromkeys(("export_parquet", "is_dataset", "items_of_dataset", "texts"), "exchange"),
    **dict.fromkeys(("add_aliases", "aliases", "remove_aliases"), "people"),
    **dict.fromkeys(
        (
            "COUNTED",
            "Choices",
            "Listed",
            "Listing",
            "Search",
            "Stored",
            "browse",
            "choices",
            "find_game",
            "known_games",
        ),
        "archive",
    ),
    **dict.fromkeys(
        ("UNLIMITED", "Limits", "MemoryExceededError", "QueryError", "SafeAnswer", "safe_query"), "guarded"
    ),
    **dict.fromkeys(("Column", "Example", "Relation", "examples", "relations"), "catalog"),
    **dict.fromkeys(("csv_text", "turns_csv"), "sheets"),
    "DatabaseError": "errors",
    "Item": "worker",
}


def __getattr__(name: str) -> object:
    if name in _PLACES:
        return getattr(import_module(f"ttrn.store.{_PLACES[name]}"), name)
    raise AttributeError(f"module 'ttrn.store' has no attribute {name!r}")
