"""Runs the calls of one task. It is an input file of its bag, and needs nothing but Python and the files beside it.

    python3 tender-worker.py calls.bin TASK

The file of calls starts with the length of a JSON header, which has the version of Python, the form of the results, the
functions (offset and length of each) and the first call of each task. The table of calls follows the data: number of the
function, whether it is a chunk, offset, length. Each result is appended to results.bin as a frame, so that the results
of a task that is killed count up to that moment.
"""

from __future__ import annotations

import json
import os
import pickle
import struct
import sys
import traceback
from typing import IO, Any, Callable, Dict, Iterator, List, Tuple

CALLS_FILE = "calls.bin"
RESULTS_FILE = "results.bin"
SCRIPT = "tender-worker.py"
CLOUDPICKLE = "tender-cloudpickle.zip"

HEADER_LENGTH = struct.Struct(">I")
CALL = struct.Struct(">IBQQ")
FRAME = struct.Struct(">IBQ")

#: Kinds of frames.
VALUE, ERROR, ERROR_TEXT, JSON_VALUE = 0, 1, 2, 3

#: Below the limit on the outputs of a task.
MAX_RESULTS_BYTES = 30 << 20

_EXIT_UNSUITABLE = 3


def read_frames(content: bytes) -> Iterator[Tuple[int, int, bytes]]:
    """Call, kind and data of each complete frame."""
    position = 0
    while position + FRAME.size <= len(content):
        call, kind, length = FRAME.unpack_from(content, position)
        position += FRAME.size
        if position + length > len(content):
            return
        yield call, kind, content[position : position + length]
        position += length


class _Results:
    """Appends frames, and reports results that are too large in place of losing all of them."""

    def __init__(self, stream: IO[bytes], form: str) -> None:
        self._stream = stream
        self._form = form
        self._bytes = 0

    def value(self, call: int, value: Any) -> None:
        if self._form == "json":
            self._append(call, JSON_VALUE, json.dumps(value, allow_nan=False).encode("utf-8"))
        else:
            self._append(call, VALUE, _pickle(value))

    def error(self, call: int, error: BaseException) -> None:
        text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
        if self._form != "json":
            try:
                import cloudpickle

                data = cloudpickle.dumps((error, text))
                pickle.loads(data)
                self._append(call, ERROR, data)
                return
            except Exception:
                pass  # Such as an exception with arguments that its class does not accept.
        self._append(call, ERROR_TEXT, _error_text(error, text))

    def _append(self, call: int, kind: int, data: bytes) -> None:
        if self._bytes + len(data) > MAX_RESULTS_BYTES:
            raise ValueError(
                f"The results of this task exceed {MAX_RESULTS_BYTES} bytes with one of {len(data)} bytes. "
                "Return less, or use fewer calls_per_task."
            )
        self._bytes += len(data) + FRAME.size
        self._stream.write(FRAME.pack(call, kind, len(data)) + data)
        self._stream.flush()


def _pickle(value: Any) -> bytes:
    """Plain pickles are faster; cloudpickle is for classes and functions of the user's program."""
    try:
        return pickle.dumps(value)
    except Exception:
        import cloudpickle

        return bytes(cloudpickle.dumps(value))


def _error_text(error: BaseException, trace: str) -> bytes:
    content = {"type": type(error).__qualname__, "message": str(error)[:10_000], "traceback": trace[-20_000:]}
    return json.dumps(content).encode("utf-8")


class _Calls:
    """The calls of a task."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        (length,) = HEADER_LENGTH.unpack(stream.read(HEADER_LENGTH.size))
        self.header: Dict[str, Any] = json.loads(stream.read(length))
        self._functions: Dict[int, Callable[..., Any]] = {}

    def of_task(self, task: int) -> Iterator[Tuple[int, int, bool, int, int]]:
        firsts: List[int] = self.header["tasks"]
        end = firsts[task + 1] if task + 1 < len(firsts) else self.header["calls"]
        for call in range(firsts[task], end):
            self._stream.seek(self.header["table"] + call * CALL.size)
            function, chunk, offset, length = CALL.unpack(self._stream.read(CALL.size))
            yield call, function, bool(chunk), offset, length

    def function(self, number: int) -> Callable[..., Any]:
        """A function is read once for all calls of the task."""
        if number not in self._functions:
            self._functions[number] = self.load(*self.header["functions"][number])
        return self._functions[number]

    def load(self, offset: int, length: int) -> Any:
        self._stream.seek(offset)
        return pickle.loads(self._stream.read(length))


def run_task(calls_file: str, task: int) -> int:
    """Runs the calls of a task and returns the exit code: 0 if each has a result or an error."""
    with open(calls_file, "rb") as stream, open(RESULTS_FILE, "wb") as output:
        calls = _Calls(stream)
        expected = tuple(calls.header["python"])
        if sys.version_info[:2] != expected:
            print(
                f"{sys.executable} is Python {sys.version_info[0]}.{sys.version_info[1]}, and the calls were made with Python "
                f"{expected[0]}.{expected[1]}. Give TenderExecutor the argument python with that version, or a container.",
                file=sys.stderr,
            )
            return _EXIT_UNSUITABLE
        results = _Results(output, calls.header["results"])
        for call, function, chunk, offset, length in calls.of_task(task):
            _run_call(calls, results, call, function, chunk, offset, length)
        sys.stdout.flush()
    return 0


def _run_call(
    calls: _Calls, results: _Results, call: int, function: int, chunk: bool, offset: int, length: int
) -> None:
    try:
        run = calls.function(function)
        if chunk:
            value: Any = [run(*arguments) for arguments in calls.load(offset, length)]
        else:
            arguments, named = calls.load(offset, length)
            value = run(*arguments, **named)
        results.value(call, value)
    except BaseException as error:  # Also SystemExit: it must not end the other calls.
        results.error(call, error)


if __name__ == "__main__":
    sys.path.insert(0, os.path.abspath(CLOUDPICKLE))
    sys.path.insert(0, os.getcwd())
    sys.exit(run_task(sys.argv[1], int(sys.argv[2])))
