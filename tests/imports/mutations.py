"""Files as they never should be: logs changed at random, as text and as JSON."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

JUNK = (
    "",
    "0",
    "-1",
    "9",
    "99999999999999999999",
    "null",
    "[]",
    "{}",
    '"',
    "\\",
    "\x00",
    "\ud7ff",
    "é",
    "\u202e",
    " ",
    "\n",
)
VALUES: tuple[Any, ...] = (None, True, -1, 0, 3, 10**30, 1.5, "", "x", "7", [], [[]], {}, {"a": 1}, "\ud800", "a" * 300)


def mutated(rng: random.Random, files: list[bytes]) -> bytes:
    """Return one of the files, changed in one to four ways: most of them such that much of it can still be read."""
    data = rng.choice(files)
    gentle = (_values,) if data.startswith(b"{") else (_lines, _digits)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        data = rng.choice(gentle if rng.random() < 0.6 else WAYS)(rng, data, files)
    return data


def _bytes(rng: random.Random, data: bytes, _files: list[bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        if changed:
            changed[rng.randrange(len(changed))] = rng.randrange(256 if rng.random() < 0.1 else 128)
    return bytes(changed)


def _cut(rng: random.Random, data: bytes, _files: list[bytes]) -> bytes:
    return data[: rng.randrange(len(data) + 1)] if rng.random() < 0.6 else data[rng.randrange(len(data) + 1) :]


def _splice(rng: random.Random, data: bytes, files: list[bytes]) -> bytes:
    other = rng.choice(files)
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def _lines(rng: random.Random, data: bytes, files: list[bytes]) -> bytes:
    lines = data.split(b"\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[at : at + rng.randint(1, 5)]
        case 1:
            lines[at], lines[other] = lines[other], lines[at]
        case 2:
            lines.insert(at, lines[other])
        case _:
            lines.insert(at, rng.choice(rng.choice(files).split(b"\n")))
    return b"\n".join(lines)


def _words(rng: random.Random, data: bytes, _files: list[bytes]) -> bytes:
    words = data.split(b" ")
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(words))
        words[at] = rng.choice([rng.choice(words), rng.choice(JUNK).encode("utf-8", "surrogatepass"), b"4"])
    return b" ".join(words)


def _digits(rng: random.Random, data: bytes, _files: list[bytes]) -> bytes:
    places = [at for at, byte in enumerate(data[:200_000]) if 48 <= byte <= 57]
    changed = bytearray(data)
    for at in rng.sample(places, min(len(places), rng.randint(1, 10))):
        changed[at] = 48 + rng.randrange(10)
    return bytes(changed)


def _values(rng: random.Random, data: bytes, files: list[bytes]) -> bytes:
    """Change values of a JSON file: to another type, away, or to one from elsewhere in it."""
    try:
        tree = json.loads(data)
    except (ValueError, RecursionError):
        return _words(rng, data, files)
    places: list[tuple[Any, Any]] = []
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
        places += [(node, key) for key in keys]
        waiting += [node[key] for key in keys]
    for node, key in rng.sample(places, min(len(places), rng.randint(1, 4))):
        other, name = rng.choice(places)
        try:
            if isinstance(node, dict) and rng.random() < 0.3:
                node.pop(key, None)
            else:
                node[key] = rng.choice([rng.choice(VALUES), other[name]])
        except (KeyError, IndexError):
            continue
    try:
        return json.dumps(tree).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):  # a value was put into itself
        return data


WAYS: tuple[Callable[[random.Random, bytes, list[bytes]], bytes], ...] = (
    _bytes,
    _cut,
    _splice,
    _lines,
    _words,
    _digits,
    _values,
)
