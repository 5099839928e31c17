"""What commands print for programs: as its schemas in docs/schemas say, with every field in them, and nothing else."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.conftest import Ttrn
from ttrn.cli.main import app
from ttrn.hidden import PUBLIC, redact
from ttrn.notation import dumps, loads
from ttrn.resources import resource

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
PAGE = SCHEMAS.parent / "json.md"
ENDS = {
    "result": "score ann=100 bob=90\n",
    "sheet": "sheet ann routes=60 completed=40 failed=6 longest=25 bonus=10\nscore ann=104 bob=90\n",
    "board": "routes ann SEA-POR POR-SFO\nroutes bob NYC-BOS\nreveal ann SEA-LAX\nfinished\n",
    "claims": "1. ann claim SEA-POR ?\n2. bob claim NYC-BOS ?\n",
}


def strict(schema: Any) -> Any:
    """Return a schema that refuses fields which it does not describe: they may be added, but not unsaid."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: strict(part) for name, part in schema.items()}
    return found | {"additionalProperties": False} if "properties" in found and "type" in found else found


def check(name: str, text: str) -> list[Any]:
    schema = strict(json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8")))
    jsonschema.Draft202012Validator.check_schema(schema)
    rows = [json.loads(line) for line in text.splitlines()]
    assert rows
    for row in rows:
        jsonschema.validate(row, schema, jsonschema.Draft202012Validator)
    return rows


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Records of every board and level, seen by all, by one and by nobody, sound and broken."""
    folder = tmp_path_factory.mktemp("records")
    for path in resource("sample_games", "annotated").glob("*.ttrn"):
        shutil.copy(path, folder)
        (game,) = loads(path.read_text(encoding="utf-8")).games
        for view in (game.players[0].id, PUBLIC):
            (folder / f"{path.stem}_{view}.ttrn").write_text(dumps(redact(game, view)), encoding="utf-8")
    for level, lines in ENDS.items():
        head = f'[Game "usa"]\n[Level "{level}"]\nplayer ann "Ann"\nplayer bob\n'
        (folder / f"{level}.ttrn").write_text(head + lines, encoding="utf-8")
    broken = '[Game "usa"]\n[Date "soon"]\nplayer ann\nplayer bob\nann deal RRBL\n1. ann claim SEA-POR R\n'
    (folder / "broken.ttrn").write_text(f"{broken}2. bob claim SEA-POR K\n3. ann drow\n", encoding="utf-8")
    return sorted(folder.glob("*.ttrn"))


def test_check_score_and_show(ttrn: Ttrn, records: list[Path]) -> None:
    found = check("check", ttrn("check", "--format", "json", *records).out)
    assert {row["verdict"] for row in found} >= {"exact", "consistent", "unreadable"}
    assert ttrn("check", "--json", *records).out == ttrn("check", "--format", "json", *records).out
    levels = {row["level"] for row in check("score", ttrn("score", "--json", *records).out)}
    assert levels == {"result", "sheet", "board", "claims", "view", "full"}
    for record in records:
        if record.stem != "broken":
            check("show", ttrn("show", "--json", record).out)
    check("show", ttrn("show", "--json", "--turn", "9", "annotated/marklin.ttrn").out)


def test_the_others(ttrn: Ttrn, records: list[Path], tmp_path: Path) -> None:
    seen = next(record for record in records if record.stem == f"usa_{PUBLIC}")
    assert check("odds", ttrn("odds", "--json", "--turn", "12", "--effort", "0.1", seen).out)[0]["tickets"]
    assert check("analyse", ttrn("analyse", "--json", records[-1].with_name("usa.ttrn")).out)[0]["luck"]
    check("doctor", ttrn("doctor", "--json").out)
    check("tournament", ttrn("tournament", "usa", "--bots", "random,greedy", "--games", "2", "--json").out)
    check("summary", ttrn("summary", "--json", *records).out)
    database = tmp_path / "games.duckdb"
    ttrn("load", database, *[record for record in records if record.stem in ("usa", f"usa_{PUBLIC}")])
    check("duplicates", ttrn("duplicates", "--json", database).out)


def test_every_command_with_json_is_described_and_so_is_every_schema(ttrn: Ttrn) -> None:
    page = PAGE.read_text(encoding="utf-8")
    with_json = [name for name in app.names if "--json" in ttrn(name, "--help").out]
    assert not [name for name in with_json if f"`ttrn {name} --json`" not in page]
    for path in SCHEMAS.glob("*.json"):
        assert f"](schemas/{path.name})" in page
        assert f"ttrn {path.stem}" in json.loads(path.read_text(encoding="utf-8"))["title"]
