"""Files and folders on this computer or in an object store, by their addresses: ``games/``, ``s3://bucket/games``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple, cast
from uuid import uuid4

from ttrn.store.errors import DatabaseError

if TYPE_CHECKING:
    import pyarrow as pa

SCHEME: Final = "://"
_UNFINISHED: Final = ".part"


def is_address(name: str | Path) -> bool:
    """Return whether a name is the address of something in an object store, as it is typed."""
    return SCHEME in str(name)


class Place(NamedTuple):
    """A file or a folder: the file system that has it, its path there, and what to call it in messages."""

    system: Any
    path: str
    name: str

    def __truediv__(self, part: str) -> Place:
        return Place(self.system, f"{self.path.rstrip('/')}/{part}", f"{self.name.rstrip('/')}/{part}")

    @property
    def address(self) -> str:
        """The name by which every process finds it, wherever it runs."""
        return self.path if self.local else self.name

    @property
    def local(self) -> bool:
        """Whether it is on this computer."""
        return not is_address(self.name)

    def exists(self) -> bool:
        """Return whether there is such a file or folder."""
        return bool(self.system.get_file_info(self.path).type)

    def is_folder(self) -> bool:
        """Return whether it is a folder; in an object store that is the beginning of some names."""
        return str(self.system.get_file_info(self.path).type_name) == "directory"

    def files(self) -> list[Place]:
        """Return the files in a folder and in those inside it, by name; none if there is no such folder."""
        from pyarrow.fs import FileSelector  # noqa: PLC0415  takes long, and only data sets need it

        found = self.system.get_file_info(FileSelector(self.path, recursive=True, allow_not_found=True))
        paths = sorted([str(info.path) for info in found if info.is_file])
        return [self / path[len(self.path.rstrip("/")) + 1 :] for path in paths]

    def size(self) -> int:
        """Return how many bytes a file has."""
        return int(self.system.get_file_info(self.path).size or 0)

    def read(self) -> bytes:
        """Return the content of a file.

        Raises:
            OSError: it cannot be read.
        """
        with self.open() as stream:
            return stream.read()

    def open(self) -> IO[bytes]:
        """Open a file for reading, as it is: the games in it may be packed.

        Raises:
            OSError: it cannot be opened.
        """
        # Its name must not decide whether it is unpacked on the way: whoever reads it looks at the content.
        return cast("IO[bytes]", self.system.open_input_stream(self.path, compression=None))

    @contextmanager
    def writing(self) -> Iterator[pa.NativeFile]:
        """Open a file for writing; it is there, whole, when all was written, and not before.

        Raises:
            OSError: it cannot be written.
        """
        # In an object store that is so by itself.
        draft = f"{self.path}.{uuid4().hex[:12]}{_UNFINISHED}" if self.local else self.path
        if self.local:
            self.system.create_dir(os.path.dirname(self.path), recursive=True)  # noqa: PTH120  not a path of ours alone
        try:
            with self.system.open_output_stream(draft, compression=None) as stream:
                yield stream
            if self.local:
                self.system.move(draft, self.path)
        except BaseException:
            if self.local:
                with suppress(OSError):
                    self.system.delete_file(draft)
            raise

    def write(self, data: bytes) -> None:
        """Write a file in one go.

        Raises:
            OSError: it cannot be written.
        """
        with self.writing() as stream:
            stream.write(data)

    def remove(self) -> None:
        """Remove a file; that there is none does not matter."""
        with suppress(OSError):
            self.system.delete_file(self.path)


def place_of(name: str | Path) -> Place:
    """Return the place of a name or an address.

    Raises:
        DatabaseError: nobody knows such an address, or it cannot be reached.
    """
    from pyarrow import ArrowException  # noqa: PLC0415
    from pyarrow.fs import FileSystem, LocalFileSystem  # noqa: PLC0415

    text = str(name)
    if not is_address(text):
        return Place(LocalFileSystem(), str(Path(text).absolute()), text.rstrip("/") or "/")
    try:
        system, path = FileSystem.from_uri(text)
    except (ArrowException, OSError, ValueError) as error:
        raise DatabaseError(f"{text} cannot be reached: {str(error).partition(chr(10))[0]}") from None
    return Place(system, path, text.rstrip("/"))
