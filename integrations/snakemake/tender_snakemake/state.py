"""The broker's state: files in the folder .snakemake/tender of the workflow, which outlast the broker.

    incoming/JOB       the path of the script of a job that was submitted
    jobs/JOB.json      what the runner needs for a job of a bag
    jobs/JOB.done      the job has succeeded; JOB.failed: it has failed; JOB.lock: held while it runs
    bags/KEY.json      a bag, written before it is submitted with this idempotency key
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Optional

from tender_snakemake import runner
from tender_snakemake.jobs import Job


@dataclass
class BagRecord:
    """A bag of jobs."""

    key: str
    body: Dict[str, Any]
    #: The ids of the jobs of each task.
    tasks: List[List[str]]
    #: Where the end of each job is announced, and its number for messages.
    failed: Dict[str, str]
    numbers: Dict[str, int]
    bag: Optional[str] = None
    ended: bool = False
    #: When the first attempt to get a promise was made, and which attempt this is.
    first_submitted: float = 0.0
    not_before: float = 0.0
    version: int = field(default=-1)
    failed_tasks: int = 0

    def jobs(self) -> List[str]:
        """The ids of all jobs."""
        return [id for task in self.tasks for id in task]


class State:
    """The folder with the state."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.incoming = folder / "incoming"
        self.jobs = folder / "jobs"
        self.bags = folder / "bags"
        for one in (self.incoming, self.jobs, self.bags):
            one.mkdir(parents=True, exist_ok=True)

    def reset(self) -> None:
        """Forgets an earlier run of Snakemake, whose bags have ended."""
        for folder in (self.incoming, self.jobs, self.bags):
            shutil.rmtree(folder)
            folder.mkdir()
        target = self.folder / "run-jobs"
        _write(target, Path(runner.__file__).read_text("utf-8"))

    def wait_until_stopped(self, seconds: float) -> None:
        """Waits until no job runs any more, so that none writes files of the next run."""
        end = time.monotonic() + seconds
        for file in self.jobs.glob("*.lock"):
            with file.open("a") as lock:
                while time.monotonic() < end:
                    try:
                        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                        break
                    except OSError:
                        time.sleep(0.2)

    def submitted(self) -> Dict[str, Path]:
        """The scripts of the submitted jobs that are in no bag, by the id of the job."""
        found = {}
        for file in sorted(self.incoming.iterdir()):
            if not file.name.startswith("."):
                found[file.name] = Path(file.read_text("utf-8").rstrip("\n"))
        return found

    def forget_submitted(self, id: str) -> None:
        """The job is in a bag, or has failed."""
        (self.incoming / id).unlink(missing_ok=True)

    def write_job(self, job: Job) -> None:
        """Writes what the runner must know."""
        _write(self.jobs / f"{job.id}.json", json.dumps(job.to_json()))

    def job_ended(self, id: str) -> bool:
        """Whether the job has succeeded or failed."""
        return (self.jobs / f"{id}.done").exists() or (self.jobs / f"{id}.failed").exists()

    def job_failed(self, id: str) -> bool:
        """Whether the job has failed."""
        return (self.jobs / f"{id}.failed").exists()

    def fail_job(self, id: str, marker: str) -> None:
        """Tells Snakemake that the job has failed."""
        (self.jobs / f"{id}.failed").touch()
        if Path(marker).parent.is_dir():
            Path(marker).touch()

    def write_bag(self, bag: BagRecord) -> None:
        """Writes a bag."""
        _write(self.bags / f"{bag.key}.json", json.dumps(asdict(bag)))

    def read_bags(self) -> List[BagRecord]:
        """All bags."""
        return [BagRecord(**json.loads(file.read_text("utf-8"))) for file in sorted(self.bags.glob("*.json"))]

    def remove_bag(self, bag: BagRecord) -> None:
        """Forgets a bag that was replaced."""
        (self.bags / f"{bag.key}.json").unlink(missing_ok=True)


def _write(file: Path, text: str) -> None:
    new = file.with_name(f".{file.name}.new")
    new.write_text(text, "utf-8")
    os.replace(new, file)
