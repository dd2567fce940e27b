"""The input files of a bag: which there are, and the upload of those that the server does not have."""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, Iterator, List, Optional, Protocol, Sequence, Union, cast

from tender import schema
from tender.errors import InvalidInputError
from tender.transport import TRANSFER_TIMEOUT_SECONDS, Transport
from tender.uploads import DirectUploads

_CHUNK_BYTES = 1 << 20
_MAX_DIGESTS = 10_000
#: Those in packs included.
_MAX_INPUTS = 210_000
#: What a server without an object store accepts.
_DEFAULT_MAX_FILE_BYTES = 64 << 20
_SLOWEST_BYTES_PER_SECOND = 1 << 20

#: Reports how many bytes of how many have been sent.
UploadListener = Callable[[int, int], None]


@dataclass(frozen=True)
class InputFile:
    """A file that each task finds in its folder.

    ``path`` is relative to that folder, with ``/`` as separator. ``source`` is the file on this machine, or the content.
    """

    path: str
    digest: str
    size: int
    executable: bool
    source: Union[Path, bytes]

    @classmethod
    def of_bytes(cls, path: str, content: bytes, *, executable: bool = False) -> InputFile:
        """A file whose content is in memory."""
        return cls(path, hashlib.sha256(content).hexdigest(), len(content), executable, content)

    @classmethod
    def of_file(cls, path: str, file: Path) -> InputFile:
        """A file on disk, whose content is read once for its digest."""
        digest = hashlib.sha256()
        size = 0
        with file.open("rb") as content:
            for chunk in iter(lambda: content.read(_CHUNK_BYTES), b""):
                digest.update(chunk)
                size += len(chunk)
        return cls(path, digest.hexdigest(), size, os.access(file, os.X_OK), file)

    def to_json(self) -> schema.WorkOrderInputsItem:
        """As it is in a work order."""
        return {"path": self.path, "digest": self.digest, "bytes": self.size, "executable": self.executable}


Input = Union[str, Path, InputFile]


def collect_inputs(inputs: Sequence[Input], base: Optional[Path] = None) -> List[InputFile]:
    """The given files, and all files in the given folders, below the base folder.

    Symbolic links are refused, so that exactly what is in the folder is sent.
    """
    root = (base or Path.cwd()).resolve()
    found: Dict[str, InputFile] = {}
    for one in inputs:
        for file in [one] if isinstance(one, InputFile) else _files_below(root, one):
            found.setdefault(file.path, file)
            if len(found) > _MAX_INPUTS:
                raise InvalidInputError(
                    f"There are more than {_MAX_INPUTS} input files.\nPut them into an archive that the command unpacks."
                )
    return [found[path] for path in sorted(found)]


def _files_below(root: Path, given: Union[str, Path]) -> Iterator[InputFile]:
    path = Path(given)
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise InvalidInputError(f"The input {str(given)!r} must be a path relative to {root}, without '..'.")
    walked = root
    for segment in path.parts[:-1]:
        walked = walked / segment
        _mode(walked, root)
    yield from _walk(root / path, root)


def _walk(file: Path, root: Path) -> Iterator[InputFile]:
    mode = _mode(file, root)
    if stat.S_ISDIR(mode):
        for child in sorted(file.iterdir()):
            yield from _walk(child, root)
    elif stat.S_ISREG(mode):
        yield InputFile.of_file(file.relative_to(root).as_posix(), file)
    else:
        raise InvalidInputError(f"The input {str(file.relative_to(root))!r} is neither a file nor a folder.\nRemove it.")


def _mode(file: Path, root: Path) -> int:
    name = str(file.relative_to(root))
    try:
        mode = file.lstat().st_mode
    except FileNotFoundError as error:
        raise InvalidInputError(f"The input {name!r} does not exist in {root}.\nCheck the name.") from error
    if stat.S_ISLNK(mode):
        raise InvalidInputError(f"The input {name!r} is a symbolic link.\nGive its target, or a copy.")
    return mode


class Pack(Protocol):
    """Several files that are sent as one."""

    @property
    def digest(self) -> str: ...

    @property
    def size(self) -> int: ...

    def content(self) -> bytes:
        """What is sent."""


def upload_inputs(
    transport: Transport,
    files: Sequence[InputFile],
    packs: Sequence[Pack] = (),
    listener: Optional[UploadListener] = None,
) -> int:
    """Sends the files and packs that the server does not have, and returns how many these were."""
    by_digest = {file.digest: file for file in files}
    packs_by_digest = {pack.digest: pack for pack in packs}
    missing = _missing(transport, sorted([*by_digest, *packs_by_digest]))
    if packs and not missing.input_packs:
        raise InvalidInputError(
            "The bag has thousands of small input files, for which this server is too old.\n"
            "Put them into an archive that the command unpacks."
        )
    missing_packs = [packs_by_digest[digest] for digest in missing.digests if digest in packs_by_digest]
    missing_files = [by_digest[digest] for digest in missing.digests if digest not in packs_by_digest]
    for file in missing_files:
        if file.size > missing.max_file_bytes:
            raise InvalidInputError(
                f"The input {file.path!r} has {file.size} bytes, and this market accepts {missing.max_file_bytes}.\n"
                "Divide it, or compress it."
            )
    contents: List[Union[InputFile, Pack]] = [*missing_files, *missing_packs]
    total = sum(one.size for one in contents)
    sent = 0
    direct = DirectUploads(transport, missing.direct_uploads)
    for one in contents:
        body = one.source if isinstance(one, InputFile) else one.content()
        if not direct.send(one.digest, one.size, body):
            timeout = TRANSFER_TIMEOUT_SECONDS + one.size / _SLOWEST_BYTES_PER_SECOND
            transport.request("PUT", f"/v1/blobs/{one.digest}", body=body, timeout=timeout)
        sent += one.size
        if listener is not None:
            listener(sent, total)
    return len(missing.digests)


@dataclass(frozen=True)
class _Missing:
    digests: List[str]
    max_file_bytes: int
    input_packs: bool
    direct_uploads: bool


def _missing(transport: Transport, digests: Sequence[str]) -> _Missing:
    asked = set(digests)
    missing: List[str] = []
    max_file_bytes = _DEFAULT_MAX_FILE_BYTES
    input_packs = False
    direct_uploads = False
    for start in range(0, len(digests), _MAX_DIGESTS):
        body = {"digests": list(digests[start : start + _MAX_DIGESTS])}
        answer = cast(schema.MissingDigests, transport.post_json("/v1/blobs/missing", body))
        missing += [digest for digest in answer["digests"] if digest in asked]
        max_file_bytes = answer.get("maxFileBytes", max_file_bytes)
        input_packs = answer.get("inputPacks", False)
        direct_uploads = answer.get("directUploads", False)
    return _Missing(missing, max_file_bytes, input_packs, direct_uploads)
