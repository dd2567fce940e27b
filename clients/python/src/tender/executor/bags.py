"""The bags of an executor: submitted with their calls, and followed until each call has its outcome."""

from __future__ import annotations

import shlex
import uuid
from dataclasses import dataclass
from typing import Callable, List, Optional, Sequence

from tender.bag import Bag
from tender.errors import BagEndedError, ConflictError, NoPromiseError
from tender.executor import worker
from tender.executor.calls import Call, calls_file, calls_per_task, first_calls, worker_files
from tender.executor.journal import Journal, RecordedBag
from tender.executor.outcomes import BagCalls, outcomes_of, task_failure
from tender.inputs import Input, upload_inputs
from tender.market import Market
from tender.times import Duration, duration_seconds, parse_instant
from tender.work import Resources, Terms, Work

#: Until Python and the functions are loaded.
_START_SECONDS = 5.0


@dataclass(frozen=True)
class BagOptions:
    """How the calls become tasks, and what these need."""

    runtime: Duration = "10s"
    calls_per_task: Optional[int] = None
    processors: int = 1
    resources: Optional[Resources] = None
    inputs: Sequence[Input] = ()
    setup: Sequence[str] = ()
    environment: Optional[dict[str, str]] = None
    retries: int = 2
    python: str = "python3"
    results: str = "pickle"
    name: str = "python-calls"
    terms: Terms = Terms()
    accept_later: bool = True


class BagRunner:
    """Submits bags and follows them. Each call of ``run`` or ``rerun`` has a thread of its own."""

    def __init__(self, market: Market, options: BagOptions, journal: Optional[Journal]) -> None:
        self._market = market
        self._options = options
        self._journal = journal

    def run(self, calls: Sequence[Call], bag_calls: BagCalls, started: Callable[[Bag], None]) -> None:
        """Makes a bag of the calls and follows it to its end."""
        seconds = duration_seconds(self._options.runtime, "runtime")
        per_task = self._options.calls_per_task or calls_per_task(sum(call.weight for call in calls), seconds)
        firsts, largest = first_calls(calls, per_task)
        work = self._work(calls, firsts, largest * seconds + _START_SECONDS).prepare()
        upload_inputs(self._market.transport, work.files, work.packs)
        body = {"work": work.order, **self._options.terms.to_json()}
        identities = [call.identity for call in calls]
        self.rerun(RecordedBag(str(uuid.uuid4()), body, firsts, identities), bag_calls, started)

    def rerun(self, recorded: RecordedBag, bag_calls: BagCalls, started: Callable[[Bag], None]) -> None:
        """Follows a bag to its end; submits it first if it is not known to be submitted."""
        if recorded.bag is not None:
            bag = self._market.bag(recorded.bag)
        else:
            if self._journal is not None:
                self._journal.submitting(recorded)
            transport = self._market.transport
            bag = Bag(transport, transport.post_json("/v1/bags", recorded.body, key=recorded.key))
            if self._journal is not None:
                self._journal.submitted(recorded.key, bag.id)
        started(bag)
        self._negotiate(bag)
        self._follow(bag, recorded.firsts, len(recorded.identities), bag_calls)

    def _work(self, calls: Sequence[Call], firsts: Sequence[int], runtime_seconds: float) -> Work:
        options = self._options
        python = shlex.quote(options.python).replace("{", "{{").replace("}", "}}")
        return Work(
            f"{python} {worker.SCRIPT} {worker.CALLS_FILE} {{task}}",
            runtime_seconds,
            tasks=len(firsts),
            name=options.name,
            inputs=[calls_file(calls, firsts, options.results), *worker_files(), *options.inputs],
            outputs=[worker.RESULTS_FILE],
            processors=options.processors,
            resources=options.resources,
            setup=options.setup,
            environment=options.environment or {},
            retries=options.retries,
        )

    def _negotiate(self, bag: Bag) -> None:
        """Accepts a quote if the options allow it. The price is within the budget, or there is none."""
        bag.decided()
        while bag.state == "quoted" and bag.quote is not None:
            if not self._options.accept_later and not self._in_time(bag):
                bag.decline()
                raise NoPromiseError(
                    f"Bag {bag.id} was quoted for {bag.quote['by'] if bag.quote else 'a later time'}, after the deadline, and declined.\n"
                    "Give a later deadline, or accept_later=True."
                )
            try:
                bag.accept()
            except ConflictError:
                bag.refresh()  # The quote has changed.
        bag.require_promise()

    @staticmethod
    def _in_time(bag: Bag) -> bool:
        deadline, quote = bag.snapshot["deadline"], bag.quote
        return deadline is None or quote is None or parse_instant(quote["by"]) <= parse_instant(deadline)

    def _follow(self, bag: Bag, firsts: Sequence[int], calls: int, bag_calls: BagCalls) -> None:
        for result in bag.stream_results():
            delivered = set()
            numbers = _calls_of_task(firsts, calls, result.task_index)
            for number, outcome in outcomes_of(result, self._options.results):
                if number in numbers:
                    bag_calls.deliver(number, outcome)
                    delivered.add(number)
            for number in numbers:
                if number not in delivered:
                    bag_calls.fail(number, task_failure(bag.id, result))
        bag_calls.end(BagEndedError(bag.id, bag.state))


def _calls_of_task(firsts: Sequence[int], calls: int, task: int) -> range:
    if not 0 <= task < len(firsts):
        return range(0)
    return range(firsts[task], firsts[task + 1] if task + 1 < len(firsts) else calls)


def chunk_arguments(arguments: Sequence[object], size: int) -> List[Sequence[object]]:
    """Divides a list into pieces of this size."""
    return [arguments[start : start + size] for start in range(0, len(arguments), size)]
