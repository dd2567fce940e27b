"""The client for programs with asyncio. Requests run in threads, so that they do not block the event loop.

    async with AsyncMarket() as market:
        bag = await market.submit(tender.Work("python3 pi.py --seed {task}", runtime="2m", tasks=100, inputs=["pi.py"]))
        async for result in bag.stream_results():
            print(result.task_index, result.text())

Calls of functions need nothing of this module: ``loop.run_in_executor(TenderExecutor(), function, *arguments)``.
"""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, AsyncIterator, Callable, Iterator, List, Optional, Type, TypeVar, Union

from tender import schema
from tender.bag import Bag
from tender.market import Market
from tender.results import TaskResult
from tender.work import Terms, Work

T = TypeVar("T")

#: How many items a stream reads ahead of the program.
_READ_AHEAD = 100


class AsyncMarket:
    """A market. The arguments are those of ``Market``."""

    def __init__(self, market: Optional[Market] = None) -> None:
        self._market = market or Market()

    async def __aenter__(self) -> AsyncMarket:
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        return None

    async def submit(self, work: Work, terms: Optional[Terms] = None, *, key: Optional[str] = None) -> AsyncBag:
        """As ``Market.submit``."""
        return AsyncBag(await asyncio.to_thread(self._market.submit, work, terms, key=key))

    async def bag(self, bag: str) -> AsyncBag:
        """A bag by its id."""
        return AsyncBag(await asyncio.to_thread(self._market.bag, bag))

    async def bags(self, limit: int = 20) -> List[AsyncBag]:
        """Your bags, newest first."""
        return [AsyncBag(bag) for bag in await asyncio.to_thread(lambda: list(self._market.bags(limit)))]


class AsyncBag:
    """A bag. ``bag`` is the ``Bag`` with its fields; the methods here wait without blocking the event loop."""

    def __init__(self, bag: Bag) -> None:
        self.bag = bag

    def __repr__(self) -> str:
        return repr(self.bag)

    def _repr_html_(self) -> str:
        return self.bag._repr_html_()

    async def refresh(self) -> AsyncBag:
        """As ``Bag.refresh``."""
        await asyncio.to_thread(self.bag.refresh)
        return self

    async def accept(self, quote: Union[schema.BagQuote, schema.BagQuoteAlternative, None] = None) -> AsyncBag:
        """As ``Bag.accept``."""
        await asyncio.to_thread(self.bag.accept, quote)
        return self

    async def decline(self) -> AsyncBag:
        """As ``Bag.decline``."""
        await asyncio.to_thread(self.bag.decline)
        return self

    async def cancel(self) -> AsyncBag:
        """As ``Bag.cancel``."""
        await asyncio.to_thread(self.bag.cancel)
        return self

    async def wait(self, timeout: Optional[float] = None) -> AsyncBag:
        """As ``Bag.wait``. If this is cancelled, the bag goes on."""
        async for _ in self.watch(timeout):
            pass
        return self

    async def watch(self, timeout: Optional[float] = None) -> AsyncIterator[AsyncBag]:
        """As ``Bag.watch``."""
        async for _ in _stream(partial(self.bag.watch, timeout)):
            yield self

    async def stream_results(self, timeout: Optional[float] = None) -> AsyncIterator[TaskResult]:
        """As ``Bag.stream_results``."""
        async for result in _stream(partial(self.bag.stream_results, timeout)):
            yield result

    async def fetch(self, folder: Union[str, Path], *, replace: bool = False) -> int:
        """As ``Bag.fetch``."""
        return await asyncio.to_thread(partial(self.bag.fetch, folder, replace=replace))

    async def explain(self) -> schema.Explanation:
        """As ``Bag.explain``."""
        return await asyncio.to_thread(self.bag.explain)


async def _stream(start: Callable[[], Iterator[T]]) -> AsyncIterator[T]:
    """The items of an iterator that a thread runs. The thread ends soon after the program stops to read."""
    loop = asyncio.get_running_loop()
    items: asyncio.Queue[Any] = asyncio.Queue()
    room = threading.Semaphore(_READ_AHEAD)
    stopped = threading.Event()

    def put(item: Any) -> None:
        if not stopped.is_set():
            loop.call_soon_threadsafe(items.put_nowait, item)

    def run() -> None:
        try:
            for item in start():
                room.acquire()
                if stopped.is_set():
                    return
                put((item, None))
            put((None, StopAsyncIteration()))
        except BaseException as error:
            put((None, error))

    threading.Thread(target=run, name="tender-stream", daemon=True).start()
    try:
        while True:
            item, error = await items.get()
            if isinstance(error, StopAsyncIteration):
                return
            if error is not None:
                raise error
            room.release()
            yield item
    finally:
        stopped.set()
        room.release()
