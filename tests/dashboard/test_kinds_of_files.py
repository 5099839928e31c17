"""What an uploaded file is, found out by its name and its content."""

from __future__ import annotations

from pathlib import Path

import pytest

from dashboard.shared.checked import SOURCES, Upload, UploadLimits, check_all, source_of
from ttrn.imports import IMPORTERS

LOGS = Path(__file__).parents[1] / "imports" / "logs"


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("plays.json", "bgstats"),
        ("plays.xml", "bgg"),
        ("friday.csv", "csv"),
        ("usa_4p_1.txt", "bga"),
        ("usa_2p_unfinished.json", "bga"),
    ],
)
def test_the_kind_is_found_out_whatever_the_name(name: str, source: str) -> None:
    data = (LOGS / name).read_bytes()
    assert source_of(name, data) == source
    if source not in ("csv", "bga"):
        assert source_of("download", b"\xef\xbb\xbf\r\n" + data) == source


def test_what_is_worth_knowing_of_a_file_is_told_once() -> None:
    upload = Upload("plays.json", (LOGS / "plays.json").read_bytes())
    results = list(check_all(upload, UploadLimits(2_000, 90.0)))
    assert len(results) == 4
    assert ["other games: Catan" in result.note for result in results] == [True, False, False, False]


def test_every_importer_can_be_chosen() -> None:
    assert set(IMPORTERS) <= set(SOURCES)
