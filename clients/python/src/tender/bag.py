"""A bag that was submitted."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import time
import uuid
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Dict, Iterator, List, Optional, Set, Union, cast

from tender import schema
from tender.errors import (
    BagEndedError,
    ConflictError,
    InvalidInputError,
    InvalidResponseError,
    NoPromiseError,
    TaskFailedError,
    TenderError,
)
from tender.events import read_events
from tender.results import ResultFolder, TaskResult, read_pack
from tender.tasksets import TaskSet
from tender.times import parse_instant
from tender.transport import (
    LONG_OUTAGE_SECONDS,
    REQUEST_TIMEOUT_SECONDS,
    SHORT_OUTAGE_SECONDS,
    TRANSFER_TIMEOUT_SECONDS,
    Transport,
    bag_path,
    pause_seconds,
    with_query,
)
from tender.work import Terms

if TYPE_CHECKING:
    from tender.progress import ProgressBar

#: States in which the server has not yet decided on the bag.
_PENDING = ("calling", "reserving", "held", "committing")
_PACK_TRIES = 3
_MAX_LIST_PAUSE_SECONDS = 2.0


class Bag:
    """A bag. Its fields are those of the last answer; ``refresh`` and the methods that wait update them."""

    def __init__(self, transport: Transport, answer: schema.Bag) -> None:
        self._transport = transport
        self._answer = answer

    # What is known of it

    @property
    def snapshot(self) -> schema.Bag:
        """The last answer of the server, with all fields."""
        return self._answer

    @property
    def id(self) -> str:
        """The identifier, such as ``704rrjfcqenj``."""
        return self._answer["id"]

    @property
    def name(self) -> str:
        """The name that was given, which is not unique."""
        return self._answer["name"]

    @property
    def state(self) -> str:
        """The state, such as ``quoted``, ``running`` or ``done``."""
        return self._answer["state"]

    @property
    def tasks(self) -> int:
        """The number of tasks."""
        return self._answer["tasks"]

    @property
    def done(self) -> int:
        """The number of tasks with a result, with any exit code."""
        return self._answer["done"]

    @property
    def failed(self) -> int:
        """The number of tasks that failed."""
        return sum(group["count"] for group in self._answer["failed"])

    @property
    def ended(self) -> bool:
        """Whether nothing will change any more."""
        return self._answer["ended"] is not None

    @property
    def promise(self) -> Optional[schema.BagPromise]:
        """The completion time and the price that the market has committed to."""
        return self._answer["promise"]

    @property
    def quote(self) -> Optional[schema.BagQuote]:
        """The quote that waits for acceptance."""
        return self._answer["quote"]

    @property
    def promised_by(self) -> Optional[datetime]:
        """The time by which the market promises the whole bag."""
        promise = self._answer["promise"]
        return None if promise is None else parse_instant(promise["by"])

    @property
    def expected_by(self) -> Optional[datetime]:
        """When the bag is expected to end."""
        forecast = self._answer["forecast"]
        return None if forecast is None else parse_instant(forecast)

    def __repr__(self) -> str:
        return f"<Bag {self.id} {self.state}, {self.done} of {self.tasks} done>"

    def _repr_html_(self) -> str:
        from tender.notebook import bag_html

        return bag_html(self)

    # Requests

    def refresh(self) -> Bag:
        """Asks the server for the present state."""
        self._update(self._transport.get_json(bag_path(self.id)))
        return self

    def accept(self, quote: Union[schema.BagQuote, schema.BagQuoteAlternative, None] = None) -> Bag:
        """Accepts the quote, or its alternative if that is given, and waits for the promise.

        If the quote has become later or more expensive, nothing is accepted, and the error is a ConflictError.
        """
        chosen = quote or self.quote
        if chosen is None:
            raise TenderError(f"Bag {self.id} has no quote to accept; it is {self.state}.\nWait with Bag.decided().")
        body = {"by": chosen["by"], "price": chosen["price"]}
        before = self._answer["quote"]
        try:
            self._update(self._transport.post_json(bag_path(self.id, "accept"), body))
        except ConflictError:
            # An earlier attempt may have arrived, and its answer was lost.
            self.refresh()
            if self.state == "quoted" or (self.ended and self.promise is None):
                raise
        return self.decided(after=before)

    def decline(self) -> Bag:
        """Declines the quote; the bag ends."""
        self._update(self._transport.post_json(bag_path(self.id, "decline"), {}))
        return self

    def cancel(self) -> Bag:
        """Cancels the bag; results that exist are kept."""
        self._update(self._transport.post_json(bag_path(self.id, "cancel"), {}))
        return self

    def delete(self) -> None:
        """Deletes the bag, which must have ended, with its results."""
        self._transport.request("DELETE", bag_path(self.id))

    def retry(self, terms: Optional[Terms] = None) -> Bag:
        """Submits the tasks that failed or were not done as a new bag."""
        given = (terms or Terms()).to_json()
        body = {name: given[name] for name in ("deadline", "budget", "quoteFirst", "optimise") if name in given}
        answer = self._transport.post_json(bag_path(self.id, "retry"), body, key=str(uuid.uuid4()))
        return Bag(self._transport, answer).decided()

    # Waiting

    def watch(self, timeout: Optional[float] = None) -> Iterator[Bag]:
        """This bag, now and whenever it changes, until it has ended. It outlasts restarts of servers.

        After ``timeout`` seconds the error is a TimeoutError; the bag goes on.
        """
        end = None if timeout is None else time.monotonic() + timeout
        yield self
        unchanged = 0
        while not self.ended:
            version = self._answer["version"]
            try:
                for changed in self._events(end):
                    if changed:
                        yield self
                    if self.ended:
                        return
            except (OSError, http.client.HTTPException, ValueError):
                pass  # The connection was lost; any server can continue.
            if end is not None and time.monotonic() >= end:
                raise TimeoutError(f"Bag {self.id} is {self.state} after {timeout} s, {self.done} of {self.tasks} done.")
            if self._answer["version"] == version:
                # So that a server that closes every connection causes no busy loop.
                time.sleep(_within(pause_seconds(unchanged), end))
                unchanged += 1
            else:
                unchanged = 0

    def _events(self, end: Optional[float]) -> Iterator[bool]:
        path = with_query(bag_path(self.id, "events"), {"since": self._answer["version"]})
        headers = {"Accept": "text/event-stream"}
        timeout = _within(REQUEST_TIMEOUT_SECONDS, end)
        outage = _within(LONG_OUTAGE_SECONDS, end)
        with self._transport.open(path, headers=headers, timeout=timeout, max_outage=outage) as stream:
            for data in read_events(stream):
                if data is not None:
                    self._update(json.loads(data))
                yield data is not None
                if end is not None and time.monotonic() >= end:
                    return

    def decided(self, timeout: Optional[float] = None, *, after: Optional[schema.BagQuote] = None) -> Bag:
        """Waits until the server has made a quote or a promise, or the bag has ended.

        ``after`` is a quote that was accepted, which the next answer may still show.
        """
        for _ in self.watch(timeout):
            stale = after is not None and self.state == "quoted" and self.quote == after
            if not stale and (self.promise is not None or self.state not in _PENDING):
                break
        return self

    def wait(self, timeout: Optional[float] = None, *, progress: bool = False) -> Bag:
        """Waits until the bag has ended; ``progress`` shows a bar in a terminal or a notebook."""
        if not progress:
            for _ in self.watch(timeout):
                pass
            return self
        from tender.progress import ProgressBar

        with ProgressBar(self.tasks, label=f"{self.name} {self.id}") as bar:
            for _ in self.watch(timeout):
                self._report(bar)
        return self

    def _report(self, bar: ProgressBar) -> None:
        bar.update(self.done, failed=self.failed, expected=self.expected_by)

    def require_promise(self) -> Bag:
        """Raises NoPromiseError if the bag has neither a promise nor a chance of one."""
        if self.promise is None and (self.ended or self.state == "quoted"):
            raise NoPromiseError(
                f"Bag {self.id} got no promise: it is {self.state}.\nBag.explain() has the offers and the reasons."
            )
        return self

    def require_success(self) -> Bag:
        """Raises an error unless all tasks exited with 0 and no output is missing."""
        for group in self._answer["failed"]:
            first = TaskSet.parse(group["tasks"].split(",")[0]).indexes()[0]
            others = "" if self.failed == 1 else f", and {self.failed - 1} other tasks failed"
            raise TaskFailedError(self.id, first, group["exitCode"], f"ended with exit code {group['exitCode']}{others}.")
        missing = self._answer["missingOutput"]
        if missing is not None:
            raise TaskFailedError(self.id, TaskSet.parse(missing["tasks"].split(",")[0]).indexes()[0], 0, "has no outputs.")
        if self.state != "done":
            raise BagEndedError(self.id, self.state)
        return self

    # Results

    def results(self) -> Iterator[TaskResult]:
        """The results that exist now, pack by pack."""
        return PackReader(self._transport, self.id).new_results()

    def stream_results(self, timeout: Optional[float] = None) -> Iterator[TaskResult]:
        """All results while they arrive, until the bag has ended."""
        reader = PackReader(self._transport, self.id, LONG_OUTAGE_SECONDS)
        fetched = 0
        pause = 0.0
        for _ in self.watch(timeout):
            if self.done > fetched and not self.ended:
                # A list of many packs takes longer, and is requested less often.
                time.sleep(pause)
                fetched = self.done
                start = time.monotonic()
                yield from reader.new_results()
                pause = min(_MAX_LIST_PAUSE_SECONDS, time.monotonic() - start)
        yield from reader.new_results()

    def fetch(self, folder: Union[str, Path], *, replace: bool = False) -> int:
        """Writes the results that exist to a folder, as ``tender results`` does, and returns how many."""
        target = ResultFolder(Path(folder), replace=replace)
        count = 0
        for result in self.results():
            target.write(result)
            count += 1
        return count

    def fetch_large(self, task: int, path: str, file: Union[str, Path]) -> None:
        """Writes an output that was too large for the results to a file. ``task(index)["kept"]`` lists such outputs.

        The provider keeps them for some days, and must be connected.
        """
        sizes = {one["path"]: one["bytes"] for one in self.task(task)["kept"]}
        if path not in sizes:
            raise InvalidInputError(
                f"Task {task} of bag {self.id} has no large output {path!r}.\nIts large outputs are: {', '.join(sizes) or 'none'}."
            )
        address = with_query(bag_path(self.id, "tasks", task, "kept"), {"path": path})
        temporary = Path(f"{file}.tender-{uuid.uuid4()}")
        try:
            with self._transport.open(address) as content, temporary.open("xb") as target:
                shutil.copyfileobj(content, target)
                written = target.tell()
            if written != sizes[path]:
                raise InvalidResponseError(f"The output {path!r} was cut off after {written} of {sizes[path]} bytes.\nFetch it again.")
            os.replace(temporary, file)
        finally:
            temporary.unlink(missing_ok=True)

    def log(self, task: int, *, stderr: bool = False) -> str:
        """The standard output of a task, or its standard error."""
        path = with_query(bag_path(self.id, "tasks", task, "log"), {"stream": "stderr" if stderr else "stdout"})
        return self._transport.request("GET", path, timeout=TRANSFER_TIMEOUT_SECONDS).decode("utf-8", "replace")

    # Details

    def explain(self) -> schema.Explanation:
        """The providers that were called, their offers, which were used, why others were not, and the history."""
        return cast(schema.Explanation, self._transport.get_json(bag_path(self.id, "offers")))

    def stats(self) -> schema.BagStats:
        """What the tasks requested, and what they used."""
        return cast(schema.BagStats, self._transport.get_json(bag_path(self.id, "stats")))

    def parts(self) -> List[schema.PartsPartsItem]:
        """The parts, in the order in which they were placed at providers."""
        return cast(schema.Parts, self._transport.get_json(bag_path(self.id, "parts")))["parts"]

    def task(self, index: int) -> schema.Task:
        """One task."""
        return cast(schema.Task, self._transport.get_json(bag_path(self.id, "tasks", index)))

    def task_cells(self, cells: int = 4096) -> schema.TaskCells:
        """The states of the tasks, counted in at most this many cells."""
        path = with_query(bag_path(self.id, "tasks"), {"cells": cells})
        return cast(schema.TaskCells, self._transport.get_json(path))

    def _update(self, answer: object) -> None:
        if not isinstance(answer, dict) or answer.get("id") != self.id or not isinstance(answer.get("version"), int):
            raise InvalidResponseError(f"The answer about bag {self.id} is not a bag.\nCheck the address of the server.")
        # Another server may answer with an earlier state.
        if answer["version"] >= self._answer["version"]:
            self._answer = cast(schema.Bag, answer)


class PackReader:
    """Reads the results of a bag that have arrived since the last time.

    It lists all packs each time: one can be accepted after later ones, and for more tasks than it was listed with before.
    """

    def __init__(self, transport: Transport, bag: str, max_outage: float = SHORT_OUTAGE_SECONDS) -> None:
        self._transport = transport
        self._bag = bag
        self._max_outage = max_outage
        self._tasks: Dict[str, str] = {}
        self._read_tasks: Set[int] = set()

    def new_results(self) -> Iterator[TaskResult]:
        """The results that were not returned before."""
        last: Optional[str] = None
        more = True
        while more:
            path = with_query(bag_path(self._bag, "results"), {"after": last})
            page = cast(schema.Packs, self._transport.get_json(path, max_outage=self._max_outage))
            only = page["only"]
            list_index = None if only is None else TaskSet.parse(only).indexes()
            for pack in page["packs"]:
                last = pack["digest"]
                if pack["tasks"] != self._tasks.get(pack["digest"]):
                    yield from self._unread(self._read(pack, list_index))
                    self._tasks[pack["digest"]] = pack["tasks"]
            more = page["more"] and bool(page["packs"])

    def _unread(self, results: List[TaskResult]) -> Iterator[TaskResult]:
        for result in results:
            if result.task_index not in self._read_tasks:
                self._read_tasks.add(result.task_index)
                yield result

    def _read(self, pack: schema.PacksPacksItem, list_index: Optional[List[int]]) -> List[TaskResult]:
        for tried in range(_PACK_TRIES):
            try:
                return read_pack(self._fetch(pack["digest"]), pack, list_index)
            except InvalidResponseError:
                if tried == _PACK_TRIES - 1:
                    raise
                time.sleep(pause_seconds(tried))
        raise AssertionError("unreachable")

    def _fetch(self, digest: str) -> bytes:
        path = bag_path(self._bag, "results", digest)
        return self._transport.request("GET", path, timeout=TRANSFER_TIMEOUT_SECONDS, max_outage=self._max_outage)


def _within(seconds: float, end: Optional[float]) -> float:
    return seconds if end is None else max(0.05, min(seconds, end - time.monotonic()))
