"""The broker: makes bags of the jobs that Snakemake submits, and follows them."""

from __future__ import annotations

import sys
import time
import uuid
from dataclasses import replace
from typing import Any, Callable, Dict, List, Optional, Sequence

from tender.errors import ConflictError, InvalidInputError, NotFoundError, ServerUnavailableError, TenderError
from tender.transport import Transport, bag_path, with_query
from tender.work import Resources, Terms, Work, zipped

from tender_snakemake.collector import Collector, cell_states, numbers_of, tasks_of
from tender_snakemake.jobs import Job, read_job
from tender_snakemake.settings import Settings
from tender_snakemake.state import BagRecord, State

_POLL_SECONDS = 1.0
_LOOP_SECONDS = 0.2
_PAGE = 100
_MAX_CELLS = 20_000
_OUTAGE_SECONDS = 5.0
_AGAIN_SECONDS = 5.0
#: How long the end of Snakemake waits until the market knows the last results.
_LAST_RESULTS_SECONDS = 15.0
_CANCEL_SECONDS = 60.0


def say(text: str) -> None:
    """Prints a message, which Snakemake copies to its own output."""
    try:
        print(f"tender: {text}", flush=True)
    except OSError:
        sys.stdout = sys.stderr  # Snakemake has ended.


class Broker:
    """Reads what Snakemake submits, and keeps everything that it must remember in the state."""

    def __init__(self, state: State, settings: Settings, transport: Transport) -> None:
        self._state = state
        self._settings = settings
        self._transport = transport
        self._collector = Collector(settings.collect_seconds, settings.wait_seconds)
        self._bags: Dict[str, BagRecord] = {}
        self._known: set[str] = set()
        self._ended_jobs: set[str] = set()
        self._poll_at = 0.0
        self._unavailable = False

    def recover(self) -> None:
        """Continues where a broker that was killed has stopped."""
        self._bags = {bag.key: bag for bag in self._state.read_bags()}
        for bag in self._bags.values():
            self._known.update(bag.jobs())
            bag.version = -1

    def run(self, ending: Callable[[], bool]) -> None:
        """Works until Snakemake ends; then jobs that have not ended are cancelled."""
        while not ending():
            self.step()
            time.sleep(_LOOP_SECONDS)
        self.end()

    def step(self) -> None:
        """Does what is due now."""
        self._collect()
        now = time.time()
        due = self._collector.take(now, self._running_jobs())
        for jobs in due:
            self._make_bag(jobs)
        if due or now >= self._poll_at:
            self._exchange()
            self._poll_at = time.time() + _POLL_SECONDS

    def _exchange(self) -> None:
        """Submits what is not submitted, and reads what has changed."""
        try:
            for bag in list(self._bags.values()):
                if bag.bag is None and time.time() >= bag.not_before:
                    self._submit(bag)
            self._follow()
            self._unavailable = False
        except ServerUnavailableError as error:
            if not self._unavailable:
                say(f"{str(error).splitlines()[0]} Retrying.")
            self._unavailable = True

    # Jobs

    def _collect(self) -> None:
        for id, script in self._state.submitted().items():
            if id in self._known:
                if any(id in bag.numbers for bag in self._bags.values()):
                    self._state.forget_submitted(id)
                continue
            self._known.add(id)
            try:
                job = read_job(id, script, self._settings.default_runtime)
            except (TenderError, OSError, ValueError, KeyError) as error:
                say(f"Job {id} cannot be submitted: {error}")
                stem = str(script)[: -len(".sh")].rsplit(".", 1)
                self._state.fail_job(id, f"{script.parent}/{stem[-1]}.jobfailed")
                self._state.forget_submitted(id)
                continue
            self._collector.add(job, time.time())

    def _running_jobs(self) -> int:
        """Looks at the files of those jobs only that had not ended the last time."""
        if len(self._collector) == 0:
            return 0
        jobs = [id for bag in self._bags.values() if not bag.ended for id in bag.jobs() if id not in self._ended_jobs]
        self._ended_jobs.update(id for id in jobs if self._state.job_ended(id))
        return sum(id not in self._ended_jobs for id in jobs)

    def _make_bag(self, jobs: Sequence[Job]) -> None:
        tasks = tasks_of(jobs)
        try:
            body = self._body(jobs, tasks)
        except TenderError as error:
            # Such as a deadline that is not a time: another attempt would fail as well.
            say(f"Jobs of rule {jobs[0].request.rule} cannot be submitted: {error}")
            for job in jobs:
                self._state.fail_job(job.id, job.failed)
                self._state.forget_submitted(job.id)
            return
        for job in jobs:
            self._state.write_job(job)
        bag = BagRecord(
            key=str(uuid.uuid4()),
            body=body,
            tasks=tasks,
            failed={job.id: job.failed for job in jobs},
            numbers={job.id: job.number for job in jobs},
            first_submitted=time.time(),
        )
        self._state.write_bag(bag)
        self._bags[bag.key] = bag
        for job in jobs:
            self._state.forget_submitted(job.id)

    def _body(self, jobs: Sequence[Job], tasks: Sequence[Sequence[str]]) -> Dict[str, Any]:
        request = jobs[0].request
        runner = f"{_literal(request.python)} {_literal(str(self._state.folder / 'run-jobs'))}"
        dataset = self._settings.dataset
        work = Work(
            f"{runner} {{jobs}}",
            request.runtime_seconds * request.jobs_per_task,
            tasks=zipped(jobs=[" ".join(task) for task in tasks]),
            name=request.rule[:100],
            processors=request.threads,
            resources=_resources(jobs),
            site_inputs=() if dataset is None else (f"site:{dataset}",),
        )
        terms = Terms(deadline=self._settings.deadline, budget=self._settings.budget)
        return {"work": work.prepare().order, **terms.to_json()}

    # Bags

    def _submit(self, bag: BagRecord) -> None:
        try:
            answer = self._transport.post_json("/v1/bags", bag.body, key=bag.key)
        except ServerUnavailableError:
            raise
        except TenderError as error:
            self._fail(bag, bag.jobs(), f"the market refused the bag: {error}")
            self._ended(bag)
            return
        bag.bag = answer["id"]
        self._state.write_bag(bag)
        say(f"Bag {bag.bag}: {len(bag.jobs())} jobs of rule {answer['name']} in {len(bag.tasks)} tasks.")

    def _follow(self) -> None:
        """Reads the state of all bags by one request, and details only of those that have changed."""
        open_bags = {bag.bag: bag for bag in self._bags.values() if bag.bag is not None and not bag.ended}
        if not open_bags:
            return
        page = self._get(with_query("/v1/bags", {"limit": _PAGE}))["bags"]
        listed = {one["id"]: one for one in page}
        for id, bag in open_bags.items():
            try:
                answer = listed.get(id) or self._get(bag_path(id))
            except NotFoundError:
                self._fail(bag, bag.jobs(), "the market does not have the bag any more")
                self._ended(bag)
                continue
            if answer["version"] != bag.version:
                self._changed(bag, answer)
                bag.version = answer["version"]

    def _changed(self, bag: BagRecord, answer: Dict[str, Any]) -> None:
        state = answer["state"]
        if state == "quoted" and answer["quote"] is not None:
            self._accept(bag, answer["quote"])
        elif state in ("no-promise", "unmatched", "declined"):
            self._no_promise(bag, answer)
        else:
            failed = sum(group["count"] for group in answer["failed"])
            if failed != bag.failed_tasks or answer["ended"] is not None:
                self._read_failed(bag, answer["ended"] is not None, state)
                bag.failed_tasks = failed
            if answer["ended"] is not None:
                self._ended(bag)

    def _accept(self, bag: BagRecord, quote: Dict[str, Any]) -> None:
        try:
            self._post(bag, "accept", {"by": quote["by"], "price": quote["price"]})
        except ConflictError:
            pass  # The quote has changed; the next answer has the present one.

    def _no_promise(self, bag: BagRecord, answer: Dict[str, Any]) -> None:
        """Submits the jobs again as another bag, until the time for that is over."""
        now = time.time()
        if now - bag.first_submitted > self._settings.promise_minutes * 60:
            self._fail(bag, bag.jobs(), f"no provider made an offer; see: tender explain {bag.bag}")
            self._ended(bag)
            return
        say(f"Bag {bag.bag} got no promise ({answer['state']}); trying again. The reasons: tender explain {bag.bag}")
        again = replace(bag, key=str(uuid.uuid4()), bag=None, version=-1, not_before=now + _AGAIN_SECONDS)
        self._state.write_bag(again)
        self._bags[again.key] = again
        self._state.remove_bag(bag)
        del self._bags[bag.key]

    def _read_failed(self, bag: BagRecord, ended: bool, state: str) -> None:
        for start in range(0, len(bag.tasks), _MAX_CELLS):
            until = min(len(bag.tasks), start + _MAX_CELLS)
            query = {"from": start, "until": until, "cells": _MAX_CELLS}
            cells = self._get(with_query(bag_path(bag.bag or "", "tasks"), query))
            failed, not_done = cell_states(cells["runs"])
            for task in failed:
                how = f"see: tender logs {bag.bag} {start + task}"
                ids = bag.tasks[start + task]
                marked = [id for id in ids if self._state.job_failed(id)]
                if marked and start + task >= 0 and bag.failed_tasks == 0:
                    say(f"Job {numbers_of(bag.numbers, marked)} of bag {bag.bag} failed; {how}")
                self._fail(bag, ids, f"its task was stopped or lost; {how}")
            if ended:
                for task in not_done:
                    self._fail(bag, bag.tasks[start + task], f"bag {bag.bag} is {state}")

    def _fail(self, bag: BagRecord, ids: Sequence[str], reason: str) -> None:
        failed = [id for id in ids if not self._state.job_ended(id)]
        for id in failed:
            self._state.fail_job(id, bag.failed[id])
        if failed:
            say(f"Job {numbers_of(bag.numbers, failed)} failed: {reason}")

    def _ended(self, bag: BagRecord) -> None:
        bag.ended = True
        self._state.write_bag(bag)

    # The end

    def end(self) -> bool:
        """Ends the bags that still run. Those whose jobs have all ended get some time, so that they are not cancelled.

        Returns whether all bags have ended.
        """
        begin = time.time()
        cancelled: set[str] = set()
        while time.time() < begin + _CANCEL_SECONDS:
            try:
                self._resubmit_unknown()
                self._follow()
                open_bags = [bag for bag in self._bags.values() if bag.bag is not None and not bag.ended]
                for bag in open_bags:
                    complete = all(self._state.job_ended(id) for id in bag.jobs())
                    if bag.key not in cancelled and (not complete or time.time() > begin + _LAST_RESULTS_SECONDS):
                        self._cancel(bag)
                        cancelled.add(bag.key)
                if all(bag.ended for bag in self._bags.values()):
                    break
            except ServerUnavailableError as error:
                say(str(error).splitlines()[0])
            time.sleep(_LOOP_SECONDS)
        left: List[Optional[str]] = [bag.bag for bag in self._bags.values() if not bag.ended]
        if left:
            say(f"Bags {left} could not be cancelled. Cancel them: tender cancel BAG")
        return not left

    def _resubmit_unknown(self) -> None:
        """A bag without an id may have been submitted by a broker that was killed; only a repetition gives its id."""
        for bag in self._bags.values():
            if bag.bag is None and not bag.ended:
                if bag.not_before > 0:
                    self._ended(bag)
                else:
                    self._submit(bag)

    def _cancel(self, bag: BagRecord) -> None:
        try:
            self._post(bag, "cancel", {})
            say(f"Cancelled bag {bag.bag}.")
        except (ConflictError, NotFoundError):
            pass  # It has ended.

    def _get(self, path: str) -> Any:
        return self._transport.get_json(path, max_outage=_OUTAGE_SECONDS)

    def _post(self, bag: BagRecord, action: str, body: Dict[str, Any]) -> Any:
        return self._transport.post_json(bag_path(bag.bag or "", action), body)


def _literal(path: str) -> str:
    """A path in a command of a bag."""
    if "'" in path:
        raise InvalidInputError(f"The path {path!r} contains a quote.\nMove the workflow to another folder.")
    return "'" + path.replace("{", "{{").replace("}", "}}") + "'"


def _resources(jobs: Sequence[Job]) -> Optional[Resources]:
    request = jobs[0].request
    if request.memory_mib == 0 and request.gpus == 0:
        return None
    memory: List[int] = [request.memory_mib] if request.memory_mib > 0 else []
    return Resources(memory_mib=memory, gpus=request.gpus, gpu_type=request.gpu_type)
