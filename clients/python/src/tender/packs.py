"""Packs of many small input files, which are sent and stored as one file each."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, List, Sequence, Tuple

from tender import schema
from tender.errors import InvalidInputError
from tender.inputs import InputFile

#: Fewer files are sent one by one, so that a changed one is sent without the others.
MIN_FILES = 1_000
MAX_FILES = 200_000
_MAX_FILE_BYTES = 64 << 10
_MAX_BYTES = 32 << 20
_HEADER = b"tender-input-pack-1\n"


@dataclass(frozen=True)
class InputPack:
    """Small files below folders, in the order of their paths. The content is made when it must be sent."""

    digest: str
    size: int
    files: Sequence[InputFile]

    @classmethod
    def of(cls, files: Sequence[InputFile]) -> InputPack:
        """Reads the files for the digest of their pack."""
        digest = hashlib.sha256()
        size = 0
        for piece in _pieces(files):
            digest.update(piece)
            size += len(piece)
        return cls(digest.hexdigest(), size, files)

    def content(self) -> bytes:
        """The pack, if no file was changed since its digest was computed."""
        content = b"".join(_pieces(self.files))
        if hashlib.sha256(content).hexdigest() != self.digest:
            raise InvalidInputError("An input file was changed while it was uploaded.\nRun the same program again.")
        return content

    def to_json(self) -> schema.InputPack:
        """As it is in a work order."""
        names = sorted({file.path.split("/")[0] for file in self.files})
        return {"digest": self.digest, "bytes": self.size, "files": len(self.files), "names": names}


def divide(files: Sequence[InputFile]) -> Tuple[List[InputFile], List[InputPack]]:
    """Divides files, in the order of their paths, into those that are sent one by one, and packs."""
    small = [file for file in files if "/" in file.path and file.size <= _MAX_FILE_BYTES]
    if len(small) <= MIN_FILES:
        return list(files), []
    if len(small) > MAX_FILES:
        raise InvalidInputError(
            f"There are more than {MAX_FILES} small input files.\nPut them into an archive that the command unpacks."
        )
    packed = {file.path for file in small}
    packs: List[InputPack] = []
    first = 0
    size = len(_HEADER)
    for index, file in enumerate(small):
        more = len(_entry(file)) + file.size
        if size + more > _MAX_BYTES:
            packs.append(InputPack.of(small[first:index]))
            first = index
            size = len(_HEADER)
        size += more
    packs.append(InputPack.of(small[first:]))
    return [file for file in files if file.path not in packed], packs


def _entry(file: InputFile) -> bytes:
    path = file.path.encode()
    return struct.pack(">H", len(path)) + path + struct.pack(">BI", file.executable, file.size)


def _pieces(files: Sequence[InputFile]) -> Iterator[bytes]:
    yield _HEADER
    for file in files:
        content = file.source.read_bytes() if isinstance(file.source, Path) else file.source
        if len(content) != file.size:
            raise InvalidInputError(f"The input {file.path!r} was changed while it was read.\nRun the same program again.")
        yield _entry(file) + content
