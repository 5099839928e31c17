"""What an uploaded file is, found out by its name and its content."""

from __future__ import annotations

import re
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


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("photo.png", b"\x89PNG\r\n\x1a\n\0\0\0"),
        ("letter.pdf", b"%PDF-1.4 \xe2\xe3"),
        ("diary.txt", b"Dear diary, today we played.\n"),
        ("other.json", b'{"a": 1}'),
        ("page.html", b"<html><body>a page</body></html>"),
        ("pasted", b"player ann\n1. ann draw ? ?\n"),
    ],
)
def test_what_is_no_game_is_said_to_be_none_of_the_kinds(name: str, data: bytes) -> None:
    (result,) = check_all(Upload(name, data), UploadLimits(10, 10.0))
    (problem,) = result.problems
    assert "none of the kinds of files that are known" in problem.message
    assert all(kind in problem.message for kind in SOURCES.values())


def test_every_log_of_the_site_is_known_as_one() -> None:
    logs = [
        file
        for file in LOGS.iterdir()
        if file.suffix in (".txt", ".json") and not re.search("plays|tickets", file.name)
    ]
    assert {file.name: source_of("download", file.read_bytes()) for file in logs} == dict.fromkeys(
        [file.name for file in logs], "bga"
    )


def test_what_is_worth_knowing_of_a_file_is_told_once() -> None:
    upload = Upload("plays.json", (LOGS / "plays.json").read_bytes())
    results = list(check_all(upload, UploadLimits(2_000, 90.0)))
    assert len(results) == 4
    assert ["other games: Catan" in result.note for result in results] == [True, False, False, False]


def test_every_importer_can_be_chosen() -> None:
    assert set(IMPORTERS) <= set(SOURCES)
