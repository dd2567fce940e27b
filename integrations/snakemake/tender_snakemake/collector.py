"""Decides when collected jobs become a bag."""

from __future__ import annotations

from typing import Dict, List, Mapping, Sequence, Tuple

from tender_snakemake.jobs import Job, Request

#: The parameters of the tasks of a bag must fit into a work order of 4 MiB.
MAX_JOBS = 20_000


class Collector:
    """Jobs that are in no bag yet, by what they need.

    Jobs that become ready together make one bag. Jobs that become ready one by one, as those that they depend on end, are
    collected as long as bags have enough other jobs to run, so that their number stays small: a new bag is worth its
    overhead when it has at least half as many jobs as all running bags, or when its first job has waited too long.
    """

    def __init__(self, collect_seconds: float, wait_seconds: float) -> None:
        self._collect_seconds = collect_seconds
        self._wait_seconds = wait_seconds
        self._groups: Dict[Request, List[Job]] = {}
        self._first: Dict[Request, float] = {}
        self._last: Dict[Request, float] = {}

    def add(self, job: Job, now: float) -> None:
        """Adds a job at this time."""
        group = self._groups.setdefault(job.request, [])
        if not group:
            self._first[job.request] = now
        group.append(job)
        self._last[job.request] = now

    def __len__(self) -> int:
        return sum(len(jobs) for jobs in self._groups.values())

    def take(self, now: float, running: int) -> List[List[Job]]:
        """The bags to submit now, given the number of jobs in bags that have not ended."""
        taken = []
        for request in list(self._groups):
            jobs = self._groups[request]
            if self._is_due(request, len(jobs), now, running):
                for start in range(0, len(jobs), MAX_JOBS):
                    taken.append(jobs[start : start + MAX_JOBS])
                del self._groups[request], self._first[request], self._last[request]
        return taken

    def _is_due(self, request: Request, count: int, now: float, running: int) -> bool:
        if count >= MAX_JOBS or now - self._first[request] >= self._wait_seconds:
            return True
        return now - self._last[request] >= self._collect_seconds and 2 * len(self) >= running or (
            # Jobs trickle in, and none of the running ones would be left.
            now - self._first[request] >= 4 * self._collect_seconds and 2 * count >= running
        )

    def clear(self) -> None:
        """Forgets all jobs."""
        self._groups.clear()


def tasks_of(jobs: Sequence[Job]) -> List[List[str]]:
    """The ids of the jobs of each task."""
    size = jobs[0].request.jobs_per_task
    ids = [job.id for job in jobs]
    return [ids[start : start + size] for start in range(0, len(ids), size)]


def cell_states(runs: Sequence[Sequence[int]]) -> Tuple[List[int], List[int]]:
    """The failed tasks and the tasks that did not run, of an answer with a cell for each task."""
    failed: List[int] = []
    open_tasks: List[int] = []
    position = 0
    for count, _, fails, placed, unplaced, *_ in runs:
        cells = range(position, position + count)
        if fails:
            failed.extend(cells)
        if placed or unplaced:
            open_tasks.extend(cells)
        position += count
    return failed, open_tasks


def numbers_of(jobs: Mapping[str, int], ids: Sequence[str]) -> str:
    """The numbers of jobs for a message."""
    return ", ".join(str(jobs.get(id, id)) for id in ids)
