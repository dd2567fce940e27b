"""The executor."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Executor, Future
from functools import partial
from pathlib import Path
from types import ModuleType, TracebackType
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Optional,
    Sequence,
    Type,
    TypeVar,
    Union,
)

import cloudpickle

from tender.bag import Bag
from tender.errors import (
    BagEndedError,
    ConflictError,
    InvalidInputError,
    InvalidRequestError,
    NoPromiseError,
    NotFoundError,
    TaskFailedError,
)
from tender.executor.bags import BagOptions, BagRunner, chunk_arguments
from tender.executor.call_queue import CallQueue
from tender.executor.calls import Call, identity_of, pickled
from tender.executor.journal import Journal, RecordedBag
from tender.executor.outcomes import BagCalls
from tender.inputs import Input
from tender.market import Market
from tender.times import Duration, duration_seconds
from tender.transport import LOG
from tender.work import Resources, Terms

if TYPE_CHECKING:
    from typing_extensions import ParamSpec

    P = ParamSpec("P")
T = TypeVar("T")

_MAX_BAGS = 16
#: After these errors a bag of an earlier process will have no more results. The last three are answers to a submission that is
#: repeated too late: the deadline is over, or the uploaded files have been deleted.
_LOST = (BagEndedError, TaskFailedError, NoPromiseError, NotFoundError, ConflictError, InvalidRequestError)
_LINGER_SECONDS = 0.05


class TenderExecutor(Executor):
    """Runs calls of Python functions as tasks of bags.

    Calls that are submitted shortly after one another become one bag. ``runtime`` is an upper estimate of one call;
    ``calls_per_task`` is how many calls a task runs, by default those of five seconds, or of up to a minute if there are
    many. The tasks need the same version of Python, ``python``, and no packages but those that the functions use.

    With a ``journal``, a program that was killed and is started again gets the results of its earlier calls: a call of
    the same function with the same arguments is not repeated. The file is deleted when all calls have succeeded.

    Results come as pickles, which can run code here; use only providers that you trust, or ``results="json"``, which
    brings back only what JSON can express.
    """

    def __init__(
        self,
        market: Optional[Market] = None,
        *,
        runtime: Duration = "10s",
        calls_per_task: Optional[int] = None,
        terms: Optional[Terms] = None,
        accept_later: bool = True,
        processors: int = 1,
        resources: Optional[Resources] = None,
        inputs: Sequence[Input] = (),
        modules: Sequence[ModuleType] = (),
        setup: Sequence[str] = (),
        environment: Optional[Dict[str, str]] = None,
        retries: int = 2,
        python: str = "python3",
        results: str = "pickle",
        name: str = "python-calls",
        journal: Union[str, Path, None] = None,
    ) -> None:
        duration_seconds(runtime, "runtime")
        if calls_per_task is not None and calls_per_task < 1:
            raise InvalidInputError(f"calls_per_task is {calls_per_task}, but must be at least 1.")
        if results not in ("pickle", "json"):
            raise InvalidInputError(f'results is {results!r}, but must be "pickle" or "json".')
        options = BagOptions(
            runtime, calls_per_task, processors, resources, tuple(inputs), tuple(setup), environment, retries, python,
            results, name, terms or Terms(), accept_later,
        )
        self._market = market or Market()
        self._journal = None if journal is None else Journal(Path(journal))
        self._runner = BagRunner(self._market, options, self._journal)
        self._queue = CallQueue(_LINGER_SECONDS, _MAX_BAGS)
        self._lock = threading.Lock()
        self._bags: List[Bag] = []
        self._reattached: Dict[str, BagCalls] = {}
        self._closed = False
        self._cancelled = False
        self._incomplete = False
        for module in modules:
            cloudpickle.register_pickle_by_value(module)
        # Not a daemon: the program waits for it, and so for its calls, also if it does not shut the executor down.
        self._dispatcher = threading.Thread(target=self._dispatch, name="tender-executor")
        self._dispatcher.start()

    @property
    def bags(self) -> List[Bag]:
        """The bags so far, for example to display them in a notebook."""
        with self._lock:
            return list(self._bags)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Runs a call; its result or exception is that of the future."""
        function = pickled(fn, _name_of(fn))
        call = self._call(fn, function, pickled((args, kwargs), f"The arguments of {_name_of(fn)}"))
        self._start([call])
        return call.future

    def map(
        self, fn: Callable[..., T], *iterables: Iterable[Any], timeout: Optional[float] = None, chunksize: int = 1
    ) -> Iterator[T]:
        """The results of a function for each item of the iterables, in their order.

        With a ``chunksize``, this many calls have one pickle, which is faster for very short calls; if one of them
        raises an exception, the others of its chunk have no results.
        """
        if chunksize < 1:
            raise InvalidInputError(f"chunksize is {chunksize}, but must be at least 1.")
        end = None if timeout is None else time.monotonic() + timeout
        function = pickled(fn, _name_of(fn))
        what = f"The arguments of {_name_of(fn)}"
        items = list(zip(*iterables))
        if chunksize == 1:
            calls = [self._call(fn, function, pickled((item, {}), what)) for item in items]
        else:
            chunks = chunk_arguments(items, chunksize)
            calls = [self._call(fn, function, pickled(chunk, what), True, len(chunk)) for chunk in chunks]
        self._start(calls)
        return _results([call.future for call in calls], chunksize > 1, end)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends the executor; calls that were submitted get their results.

        ``cancel_futures`` cancels the calls that wait, and the bags that run.
        """
        with self._lock:
            self._closed = True
            self._cancelled = self._cancelled or cancel_futures
            bags = list(self._bags)
        if cancel_futures:
            self._incomplete = True
            self._queue.cancel()
        self._queue.close()
        if cancel_futures:
            for bag in bags:
                _cancel(bag)
        if wait:
            self._dispatcher.join()

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> Optional[bool]:
        if error is not None:
            self._incomplete = True  # The journal stays, so that the program can be started again.
        self.shutdown(wait=True)
        return None

    def _call(
        self, fn: Callable[..., Any], function: bytes, arguments: bytes, chunk: bool = False, weight: int = 1
    ) -> Call:
        identity = "" if self._journal is None else identity_of(fn, function, arguments)
        return Call(function, arguments, chunk, weight, identity)

    def _start(self, calls: Sequence[Call]) -> None:
        with self._lock:
            if self._closed:
                raise RuntimeError("cannot schedule new futures after shutdown")
            new = [call for call in calls if not self._reattach(call)]
            self._queue.put(new)

    # Bags

    def _dispatch(self) -> None:
        while True:
            calls = self._queue.take()
            if calls is None:
                break
            bag_calls = BagCalls(self._fail)
            for number, call in enumerate(calls):
                bag_calls.attach(number, call)
            self._follow(bag_calls, partial(self._runner.run, calls, bag_calls, self._started))
        if self._journal is not None:
            # Of a program that ended without a shutdown it is not known whether it has used the results.
            self._journal.close(delete=not self._incomplete and not self._queue.program_ended)

    def _reattach(self, call: Call) -> bool:
        """Gives a call the outcome of an earlier process, if that has started it."""
        place = None if self._journal is None else self._journal.claim(call.identity)
        if place is None:
            return False
        recorded, number = place
        call.future.set_running_or_notify_cancel()
        if recorded.key not in self._reattached:
            self._reattached[recorded.key] = self._follow_recorded(recorded)
        self._reattached[recorded.key].attach(number, call)
        return True

    def _follow_recorded(self, recorded: RecordedBag) -> BagCalls:
        bag_calls = BagCalls(self._repeat)
        self._queue.hold()
        self._follow(bag_calls, partial(self._runner.rerun, recorded, bag_calls, self._started))
        return bag_calls

    def _follow(self, bag_calls: BagCalls, run: Callable[[], None]) -> None:
        def follow() -> None:
            try:
                run()
            except Exception as error:
                bag_calls.end(error)
            finally:
                self._queue.release()

        try:
            threading.Thread(target=follow, name="tender-bag", daemon=True).start()
        except RuntimeError:
            follow()  # Python 3.12 starts no threads after the end of the program.

    def _started(self, bag: Bag) -> None:
        with self._lock:
            self._bags.append(bag)
            cancelled = self._cancelled
        if cancelled:
            _cancel(bag)

    def _fail(self, call: Call, error: Exception) -> None:
        self._incomplete = True
        call.future.set_exception(error)

    def _repeat(self, call: Call, error: Exception) -> None:
        """A call of an earlier process that was lost there runs again."""
        if self._cancelled or not isinstance(error, _LOST):
            self._fail(call, error)
            return
        LOG.warning("A call of an earlier process has no result and is repeated: %s", error)
        self._queue.put([call])


def _cancel(bag: Bag) -> None:
    if not bag.ended:
        bag.cancel()


def _name_of(function: Callable[..., Any]) -> str:
    return f"The function {getattr(function, '__qualname__', repr(function)[:100])}"


def _results(futures: List[Future[Any]], chunked: bool, end: Optional[float]) -> Iterator[Any]:
    """The results in order; if the iteration ends early, calls that have not started are cancelled."""
    waiting = list(reversed(futures))
    try:
        while waiting:
            left = None if end is None else end - time.monotonic()
            value = waiting.pop().result(left)
            if chunked:
                yield from value
            else:
                yield value
    finally:
        for future in waiting:
            future.cancel()
