"""Calls of functions, and the files that bring them to the tasks of a bag."""

from __future__ import annotations

import hashlib
import io
import json
import math
import py_compile
import sys
import tempfile
import zipfile
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Callable, Dict, List, Sequence, Tuple

import cloudpickle

from tender.errors import InvalidInputError
from tender.executor import worker
from tender.inputs import InputFile

#: A bag with more calls, or with more bytes of them, is divided.
MAX_CALLS = 100_000
MAX_BYTES = 32 << 20
#: Below the limit of markets on an input file.
MAX_CALL_BYTES = 60 << 20

_MAX_TASKS = 10_000
_MIN_TASKS = 64
#: Shorter tasks would mostly start Python.
_SHORTEST_TASK_SECONDS = 5.0
_LONGEST_TASK_SECONDS = 60.0
_ZIP_TIME = (1980, 1, 1, 0, 0, 0)


@dataclass
class Call:
    """A call that waits for its result. A chunk is several calls of one function, whose results are one list.

    ``identity`` finds the call in the journal of an earlier process.
    """

    function: bytes
    arguments: bytes
    chunk: bool = False
    weight: int = 1
    identity: str = ""
    future: Future[Any] = field(default_factory=Future)

    @property
    def size(self) -> int:
        """The bytes that it adds to a file of calls, unless another call has the same function."""
        return len(self.arguments) + worker.CALL.size


def pickled(value: Any, what: str) -> bytes:
    """The pickle of a function or of arguments."""
    try:
        content = bytes(cloudpickle.dumps(value))
    except Exception as error:
        raise InvalidInputError(f"{what} cannot be pickled: {error}.") from error
    if len(content) > MAX_CALL_BYTES:
        raise InvalidInputError(
            f"{what} has {len(content)} bytes as a pickle; the maximum is {MAX_CALL_BYTES}.\n"
            "Give large data as an input file (inputs=[...]), which is uploaded once."
        )
    return content


def identity_of(function: Callable[..., Any], pickled_function: bytes, arguments: bytes) -> str:
    """The same for the same call in another process, unless the function was changed.

    The pickle of a function may differ between processes, so its code is compared.
    """
    digest = hashlib.sha256()
    code = getattr(function, "__code__", None)
    if code is None:
        digest.update(pickled_function)
    else:
        digest.update(f"{getattr(function, '__module__', '')}.{getattr(function, '__qualname__', '')}\0".encode())
        _add_code(digest, code)
        cells = tuple(cell.cell_contents for cell in getattr(function, "__closure__", None) or ())
        if cells or getattr(function, "__defaults__", None):
            digest.update(pickled((cells, function.__defaults__), "A closure"))
    digest.update(b"\0")
    digest.update(arguments)
    return digest.hexdigest()[:32]


def _add_code(digest: Any, code: Any) -> None:
    """The instructions, names and constants; not the place in the source."""
    digest.update(code.co_code + b"\0" + " ".join(code.co_names + code.co_varnames).encode() + b"\0")
    for constant in code.co_consts:
        if hasattr(constant, "co_code"):
            _add_code(digest, constant)
        elif isinstance(constant, frozenset):
            digest.update(repr(sorted(map(repr, constant))).encode())
        else:
            digest.update(repr(constant).encode())


def calls_per_task(weight: int, runtime_seconds: float) -> int:
    """As many calls as run in some seconds, or in up to a minute if there are many."""
    fewest = max(1, math.ceil(_SHORTEST_TASK_SECONDS / runtime_seconds))
    most = max(fewest, int(_LONGEST_TASK_SECONDS / runtime_seconds))
    return max(fewest, min(most, weight // _MIN_TASKS), math.ceil(weight / _MAX_TASKS))


def first_calls(calls: Sequence[Call], per_task: int) -> Tuple[List[int], int]:
    """The first call of each task, and the largest number of calls of a task."""
    firsts: List[int] = []
    largest = 0
    weight = per_task
    for number, call in enumerate(calls):
        if weight + call.weight > per_task or not firsts:
            firsts.append(number)
            weight = 0
        weight += call.weight
        largest = max(largest, weight)
    return firsts, largest


def calls_file(calls: Sequence[Call], firsts: Sequence[int], results: str) -> InputFile:
    """The file of a bag's calls; worker.py describes it."""
    functions: Dict[bytes, int] = {}
    places: List[List[int]] = []
    body = io.BytesIO()
    table: List[bytes] = []
    entries: List[Tuple[int, int, int, int]] = []
    for call in calls:
        if call.function not in functions:
            functions[call.function] = len(functions)
            places.append([body.tell(), len(call.function)])
            body.write(call.function)
        entries.append((functions[call.function], int(call.chunk), body.tell(), len(call.arguments)))
        body.write(call.arguments)
    header: Dict[str, Any] = {
        "python": list(sys.version_info[:2]),
        "results": results,
        "calls": len(calls),
        "tasks": list(firsts),
        "functions": places,
        "table": body.tell(),
    }
    # Places are counted from the start of the file, so the length of the header must be known first.
    start = worker.HEADER_LENGTH.size + len(json.dumps(header)) + 16 * (len(places) + 1)
    header["functions"] = [[start + offset, length] for offset, length in places]
    header["table"] = start + body.tell()
    text = json.dumps(header).encode("ascii").ljust(start - worker.HEADER_LENGTH.size)
    for function, chunk, offset, length in entries:
        table.append(worker.CALL.pack(function, chunk, start + offset, length))
    content = worker.HEADER_LENGTH.pack(len(text)) + text + body.getvalue() + b"".join(table)
    return InputFile.of_bytes(worker.CALLS_FILE, content)


def worker_files() -> List[InputFile]:
    """What a task needs besides its calls: the worker, and cloudpickle as it is installed here."""
    script = Path(worker.__file__).read_bytes()
    return [InputFile.of_bytes(worker.SCRIPT, script), InputFile.of_bytes(worker.CLOUDPICKLE, _cloudpickle_zip())]


@lru_cache(maxsize=1)
def _cloudpickle_zip() -> bytes:
    """With fixed times, so that the same version is the same file and is uploaded once.

    It has the compiled modules too, because each task would compile them. Another build of Python uses the sources.
    """
    folder = Path(cloudpickle.__file__).parent
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive, tempfile.TemporaryDirectory() as temporary:
        for file in sorted(folder.glob("*.py")):
            name = f"cloudpickle/{file.name}"
            archive.writestr(zipfile.ZipInfo(name, _ZIP_TIME), file.read_bytes())
            compiled = Path(temporary) / f"{file.name}c"
            py_compile.compile(
                str(file), str(compiled), name, doraise=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH
            )
            archive.writestr(zipfile.ZipInfo(f"{name}c", _ZIP_TIME), compiled.read_bytes())
    return content.getvalue()
