"""The index of a large file gives the same games as reading the file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ttrn

GAME = '[Game "usa"]\n[Round "{}"]\n\nplayer ann\n\n1. ann draw R>G ? ; é\n'


@pytest.fixture
def many(tmp_path: Path) -> Path:
    path = tmp_path / "many.ttrn"
    path.write_text("\n".join(GAME.format(i) for i in range(50)), encoding="utf-8")
    return path


@given(
    st.lists(
        st.sampled_from([GAME, '[Game "usa"]\n1. bob nonsense\n', '[Game "x"\n{ open\n', '[Game "usa"]']), max_size=6
    ),
    st.sampled_from(["", "\n", "; stray\n", "\n\n"]),
    st.booleans(),
    st.booleans(),
)
def test_index_and_reader_agree(
    tmp_path_factory: pytest.TempPathFactory, games: list[str], head: str, crlf: bool, bom: bool
) -> None:
    path = tmp_path_factory.mktemp("index") / "f.ttrn"
    text = head + "\n".join(games)
    data = (b"\xef\xbb\xbf" if bom else b"") + (text.replace("\n", "\r\n") if crlf else text).encode()
    path.write_bytes(data)
    read = [r for r in ttrn.read(path) if r.game or r.problems[0].rule != "TEXT-STRAY"]
    index = ttrn.Index.build(path)
    assert len(index) == len(games)
    assert [index[i] for i in range(len(index))] == read
    assert [index[i].game.places for i in range(len(index)) if index[i].game] == [r.game.places for r in read if r.game]  # type: ignore[union-attr]


def test_entries_tell_where_games_stand_and_their_tags(many: Path) -> None:
    text = many.read_bytes()
    for entry in ttrn.Index.build(many):
        assert text[entry.offset : entry.offset + 6] == b"[Game "
        assert text[: entry.offset].count(b"\n") + 1 == entry.line
        assert entry.tags == {"Game": "usa", "Round": str(entry.number - 1)}


def test_a_saved_index_is_used_until_the_file_changes(many: Path) -> None:
    saved = ttrn.Index.build(many).save()
    many.with_name("other").write_bytes(many.read_bytes())
    before = many.stat()
    many.write_bytes(many.read_bytes().replace(b"[Game", b"[Gone"))
    os.utime(many, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert len(ttrn.Index.open(many)) == 50, "size and time are the same: the saved index counts"
    many.write_bytes(b"")
    assert len(ttrn.Index.open(many)) == 0
    saved.write_bytes(b"TTRNIDX1 rubbish")
    assert len(ttrn.Index.open(many)) == 0


def test_out_of_range_and_compressed(many: Path, tmp_path: Path) -> None:
    index = ttrn.Index.build(many)
    assert index[-1] == index[49]
    with pytest.raises(IndexError, match="has 50 games"):
        index[50]
    packed = tmp_path / "x.ttrn.gz"
    packed.write_bytes(b"\x1f\x8b rest")
    with pytest.raises(ValueError, match="compressed"):
        ttrn.Index.build(packed)
