"""The last step of building a wheel: its files are packed once more, as tightly as its format allows."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any, Final

import deflate
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TIGHTEST: Final = 12
"""libdeflate's highest level: a second for the whole wheel, and a thirtieth less to fetch."""


class TightWheel(BuildHookInterface):  # type: ignore[type-arg]
    """Packs the wheel that was built again; what is in it, the order and the dates stay as they are."""

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Replace the wheel by a smaller one with the same contents."""
        del version, build_data
        built = Path(artifact_path)
        smaller = built.with_suffix(".tight")
        with zipfile.ZipFile(built) as old, zipfile.ZipFile(smaller, "w") as new:
            for info in old.infolist():
                data = old.read(info)
                with new.open(info, "w") as file:
                    # zipfile has no public way to take another packer; tests/test_packaging.py sees that this works.
                    file._compressor = _Packer()  # type: ignore[attr-defined]  # noqa: SLF001
                    file.write(data)
        smaller.replace(built)


class _Packer:
    """Packs what it is given when all of it is there, in the way of :func:`zlib.compressobj`."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def compress(self, data: bytes) -> bytes:
        self._pieces.append(bytes(data))
        return b""

    def flush(self) -> bytes:
        return bytes(deflate.deflate_compress(b"".join(self._pieces), TIGHTEST))
