"""Files and folders on this computer or in an object store, by their addresses: ``games/``, ``s3://bucket/games``."""

from __future__ import annotations

import errno
import os
import re
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


_IN_WORDS: Final = {
    r"Unrecognized filesystem type": "there are no such addresses; those of object stores begin with s3:// or gs://",
    r"NO_SUCH_BUCKET|[Bb]ucket .*(does not exist|not found)": "there is no such bucket; make one, or mend its name",
    r"ACCESS_DENIED|ACCESS_KEY|SIGNATURE|code 40[13]\b|Permission denied|[Cc]redentials": (
        "the store does not let you in; check your keys (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, or those of Google) "
        "and what they are allowed"
    ),
    r"PERMANENT_REDIRECT|AUTHORIZATION_HEADER_MALFORMED|code 301|resolve region": (
        "the bucket seems to be in another region; set AWS_DEFAULT_REGION"
    ),
    r"NETWORK_CONNECTION|curlCode|[Cc]ould ?n.t (connect|resolve)|[Tt]imeout|[Tt]imed out|UNAVAILABLE|code (-1|50\d)": (
        "the store does not answer; check the network, and AWS_ENDPOINT_URL if it is a server of your own"
    ),
    r"NO_SUCH_KEY|RESOURCE_NOT_FOUND|code 404|Path does not exist|Not found": "there is nothing at this address",
}
"""What an object store answers, by what is said of it: what that means, and what to do."""


def in_words(error: Exception) -> str:
    """Return what fails in an object store in words, or else the first line of what was said."""
    said = str(error)
    for pattern, words in _IN_WORDS.items():
        if re.search(pattern, said):
            return words
    return said.partition("\n")[0]


def is_address(name: str | Path) -> bool:
    """Return whether a name is the address of something in an object store, as it is typed."""
    return SCHEME in str(name)


class Place(NamedTuple):
    """A file or a folder: the file system that has it, its path there, and what to call it in messages."""

    system: Any
    path: str
    name: str

    def __truediv__(self, part: str) -> Place:
        name, mark, options = self.name.partition("?" if is_address(self.name) else "\0")
        return Place(self.system, f"{self.path.rstrip('/')}/{part}", f"{name.rstrip('/')}/{part}{mark}{options}")

    @property
    def address(self) -> str:
        """The name by which every process finds it, wherever it runs."""
        return self.path if self.local else self.name

    @property
    def local(self) -> bool:
        """Whether it is on this computer."""
        return not is_address(self.name)

    def _info(self) -> Any:
        with self._reached():
            return self.system.get_file_info(self.path)

    def exists(self) -> bool:
        """Return whether there is such a file or folder.

        Raises:
            OSError: that cannot be found out, as with all that follow.
        """
        return bool(self._info().type)

    def is_folder(self) -> bool:
        """Return whether it is a folder; in an object store that is the beginning of some names."""
        return str(self._info().type_name) == "directory"

    def files(self) -> list[Place]:
        """Return the files in a folder and in those inside it, by name; none if there is no such folder."""
        from pyarrow.fs import FileSelector  # noqa: PLC0415  takes long, and only data sets need it

        with self._reached():
            found = self.system.get_file_info(FileSelector(self.path, recursive=True, allow_not_found=True))
        paths = sorted([str(info.path) for info in found if info.is_file])
        return [self / path[len(self.path.rstrip("/")) + 1 :] for path in paths]

    def size(self) -> int:
        """Return how many bytes a file has."""
        return int(self._info().size or 0)

    def read(self) -> bytes:
        """Return the content of a file.

        Raises:
            OSError: it cannot be read.
        """
        with self._reached(), self.open() as stream:
            return stream.read()

    def open(self) -> IO[bytes]:
        """Open a file for reading, as it is: the games in it may be packed.

        Raises:
            OSError: it cannot be opened.
        """
        # Its name must not decide whether it is unpacked on the way: whoever reads it looks at the content.
        with self._reached():
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
            with self._reached(), self.system.open_output_stream(draft, compression=None) as stream:
                yield stream
            if self.local:
                self.system.move(draft, self.path)
        except BaseException:
            if self.local:
                with suppress(OSError):
                    self.system.delete_file(draft)
            raise

    @contextmanager
    def _reached(self) -> Iterator[None]:
        """Say what fails in an object store in words, and what to do; on this computer the system does."""
        try:
            yield
        except OSError as error:
            if self.local or error.filename == self.name:  # it has been said already
                raise
            raise OSError(errno.EIO, in_words(error), self.name) from None

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
        raise DatabaseError(f"{text} cannot be reached: {in_words(error)}") from None
    return Place(system, path, text.rstrip("/"))
