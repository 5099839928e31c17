"""Small files that cost a lot: each has a name, and is made when it is asked for."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable
from typing import Final

from ttrn.notation.compression import zstd

HEAD: Final = '[Game "usa"]\n\nplayer ann\nplayer bob\n\n'
MOVE: Final = "Move 1 :21:26:38\n"


def packed(pieces: Iterable[bytes]) -> bytes:
    packer = zstd.ZstdCompressor()
    return b"".join([*[packer.compress(piece) for piece in pieces], packer.flush()])


def lines(count: int, line: Callable[[int], str], head: str = HEAD) -> bytes:
    return packed([head.encode(), *["".join([line(i) + "\n" for i in range(count)]).encode()]])


def troubles(count: int) -> bytes:
    """Games in which every line is long, wrong and in an alphabet that takes four bytes a letter."""
    lines = "".join([f"🚂{i} {'x' * 8_000}\n" for i in range(100)])
    return packed([(HEAD + lines).encode()] * count)


BOMBS: Final[dict[str, Callable[[], bytes]]] = {
    "12 million objects.json.zst": lambda: packed([b"[", *[b"{}," * 100_000] * 120, b"{}]"]),
    "6 million objects.json.zst": lambda: packed([b"[", *[b"{}," * 100_000] * 60, b"{}]"]),
    "2 million objects.json.zst": lambda: packed([b"[", *[b"{}," * 100_000] * 20, b"{}]"]),
    "objects in data.json.zst": lambda: packed([b'{"data":[', b'{"data":[]},' * 120_000, b'{"data":[]}]}']),
    "small objects.json.zst": lambda: lines(160_000, lambda i: f'{{"a{i}":"b{i}"}},', "["),
    "nesting.json.zst": lambda: packed([b"[" * 400_000]),
    "nested objects.json.zst": lambda: packed([b'{"a":' * 200_000]),
    "letters.json.zst": lambda: packed([b'["', "🚂".encode() * 2_000_000, b'"]']),
    "one wide letter.json.zst": lambda: packed(['["🚂'.encode(), b"a" * 8_000_000, b'"]']),
    "line ends.json.zst": lambda: packed([b"[", b"\r\n" * 4_000_000]),
    "columns.csv.zst": lambda: packed([b"board,player,route", b",ab" * 2_000_000, b"\n"]),
    "rows.csv.zst": lambda: packed([b"board,player,route\n", b",a,\n" * 2_000_000]),
    "players.csv.zst": lambda: lines(4_900, lambda i: f"usa,p{i},SEA-POR", "board,player,route\n"),
    "blanks.csv.zst": lambda: lines(80, lambda i: f"usa,ann,a{' ' * 100_000}{i}", "board,player,route\n"),
    "quotes.csv.gz": lambda: gzip.compress(b'board,player,route\n"' + b"a\n" * 2_000_000),
    "lines.txt.zst": lambda: lines(99_000, lambda i: f"p{i} takes a visible train car card", MOVE),
    "choices.txt.zst": lambda: lines(99_000, lambda i: f"p{i} keeps 2 destinations", MOVE),
    "unknown lines.txt.zst": lambda: lines(99_000, lambda i: f"p{i} {'a ' * 30}", MOVE),
    "zeros.gz": lambda: gzip.compress(bytes(200_000_000)),
    "zeros.zst": lambda: packed([bytes(1_000_000)] * 2_000),
    "packed twice.ttrn.zst": lambda: packed([gzip.compress(bytes(100_000_000))]),
    "wide comments.ttrn.zst": lambda: lines(290_000, lambda i: f";🚂{i}"),
    "a wide comment.ttrn.zst": lambda: packed([HEAD.encode(), b"{", "🚂bcde\n".encode() * 1_190_000, b"}\n"]),
    "turns.ttrn.zst": lambda: lines(140_000, lambda i: f"{i + 1}. ann play RGB"),
    "draws.ttrn.zst": lambda: lines(110_000, lambda i: f"{i + 1}. {('ann', 'bob')[i % 2]} draw ? ?"),
    "variations.ttrn.zst": lambda: lines(90_000, lambda i: f"{'(' * (i > 0)}1. ann draw ? ?{')' * (i > 0)}"),
    "tickets.ttrn.zst": lambda: lines(40, lambda _: f"ann keep {'AB-CD ' * 6_000}"),
    "scores.ttrn.zst": lambda: lines(50, lambda i: "score " + " ".join([f"a{j + i * 5_000}=1" for j in range(5_000)])),
    "troubles.ttrn.zst": lambda: troubles(24),
    "empty games.ttrn.zst": lambda: packed([HEAD.encode() * 400_000]),
    "no game.ttrn.zst": lambda: packed([b"\n" * 19_000_000]),
}
