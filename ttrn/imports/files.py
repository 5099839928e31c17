"""Files as people save them: unpacked and decoded, whatever their editor made of them, as far as they can be logs."""

from __future__ import annotations

import codecs
import json
from typing import Final

from ttrn.imports.importer import LOG, BrokenLog, Limits, Source
from ttrn.notation.compression import unpacked

ARCHIVE: Final = Limits("file of plays", 32 * 1024 * 1024, 2_000_000, 2_000_000)
"""Of a file with all the games that somebody ever played, some ten thousand of them."""

_MARKS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def decoded(name: str, data: bytes, limits: Limits = LOG) -> Source:
    """Return the text of a file, plain or packed (gzip, Zstandard): UTF-8, or what its mark says; any line ends.

    Raises:
        BrokenLog: it is no text, or too long to be a log.
    """
    try:
        data = unpacked(data, limits.bytes + 1) if len(data) <= limits.bytes else data
    except ValueError as error:
        raise BrokenLog("LOG-FILE", str(error)) from None
    if len(data) > limits.bytes:
        raise BrokenLog("LOG-FILE", f"this file has more than {limits.bytes:,} bytes; no {limits.what} has as many")
    mark, encoding = next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), (b"", "utf-8"))
    try:
        text = data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        hint = "save it as text in UTF-8"
        raise BrokenLog("LOG-FILE", f"this is no {encoding.upper()} text", line=line, hint=hint) from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\x00" in text:
        line = text[: text.index("\x00")].count("\n") + 1
        raise BrokenLog("LOG-FILE", "this is no text: it holds a zero byte", line=line)
    if not text.strip():
        raise BrokenLog("LOG-FILE", "this file is empty")
    if text.count("\n") >= limits.lines:
        raise BrokenLog("LOG-FILE", f"this file has more than {limits.lines:,} lines; no {limits.what} has as many")
    return Source(name, text)


def parsed(text: str, limits: Limits = LOG) -> object:
    """Return what a JSON file holds.

    Raises:
        BrokenLog: it is no JSON, or there is more in it than in any log.
    """
    if sum([text.count(sign) for sign in "[{,:"]) > limits.values:
        raise BrokenLog("LOG-FILE", f"this file has more than {limits.values:,} values; no {limits.what} has as many")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        line = text.split("\n")[error.lineno - 1]
        hint = "the file may be cut off: save it again" if error.pos >= len(text.rstrip()) - 1 else ""
        broken = BrokenLog("LOG-FILE", f"this is no JSON: {error.msg}", line=error.lineno, text=line, hint=hint)
        broken.column = error.colno
        raise broken from None
    except (ValueError, RecursionError):
        raise BrokenLog(
            "LOG-FILE", "this is no JSON that a log could be: a number or the nesting is too large"
        ) from None
