"""The last step of building a wheel: its files are packed once more, as tightly as its format allows.

What goes to browsers leaves its comments behind: a seventh of it, in each page and in every replay that is sent.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any, Final

import deflate
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TIGHTEST: Final = 12
"""libdeflate's highest level: a second for the whole wheel, and a thirtieth less to fetch."""


FOR_BROWSERS: Final = (".js", ".css")

_COMMENT: Final = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
"""A comment that has its lines to itself; what stands behind code stays, for it could be part of a text."""


class TightWheel(BuildHookInterface):  # type: ignore[type-arg]
    """Packs the wheel that was built again; what is in it but for those comments, the order and the dates stay."""

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Replace the wheel by a smaller one."""
        del version, build_data
        built = Path(artifact_path)
        smaller = built.with_suffix(".tight")
        recorded: dict[bytes, bytes] = {}
        with zipfile.ZipFile(built) as old, zipfile.ZipFile(smaller, "w") as new:
            for info in old.infolist():
                data = old.read(info)
                if info.filename.endswith(FOR_BROWSERS):
                    line, data = _line(info.filename, data), _COMMENT.sub(b"", data)
                    recorded[line] = _line(info.filename, data)
                elif info.filename.endswith(".dist-info/RECORD"):  # the last one: it names all others
                    data = b"\n".join([recorded.get(line, line) for line in data.split(b"\n")])
                with new.open(info, "w") as file:
                    # zipfile has no public way to take another packer; tests/test_packaging.py sees that this works.
                    file._compressor = _Packer()  # type: ignore[attr-defined]  # noqa: SLF001
                    file.write(data)
        smaller.replace(built)


def _line(name: str, data: bytes) -> bytes:
    """Return what RECORD says of a file."""
    digest = urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
    return b"%s,sha256=%s,%d" % (name.encode(), digest, len(data))


class _Packer:
    """Packs what it is given when all of it is there, in the way of :func:`zlib.compressobj`."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def compress(self, data: bytes) -> bytes:
        self._pieces.append(bytes(data))
        return b""

    def flush(self) -> bytes:
        return bytes(deflate.deflate_compress(b"".join(self._pieces), TIGHTEST))
