"""Results and errors of calls, as they come back from tasks."""

from __future__ import annotations

import json
import pickle
import threading
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from tender.errors import TaskFailedError, TenderError
from tender.executor import worker
from tender.executor.calls import Call
from tender.results import TaskResult

_STDERR_BYTES = 2_000


class RemoteError(TenderError):
    """A call raised an exception that could not be brought back as an object."""

    def __init__(self, kind: str, message: str, trace: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind
        self.trace = trace

    def __reduce__(self) -> Tuple[Any, ...]:
        return RemoteError, (self.kind, str(self.args[0])[len(self.kind) + 2 :], self.trace)


class RemoteTraceback(Exception):
    """The cause of an exception of a call: where it was raised at the task."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return f"\n{self.text}"


@dataclass(frozen=True)
class Outcome:
    """The value of a call, or its error."""

    value: Any = None
    error: Optional[BaseException] = None

    def deliver(self, call: Call) -> None:
        """Completes the future of the call."""
        if self.error is None:
            call.future.set_result(self.value)
        else:
            call.future.set_exception(self.error)


def outcomes_of(result: TaskResult, form: str) -> Iterator[Tuple[int, Outcome]]:
    """The outcomes that a task has left, by the number of the call in its bag."""
    for call, kind, data in worker.read_frames(result.outputs.get(worker.RESULTS_FILE, b"")):
        yield call, _outcome(kind, data, form)


def _outcome(kind: int, data: bytes, form: str) -> Outcome:
    try:
        if kind == worker.JSON_VALUE:
            return Outcome(json.loads(data))
        if kind == worker.ERROR_TEXT:
            content = json.loads(data)
            error: BaseException = RemoteError(str(content["type"]), str(content["message"]), str(content["traceback"]))
            error.__cause__ = RemoteTraceback(str(content["traceback"]))
            return Outcome(error=error)
        if form == "json":
            raise TenderError("A task sent a pickle, and this executor reads only JSON.")
        if kind == worker.VALUE:
            return Outcome(pickle.loads(data))
        error, trace = pickle.loads(data)
        error.__cause__ = RemoteTraceback(trace)
        return Outcome(error=error)
    except BaseException as problem:  # What a pickle runs may raise anything.
        return Outcome(error=problem if isinstance(problem, Exception) else TenderError(f"A result cannot be read: {problem!r}."))


def task_failure(bag: str, result: TaskResult) -> TaskFailedError:
    """Why a task left no outcome of a call."""
    text = result.stderr[-_STDERR_BYTES:].decode("utf-8", "replace").strip()
    reason = f"ended with exit code {result.exit_code} before the call had a result." + (f"\n{text}" if text else "")
    return TaskFailedError(bag, result.task_index, result.exit_code, reason)


class BagCalls:
    """The calls of a bag that wait, and outcomes for which no call waits yet: those of a bag of an earlier process."""

    def __init__(self, lost: Callable[[Call, Exception], None]) -> None:
        self._lost = lost
        self._lock = threading.Lock()
        self._waiting: Dict[int, Call] = {}
        self._outcomes: Dict[int, Outcome] = {}
        self._failures: Dict[int, Exception] = {}
        self._end: Optional[Exception] = None

    def attach(self, number: int, call: Call) -> None:
        """From now on, the outcome of this number is that of the call."""
        with self._lock:
            outcome = self._outcomes.pop(number, None)
            failure = self._failures.get(number, self._end)
            if outcome is None and failure is None:
                self._waiting[number] = call
                return
        if outcome is not None:
            outcome.deliver(call)
        elif failure is not None:
            self._lost(call, failure)

    def deliver(self, number: int, outcome: Outcome) -> None:
        """Completes the call of this number, or keeps the outcome for it."""
        with self._lock:
            call = self._waiting.pop(number, None)
            if call is None:
                self._outcomes.setdefault(number, outcome)
        if call is not None:
            outcome.deliver(call)

    def fail(self, number: int, error: Exception) -> None:
        """The call will have no outcome."""
        with self._lock:
            call = self._waiting.pop(number, None)
            if number not in self._outcomes:
                self._failures[number] = error
        if call is not None:
            self._lost(call, error)

    def end(self, error: Exception) -> None:
        """There will be no more outcomes."""
        with self._lock:
            left: List[Call] = list(self._waiting.values())
            self._waiting.clear()
            self._end = error
        for call in left:
            self._lost(call, error)
