"""The database: games, turns, claims and tickets in DuckDB, and the statistics that people ask for."""

from importlib import import_module
from typing import TYPE_CHECKING

from ttrn.extras import explained

if TYPE_CHECKING:
    from ttrn.store.analysed import NOT_YET, Made, coverage, how_analysed, made_of, told_reasons, why_not_analysed
    from ttrn.store.analysing import AnalysisSummary, analyse_games
    from ttrn.store.asking import Answer, Statistic, ask, statistics
    from ttrn.store.bgstats_export import PlayExport, export_plays
    from ttrn.store.browsing import (
        Choices,
        Listed,
        Listing,
        Stored,
        browse,
        choices,
        find_game,
        known_games,
        listed_texts,
    )
    from ttrn.store.catalog import Column, Example, Relation, examples, relations
    from ttrn.store.csv_export import csv_text, turns_csv
    from ttrn.store.database import clear_drafts, connect, cursor, is_outdated, snapshot, state_at
    from ttrn.store.dataset import is_folder, state_file
    from ttrn.store.dataset_loading import load_dataset
    from ttrn.store.engines import Engine, engine_of
    from ttrn.store.errors import DatabaseError
    from ttrn.store.exports import export_parquet, is_dataset, items_of_dataset, letters, texts
    from ttrn.store.filter_choices import check_filters, check_game, left_out, why_nothing
    from ttrn.store.filters import COUNTED, Filters
    from ttrn.store.loading import COMPARING, RATING, READING, STORING, Summary, items_of, load
    from ttrn.store.losses import add_losses
    from ttrn.store.places import Place, is_address, place_of
    from ttrn.store.player_aliases import add_aliases, aliases, remove_aliases
    from ttrn.store.removing import Kept, choose_games, remove_games
    from ttrn.store.safe_queries import UNLIMITED, MemoryExceededError, QueryError, QueryLimits, SafeAnswer, safe_query
    from ttrn.store.versions import BOTH, LEAVE, REPLACE, Suspect, Version, differences, duplicates
    from ttrn.store.worker import UNREADABLE, Item

__all__ = [
    "BOTH",
    "COMPARING",
    "COUNTED",
    "LEAVE",
    "NOT_YET",
    "RATING",
    "READING",
    "REPLACE",
    "STORING",
    "UNLIMITED",
    "UNREADABLE",
    "AnalysisSummary",
    "Answer",
    "Choices",
    "Column",
    "DatabaseError",
    "Engine",
    "Example",
    "Filters",
    "Item",
    "Kept",
    "Listed",
    "Listing",
    "Made",
    "MemoryExceededError",
    "Place",
    "PlayExport",
    "QueryError",
    "QueryLimits",
    "Relation",
    "SafeAnswer",
    "Statistic",
    "Stored",
    "Summary",
    "Suspect",
    "Version",
    "add_aliases",
    "add_losses",
    "aliases",
    "analyse_games",
    "ask",
    "browse",
    "check_filters",
    "check_game",
    "choices",
    "choose_games",
    "clear_drafts",
    "connect",
    "coverage",
    "csv_text",
    "cursor",
    "differences",
    "duplicates",
    "engine_of",
    "examples",
    "export_parquet",
    "export_plays",
    "find_game",
    "how_analysed",
    "is_address",
    "is_dataset",
    "is_folder",
    "is_outdated",
    "items_of",
    "items_of_dataset",
    "known_games",
    "left_out",
    "letters",
    "listed_texts",
    "load",
    "load_dataset",
    "made_of",
    "place_of",
    "relations",
    "remove_aliases",
    "remove_games",
    "safe_query",
    "snapshot",
    "state_at",
    "state_file",
    "statistics",
    "texts",
    "told_reasons",
    "turns_csv",
    "why_not_analysed",
    "why_nothing",
]

# The database takes long to import; who only wants another command does not wait for it.
_PLACES = {
    **dict.fromkeys(("clear_drafts", "connect", "cursor", "is_outdated", "snapshot", "state_at"), "database"),
    **dict.fromkeys(("check_filters", "check_game", "left_out", "why_nothing"), "filter_choices"),
    **dict.fromkeys(("Kept", "choose_games", "remove_games"), "removing"),
    **dict.fromkeys(("BOTH", "LEAVE", "REPLACE", "Suspect", "Version", "differences", "duplicates"), "versions"),
    **dict.fromkeys(("COMPARING", "RATING", "READING", "STORING", "Summary", "items_of", "load"), "loading"),
    **dict.fromkeys(("Answer", "Statistic", "ask", "statistics"), "asking"),
    **dict.fromkeys(("export_parquet", "is_dataset", "items_of_dataset", "letters", "texts"), "exports"),
    **dict.fromkeys(("add_aliases", "aliases", "remove_aliases"), "player_aliases"),
    **dict.fromkeys(
        ("Choices", "Listed", "Listing", "Stored", "browse", "choices", "find_game", "known_games", "listed_texts"),
        "browsing",
    ),
    **dict.fromkeys(("COUNTED", "Filters"), "filters"),
    **dict.fromkeys(
        ("UNLIMITED", "QueryLimits", "MemoryExceededError", "QueryError", "SafeAnswer", "safe_query"), "safe_queries"
    ),
    **dict.fromkeys(("Column", "Example", "Relation", "examples", "relations"), "catalog"),
    **dict.fromkeys(("csv_text", "turns_csv"), "csv_export"),
    **dict.fromkeys(("PlayExport", "export_plays"), "bgstats_export"),
    **dict.fromkeys(("UNREADABLE", "Item"), "worker"),
    **dict.fromkeys(("Engine", "engine_of"), "engines"),
    **dict.fromkeys(("Place", "is_address", "place_of"), "places"),
    **dict.fromkeys(("is_folder", "state_file"), "dataset"),
    **dict.fromkeys(
        ("NOT_YET", "Made", "coverage", "how_analysed", "made_of", "told_reasons", "why_not_analysed"), "analysed"
    ),
    **dict.fromkeys(("AnalysisSummary", "analyse_games"), "analysing"),
    "add_losses": "losses",
    "load_dataset": "dataset_loading",
    "DatabaseError": "errors",
}


def __getattr__(name: str) -> object:
    if name in _PLACES:
        try:
            return getattr(import_module(f"ttrn.store.{_PLACES[name]}"), name)
        except ModuleNotFoundError as error:
            raise explained(error) or error from None
    raise AttributeError(f"module 'ttrn.store' has no attribute {name!r}")
