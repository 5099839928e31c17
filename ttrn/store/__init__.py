"""The database: games, turns, claims and tickets in DuckDB, and the statistics that people ask for."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ttrn.store.archive import Stored, find_game
    from ttrn.store.asking import Answer, Filters, Statistic, ask, query, statistics
    from ttrn.store.database import DatabaseError, connect, cursor, snapshot
    from ttrn.store.exchange import export_parquet, is_dataset, items_of_dataset, texts
    from ttrn.store.loading import Summary, items_of, load
    from ttrn.store.people import add_aliases, aliases, remove_aliases
    from ttrn.store.worker import Item

__all__ = [
    "Answer",
    "DatabaseError",
    "Filters",
    "Item",
    "Statistic",
    "Stored",
    "Summary",
    "add_aliases",
    "aliases",
    "ask",
    "connect",
    "cursor",
    "export_parquet",
    "find_game",
    "is_dataset",
    "items_of",
    "items_of_dataset",
    "load",
    "query",
    "remove_aliases",
    "snapshot",
    "statistics",
    "texts",
]

# The database takes long to import; who only wants another command does not wait for it.
_PLACES = {
    **dict.fromkeys(("DatabaseError", "connect", "cursor", "snapshot"), "database"),
    **dict.fromkeys(("Summary", "items_of", "load"), "loading"),
    **dict.fromkeys(("Answer", "Filters", "Statistic", "ask", "query", "statistics"), "asking"),
    **dict.fromkeys(("export_parquet", "is_dataset", "items_of_dataset", "texts"), "exchange"),
    **dict.fromkeys(("add_aliases", "aliases", "remove_aliases"), "people"),
    **dict.fromkeys(("Stored", "find_game"), "archive"),
    "Item": "worker",
}


def __getattr__(name: str) -> object:
    if name in _PLACES:
        return getattr(import_module(f"ttrn.store.{_PLACES[name]}"), name)
    raise AttributeError(f"module 'ttrn.store' has no attribute {name!r}")
