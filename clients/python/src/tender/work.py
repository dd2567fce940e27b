"""What is submitted: a command, its tasks, and what they need."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union, cast

from tender import schema
from tender.errors import InvalidInputError
from tender.inputs import Input, InputFile, collect_inputs
from tender.packs import InputPack, divide
from tender.times import Duration, When, duration_seconds, instant_text

#: Files that are not in packs.
_MAX_INPUTS = 10_000

Value = Union[str, int, float]
#: Credits.
Amount = Union[str, int, Decimal]


@dataclass(frozen=True)
class Sweep:
    """A task for each combination of values; the last parameter varies fastest."""

    parameters: Mapping[str, Iterable[Value]]


@dataclass(frozen=True)
class Zip:
    """A task for each position in the lists of values, which are equally long."""

    parameters: Mapping[str, Iterable[Value]]


@dataclass(frozen=True)
class Lines:
    """A task for each line of a file; ``{line}`` in the command is the line."""

    file: Union[str, Path]


def sweep(**parameters: Iterable[Value]) -> Sweep:
    """A task for each combination of values: ``sweep(seed=range(100), n=[10, 100])`` has 200 tasks."""
    return Sweep(parameters)


def zipped(**parameters: Iterable[Value]) -> Zip:
    """A task for each position: ``zipped(seed=[1, 2], n=[10, 100])`` has two tasks."""
    return Zip(parameters)


@dataclass(frozen=True)
class Resources:
    """What each task requests from its node besides processors.

    ``memory_mib`` is a number, or one for each attempt after the memory was exceeded, ascending.
    """

    memory_mib: Union[int, Sequence[int]] = ()
    gpus: int = 0
    gpu_type: str = ""
    scratch_mib: int = 0
    features: Sequence[str] = ()
    exclusive: bool = False

    def to_json(self) -> schema.TaskResources:
        """As it is in a work order."""
        memory = [self.memory_mib] if isinstance(self.memory_mib, int) else list(self.memory_mib)
        return {
            "memoryMib": memory,
            "gpus": self.gpus,
            "gpuType": self.gpu_type,
            "scratchMib": self.scratch_mib,
            "features": list(self.features),
            "exclusive": self.exclusive,
        }


@dataclass(frozen=True)
class Work:
    """A bag of tasks: the fields of a bag file except deadline and budget.

    ``{name}`` in the command is replaced by the quoted value of a parameter, ``{task}`` by the index of the task.
    ``runtime`` is an upper estimate of one task's run time; a task that runs for more than twice as long is killed.
    ``inputs`` are relative to ``base``, or to the current folder.
    """

    command: str
    runtime: Duration
    tasks: Union[int, Sweep, Zip, Lines] = 1
    name: str = "bag"
    inputs: Sequence[Input] = ()
    outputs: Sequence[str] = ()
    processors: int = 1
    retries: int = 0
    resources: Optional[Resources] = None
    shell: Optional[str] = None
    setup: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    outputs_required: bool = False
    stop_after_failures: int = 20
    container: Optional[schema.Container] = None
    profiler: Optional[str] = None
    site_inputs: Sequence[str] = ()
    base: Optional[Path] = None

    def prepare(self) -> PreparedWork:
        """Reads the input files and makes the work order."""
        files = collect_inputs(self.inputs, self.base)
        files, packs = divide(files)
        if len(files) > _MAX_INPUTS:
            raise InvalidInputError(
                f"There are more than {_MAX_INPUTS} input files that are larger than 64 KiB or in no folder.\n"
                "Put them into an archive that the command unpacks."
            )
        task_list, lines = self._task_list()
        options: Dict[str, Any] = {
            "shell": self.shell,
            "setup": list(self.setup),
            "environment": dict(self.environment),
            "outputsRequired": self.outputs_required,
            "stopAfterFailures": self.stop_after_failures,
        }
        if self.container is not None:
            options["container"] = self.container
        order: Dict[str, Any] = {
            "version": 1,
            "name": self.name,
            "command": self.command,
            "taskList": task_list,
            "inputs": [file.to_json() for file in files],
            "outputs": list(self.outputs),
            "width": self.processors,
            "runtimeMillis": max(1, round(duration_seconds(self.runtime, "runtime") * 1000)),
            "retries": self.retries,
            "options": options,
        }
        if self.resources is not None:
            order["resources"] = self.resources.to_json()
        if self.profiler is not None:
            order["profiler"] = self.profiler
        if self.site_inputs:
            order["siteInputs"] = list(self.site_inputs)
        if packs:
            order["inputPacks"] = [pack.to_json() for pack in packs]
        return PreparedWork(cast(schema.WorkOrder, order), files if lines is None else [*files, lines], packs)

    def _task_list(self) -> Tuple[Dict[str, Any], Optional[InputFile]]:
        """The task list, and the file of its lines, which is uploaded too."""
        if isinstance(self.tasks, int):
            return {"kind": "count", "tasks": self.tasks}, None
        if isinstance(self.tasks, Lines):
            lines = _read_lines(self.tasks, self.base or Path.cwd())
            return {"kind": "lines", "file": lines.file.digest, "tasks": lines.count}, lines.file
        kind = "sweep" if isinstance(self.tasks, Sweep) else "zip"
        parameters = [
            {"name": name, "values": [_value_text(value) for value in values]}
            for name, values in self.tasks.parameters.items()
        ]
        if kind == "zip" and len({len(cast(List[str], one["values"])) for one in parameters}) > 1:
            lengths = ", ".join(f"{one['name']}: {len(cast(List[str], one['values']))}" for one in parameters)
            raise InvalidInputError(f"The parameters of zip have different numbers of values ({lengths}).\nMake them equal.")
        return {"kind": kind, "parameters": parameters}, None


@dataclass(frozen=True)
class PreparedWork:
    """A work order, and the files to upload before it is submitted."""

    order: schema.WorkOrder
    files: Sequence[InputFile]
    packs: Sequence[InputPack] = ()


@dataclass(frozen=True)
class Terms:
    """By when and for how much a bag should be done, and how offers are chosen.

    Without a deadline, the bag is done as early as possible. ``optimise`` is ``cost`` or ``time``; ``mechanism`` is
    ``auction`` or ``share``; ``domain`` is ``local`` or ``global``. ``quote_first`` waits for your acceptance even if
    the deadline and the budget are met. ``keep`` is how long the bag is kept after its end, such as ``30d``.
    ``project`` is the project whose shared budget pays for the bag.
    """

    deadline: Optional[When] = None
    budget: Optional[Amount] = None
    quote_first: bool = False
    optimise: Optional[str] = None
    mechanism: Optional[str] = None
    valuation: Optional[Amount] = None
    bid_per_minute: Optional[Amount] = None
    domain: Optional[str] = None
    deadline_factor: Optional[Amount] = None
    budget_factor: Optional[Amount] = None
    keep: Optional[str] = None
    project: Optional[str] = None

    def to_json(self) -> Dict[str, Any]:
        """The fields of a submission that are given."""
        amounts = {
            "budget": self.budget,
            "valuation": self.valuation,
            "bidPerMinute": self.bid_per_minute,
            "deadlineFactor": self.deadline_factor,
            "budgetFactor": self.budget_factor,
        }
        body: Dict[str, Any] = {
            "deadline": None if self.deadline is None else instant_text(self.deadline, "deadline"),
            "optimise": self.optimise,
            "mechanism": self.mechanism,
            "domain": self.domain,
            "keep": self.keep,
            "project": self.project,
            **{name: None if amount is None else amount_text(amount, name) for name, amount in amounts.items()},
        }
        given = {name: value for name, value in body.items() if value is not None}
        return {**given, "quoteFirst": self.quote_first}


def amount_text(amount: Amount, name: str) -> str:
    """A number of credits as the server reads it."""
    try:
        credits = Decimal(str(amount))
    except InvalidOperation:
        credits = Decimal("NaN")
    if not credits.is_finite() or credits < 0 or credits != round(credits, 3):
        raise InvalidInputError(
            f'{name} is {amount!r}, which is not an amount.\nUse a number with at most three decimals, such as "12.5".'
        )
    return format(credits, "f")


def _value_text(value: Value) -> str:
    return value if isinstance(value, str) else repr(value)


@dataclass(frozen=True)
class _LinesFile:
    file: InputFile
    count: int


def _read_lines(lines: Lines, base: Path) -> _LinesFile:
    path = Path(lines.file)
    content = (path if path.is_absolute() else base / path).read_bytes()
    count = content.count(b"\n") + (0 if content.endswith(b"\n") or not content else 1)
    return _LinesFile(InputFile.of_bytes(path.name, content), count)
