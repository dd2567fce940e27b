"""Jobs as Snakemake submits them: a script with their properties."""

from __future__ import annotations

import json
import math
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Mapping, Optional, Sequence

from tender.errors import InvalidInputError
from tender.times import duration_seconds

_PROPERTIES = "# properties = "
_MIB = 1 << 20

#: What Snakemake 7 runs with a shared file system and without a status command.
_COMMAND = re.compile(
    r"cd (?P<folder>'[^']*'|\"[^\"]*\") && (?P<python>/\S+) -m snakemake (?P<arguments>.*?)"
    r" && touch (?P<finished>'[^']*') \|\| \(touch (?P<failed>'[^']*'); exit 1\)"
)


@dataclass(frozen=True)
class Request:
    """What a job needs. Jobs with equal requests of one rule can be in one bag."""

    rule: str
    threads: int
    memory_mib: int
    gpus: int
    gpu_type: str
    runtime_seconds: float
    jobs_per_task: int
    python: str


@dataclass(frozen=True)
class Job:
    """A job: where its script and the files are by which Snakemake learns its end, and what it needs."""

    id: str
    number: int
    script: str
    request: Request
    finished: str
    failed: str
    #: The folder and the arguments of the call of Snakemake; none if the script must be run as it is.
    folder: Optional[str]
    arguments: Sequence[str]

    def to_json(self) -> Dict[str, Any]:
        """What the runner must know."""
        return {
            "script": self.script,
            "finished": self.finished,
            "failed": self.failed,
            "folder": self.folder,
            "arguments": list(self.arguments),
        }


def read_job(id: str, script: Path, default_runtime: str) -> Job:
    """Reads the script that Snakemake has written for a job."""
    text = script.read_text("utf-8")
    line = next((one for one in text.splitlines() if one.startswith(_PROPERTIES)), None)
    if line is None:
        raise InvalidInputError(f"{script} has no properties.\nUse a job script with the line '{_PROPERTIES}{{properties}}'.")
    properties = json.loads(line[len(_PROPERTIES) :])
    number = properties["jobid"]
    command = _COMMAND.search(text)
    folder: Optional[str] = None
    arguments: Sequence[str] = ()
    python = "python3"
    if command is not None:
        python = command["python"]
        folder = shlex.split(command["folder"])[0]
        arguments = shlex.split(command["arguments"])
    # Snakemake names them by the job's own number, which for a group is not the one in the properties.
    stem = script.name[: -len(".sh")].rsplit(".", 1)[-1]
    return Job(
        id=id,
        number=number,
        script=text,
        request=_request(properties, python, default_runtime),
        finished=command["finished"].strip("'") if command else str(script.parent / f"{stem}.jobfinished"),
        failed=command["failed"].strip("'") if command else str(script.parent / f"{stem}.jobfailed"),
        folder=folder,
        arguments=arguments,
    )


def _request(properties: Mapping[str, Any], python: str, default_runtime: str) -> Request:
    resources = properties.get("resources", {})
    rule = properties.get("rule") or properties.get("groupid") or "job"
    memory = resources.get("mem_mb")
    gpus, gpu_type = _gpus(resources, rule)
    return Request(
        rule=str(rule),
        threads=max(1, int(properties.get("threads", 1))),
        memory_mib=0 if memory is None else _bucket(math.ceil(_number(memory, "mem_mb", rule) * 1e6 / _MIB)),
        gpus=gpus,
        gpu_type=gpu_type,
        runtime_seconds=_runtime_seconds(resources, rule, default_runtime),
        jobs_per_task=max(1, int(_number(resources.get("jobs_per_task", 1), "jobs_per_task", rule))),
        python=python,
    )


def _bucket(mib: int) -> int:
    """Rounds up by at most a quarter, so that jobs whose memory depends on their files can share a bag."""
    step = 1 << max(0, mib.bit_length() - 3)
    return -(-mib // step) * step


def _gpus(resources: Mapping[str, Any], rule: object) -> tuple[int, str]:
    for name in ("gpus", "gpu", "nvidia_gpu"):
        if resources.get(name):
            kind = resources.get("gpu_type") or resources.get("gpu_model") or ""
            return int(_number(resources[name], name, rule)), str(kind)
    return 0, ""


def _runtime_seconds(resources: Mapping[str, Any], rule: object, default_runtime: str) -> float:
    if resources.get("runtime_s"):
        return _number(resources["runtime_s"], "runtime_s", rule)
    minutes = resources.get("runtime")
    if not minutes:
        return duration_seconds(default_runtime, "default_runtime")
    if isinstance(minutes, str) and not minutes.replace(".", "", 1).isdigit():
        return duration_seconds(minutes, f"runtime of rule {rule}")
    return _number(minutes, "runtime", rule) * 60


def _number(value: object, name: str, rule: object) -> float:
    try:
        number = float(str(value))
    except ValueError:
        number = -1.0
    if not 0 <= number < 1e12:
        raise InvalidInputError(f"{name} of rule {rule} is {value!r}.\nUse a number that is not negative.")
    return number
