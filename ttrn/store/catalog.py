"""What is in a database, for people who write queries: its tables with their comments, and queries to begin with."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from ttrn.store.database import cursor, script

if TYPE_CHECKING:
    import duckdb

_EXAMPLE: Final = re.compile(r"^-- ([^\n]+\?)\n(.+?);$", re.MULTILINE | re.DOTALL)


class Column(NamedTuple):
    """A column of a table, and what it means where that is not plain from its name."""

    name: str
    type: str
    comment: str


class Relation(NamedTuple):
    """A table or a view, and what a row of it is."""

    name: str
    kind: str
    comment: str
    columns: tuple[Column, ...]


class Example(NamedTuple):
    """A query to begin with, and the question that it answers."""

    question: str
    sql: str


def relations(connection: duckdb.DuckDBPyConnection) -> tuple[Relation, ...]:
    """Return the tables of a database, then its views."""
    with cursor(connection) as mine:
        rows = mine.execute(script("catalog.sql")).fetchall()
    return tuple(
        Relation(name, kind, comment or "", tuple(Column(c["name"], c["type"], c["comment"] or "") for c in columns))
        for name, kind, comment, columns in rows
    )


@cache
def examples() -> tuple[Example, ...]:
    """Return queries to begin with."""
    return tuple(Example(question, sql) for question, sql in _EXAMPLE.findall(script("examples.sql")))
