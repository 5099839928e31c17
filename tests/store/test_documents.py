"""What docs/database.md says is what there is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from ttrn import store
from ttrn.store.filters import VARIABLES
from ttrn.store.loading import COMMIT

if TYPE_CHECKING:
    import duckdb

PAGE = (Path(__file__).parents[2] / "docs" / "database.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def first_cells(text: str) -> set[str]:
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def test_every_statistic_is_on_the_page() -> None:
    assert first_cells(section("The statistics")) == {statistic.name for statistic in store.statistics()}


def test_every_table_is_on_the_page_and_in_the_picture(connection: duckdb.DuckDBPyConnection) -> None:
    query = "SELECT schema_name, table_name FROM duckdb_tables() WHERE NOT internal AND NOT temporary"
    found = connection.execute(query).fetchall()
    # Whoever asks for a packed table asks for the view over it.
    tables = {name for schema, name in found if schema == "main"} | {"turns", "claims"}
    assert {name for schema, name in found if schema == "packed"} == {"turns", "claims", "moves", "markets"}
    assert first_cells(section("The tables")) == tables
    drawn = set(re.findall(r"^ {4}(\w+) [|}]", PAGE, re.MULTILINE)) | set(re.findall(r"[|{] (\w+) :", PAGE))
    assert drawn == tables - {"about"}


def test_the_columns_named_are_there(connection: duckdb.DuckDBPyConnection) -> None:
    for line in section("The tables").splitlines():
        if cells := re.match(r"\| `(\w+)` \| [^|]* \| (.*) \|", line):
            columns = {row[0] for row in connection.execute(f"DESCRIBE {cells[1]}").fetchall()}
            assert set(re.findall(r"`(\w+)(?:\[[^`]*)?`", cells[2])) <= columns


def test_the_queries_run(connection: duckdb.DuckDBPyConnection, loaded: Path) -> None:
    queries = re.findall(r'ttrn sql games.duckdb "(.*?)"', PAGE)
    assert len(queries) >= 3
    for query in queries:
        assert store.safe_query(loaded, query).rows
    statements = re.search(r"```sql\n(.*?)```", PAGE, re.DOTALL)
    assert statements
    with store.cursor(connection) as cursor:
        cursor.execute(statements[1])
    names = re.findall(r"SET VARIABLE (\w+)|-- also: (.*)", statements[1])
    said = {name for one, more in names for name in [one, *more.split(", ")] if name}
    assert said == set(VARIABLES)


def test_the_pieces_of_a_load_are_as_large_as_the_page_says() -> None:
    assert f"in pieces of {COMMIT:,} games" in section("Loading")
