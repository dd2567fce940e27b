"""Results of tasks: read from packs, which are zip files that nothing is trusted of."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import tempfile
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Tuple

from tender import schema
from tender.errors import InvalidResponseError, TenderError
from tender.tasksets import TaskSet

MAX_PACK_BYTES = 64 << 20
MAX_CONTENT_BYTES = 64 << 20
MAX_FILE_BYTES = 32 << 20
MAX_FILES = 10_000

_ENTRY = re.compile(r"(0|[1-9][0-9]{0,6})/(stdout|stderr|task\.json|out-refused|out/.+)\Z", re.DOTALL)
_MAX_PATH_BYTES = 2_048
_MAX_SEGMENT_BYTES = 255


@dataclass(frozen=True)
class TaskResult:
    """What a task left behind.

    ``outputs`` has the content of each file by its path. ``refused`` says which outputs are missing, and why.
    ``record`` has the number of attempts and the times of the last one.
    """

    task_index: int
    exit_code: int
    provider: str
    missing_output: bool = False
    stdout: bytes = b""
    stderr: bytes = b""
    outputs: Mapping[str, bytes] = field(default_factory=dict)
    refused: str = ""
    record: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether the task exited with 0 and no output is missing."""
        return self.exit_code == 0 and not self.missing_output

    def text(self) -> str:
        """The standard output as text."""
        return self.stdout.decode("utf-8", "replace")


def read_pack(content: bytes, pack: schema.PacksPacksItem, list_index: Optional[List[int]]) -> List[TaskResult]:
    """The results that count: those of the tasks that the list of packs names for this pack.

    ``list_index`` has the index in the task list of each task of a retry.
    """
    if hashlib.sha256(content).hexdigest() != pack["digest"]:
        raise InvalidResponseError(f"The content of result pack {pack['digest']} has another digest.\nFetch it again.")
    files = _files(content)
    outcomes: Dict[int, Tuple[int, bool]] = {}
    for outcome in pack["outcomes"]:
        for task in TaskSet.parse(outcome["tasks"]).indexes():
            outcomes[task] = (outcome["exitCode"], outcome["missingOutput"])
    results = []
    for task in TaskSet.parse(pack["tasks"]).indexes():
        exit_code, missing = outcomes.get(task, (-1, False))
        own = files.get(task, {})
        results.append(
            TaskResult(
                task_index=_index_in_list(task, list_index),
                exit_code=exit_code,
                provider=pack["provider"],
                missing_output=missing,
                stdout=own.get("stdout", b""),
                stderr=own.get("stderr", b""),
                outputs={path[len("out/") :]: data for path, data in own.items() if path.startswith("out/")},
                refused=own.get("out-refused", b"").decode("utf-8", "replace"),
                record=_record(own.get("task.json", b"")),
            )
        )
    return results


def _index_in_list(task: int, list_index: Optional[List[int]]) -> int:
    if list_index is None:
        return task
    if task >= len(list_index):
        raise InvalidResponseError(f"A result pack has task {task}, and the bag has {len(list_index)} tasks.")
    return list_index[task]


def _record(content: bytes) -> Mapping[str, Any]:
    """A malformed record, which its provider wrote, is ignored."""
    try:
        record = json.loads(content)
    except ValueError:
        return {}
    return record if isinstance(record, dict) else {}


def _files(content: bytes) -> Dict[int, Dict[str, bytes]]:
    """The files of each task by their names; counts actual bytes in place of trusting headers."""
    files: Dict[int, Dict[str, bytes]] = {}
    total = 0
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as pack:
            entries = pack.infolist()
            if len(entries) > MAX_FILES:
                raise InvalidResponseError(f"A result pack has {len(entries)} files; the maximum is {MAX_FILES}.")
            for entry in entries:
                match = _ENTRY.match(entry.filename)
                if match is None:
                    raise InvalidResponseError(f"A result pack has the unknown entry {entry.filename[:100]!r}.")
                task, path = int(match.group(1)), match.group(2)
                check_path(path)
                with pack.open(entry) as stream:
                    data = stream.read(MAX_FILE_BYTES + 1)
                total += len(data)
                if len(data) > MAX_FILE_BYTES or total > MAX_CONTENT_BYTES:
                    raise InvalidResponseError(f"A result pack exceeds {MAX_CONTENT_BYTES} bytes of content.")
                if path in files.setdefault(task, {}):
                    raise InvalidResponseError(f"A result pack has the file {entry.filename[:100]!r} twice.")
                files[task][path] = data
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise InvalidResponseError(f"A result pack cannot be read: {error}.") from error
    except Exception as error:
        if type(error).__module__ == "zlib":
            raise InvalidResponseError(f"A result pack cannot be read: {error}.") from error
        raise
    return files


def check_path(path: str) -> None:
    """Refuses a path that could lead out of its folder or has another meaning on another machine."""
    segments = path.split("/")
    if (
        len(path.encode("utf-8", "surrogatepass")) > _MAX_PATH_BYTES
        or any(one in ("", ".", "..") or len(one.encode("utf-8", "surrogatepass")) > _MAX_SEGMENT_BYTES for one in segments)
        or "\\" in path
        or any(character < " " or character == "\x7f" for character in path)
    ):
        raise InvalidResponseError(f"A result pack has the path {path[:100]!r}, which cannot be used.")


class ResultFolder:
    """A folder with the files of each task: ``TASK/stdout``, ``TASK/stderr`` and ``TASK/out/FILE``.

    It follows no links below the folder. An existing file with other content is an error, unless ``replace`` is set.
    """

    def __init__(self, folder: Path, *, replace: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder.resolve()
        self._replace = replace

    def write(self, result: TaskResult) -> None:
        """Writes the files of a task; files that are there already are kept."""
        base = str(result.task_index)
        self._write(f"{base}/stdout", result.stdout)
        self._write(f"{base}/stderr", result.stderr)
        for path, content in result.outputs.items():
            self._write(f"{base}/out/{path}", content)
        if result.refused:
            self._write(f"{base}/out-refused", result.refused.encode("utf-8"))

    def _write(self, path: str, content: bytes) -> None:
        check_path(path)
        *folders, name = path.split("/")
        parent = self._folder
        for segment in folders:
            parent = parent / segment
            if not os.path.lexists(parent):
                parent.mkdir(exist_ok=True)
            if parent.is_symlink() or not parent.is_dir():
                raise self._conflict(parent)
        target = parent / name
        if os.path.lexists(target):
            if target.is_symlink() or not target.is_file():
                raise self._conflict(target)
            if target.read_bytes() == content:
                return
            if not self._replace:
                raise self._conflict(target)
        descriptor, temporary = tempfile.mkstemp(prefix=".tender-", dir=str(parent))
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(content)
            os.chmod(temporary, 0o666 & ~_umask())
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise

    @staticmethod
    def _conflict(path: Path) -> TenderError:
        return TenderError(f"{path} exists and is not what would be written.\nGive another folder, or replace=True.")


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
