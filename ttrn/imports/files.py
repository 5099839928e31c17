"""Files as people save them: decoded, whatever their editor made of them."""

from __future__ import annotations

import codecs
from typing import Final

from ttrn.imports.importer import BrokenLog, Source

MAX_BYTES: Final = 64 * 1024 * 1024
"""The logs of the longest games have a hundredth of this."""

_MARKS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def decoded(name: str, data: bytes) -> Source:
    """Return the text of a file: UTF-8, or what its byte order mark says; any line ends.

    Raises:
        BrokenLog: it is no text, or too long to be a log.
    """
    if len(data) > MAX_BYTES:
        raise BrokenLog("LOG-FILE", f"this file has {len(data):,} bytes; a log has at most {MAX_BYTES:,}")
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
    return Source(name, text)
