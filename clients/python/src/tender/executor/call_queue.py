"""Calls that wait for a bag."""

from __future__ import annotations

import threading
import time
from typing import List, Optional, Sequence, Set

from tender.executor.calls import MAX_BYTES, MAX_CALLS, Call

_LONGEST_LINGER_SECONDS = 1.0
_POLL_SECONDS = 1.0


class CallQueue:
    """Collects calls, so that those that are submitted shortly after one another share a bag.

    While ``max_bags`` bags are in flight, calls wait for the next one. ``release`` ends a bag that ``take`` began.
    """

    def __init__(self, linger_seconds: float, max_bags: int) -> None:
        self._linger = linger_seconds
        self._max_bags = max_bags
        self._changed = threading.Condition()
        self._calls: List[Call] = []
        self._closed = False
        self._bags = 0

    @property
    def program_ended(self) -> bool:
        """Whether the program has ended without closing the queue, and waits for its threads."""
        return not self._closed and not threading.main_thread().is_alive()

    def put(self, calls: Sequence[Call]) -> None:
        """Adds calls, which stay together as far as the limits of a bag allow."""
        with self._changed:
            self._calls += calls
            self._changed.notify_all()

    def close(self) -> None:
        """No calls follow but those of bags in flight that must be repeated."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def cancel(self) -> None:
        """Cancels the calls that wait."""
        with self._changed:
            calls, self._calls = self._calls, []
        for call in calls:
            if not call.future.cancel():
                call.future.set_exception(RuntimeError("The executor was shut down."))

    def hold(self) -> None:
        """A bag of an earlier process is followed, of which calls may come back."""
        with self._changed:
            self._bags += 1

    def release(self) -> None:
        """A bag has ended."""
        with self._changed:
            self._bags -= 1
            self._changed.notify_all()

    def take(self) -> Optional[List[Call]]:
        """The calls of the next bag; waits for them. None after the end."""
        with self._changed:
            while True:
                while not self._calls or self._bags >= self._max_bags:
                    if (self._closed or self.program_ended) and not self._calls and self._bags == 0:
                        return None
                    self._changed.wait(_POLL_SECONDS)
                self._wait_for_more()
                calls = self._cut()
                if calls:
                    self._bags += 1
                    return calls

    def _wait_for_more(self) -> None:
        end = time.monotonic() + _LONGEST_LINGER_SECONDS
        known = -1
        while known < len(self._calls) and not self._closed and time.monotonic() < end:
            known = len(self._calls)
            self._changed.wait(self._linger)

    def _cut(self) -> List[Call]:
        """The first calls that fit into one bag, without those that were cancelled."""
        size = 0
        count = 0
        functions: Set[bytes] = set()
        for call in self._calls:
            added = call.size + (0 if call.function in functions else len(call.function))
            if count > 0 and (count >= MAX_CALLS or size + added > MAX_BYTES):
                break
            functions.add(call.function)
            size += added
            count += 1
        taken, self._calls = self._calls[:count], self._calls[count:]
        # A call that is repeated runs already.
        return [call for call in taken if call.future.running() or call.future.set_running_or_notify_cancel()]
