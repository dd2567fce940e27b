"""The journal of an executor, by which a new process finds the bags of one that was killed.

It has a JSON object in each line. A bag is recorded with everything that its submission needs before it is submitted, so
the submission can be repeated with the same idempotency key.
"""

from __future__ import annotations

import json
import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Dict, List, Mapping, Optional, Sequence, Tuple

from tender.errors import InvalidInputError
from tender.transport import LOG

try:
    import fcntl
except ImportError:  # Not on Windows, where two processes must not share a journal.
    fcntl = None  # type: ignore[assignment]


@dataclass
class RecordedBag:
    """A bag: its submission, the first call of each of its tasks, and the identities of its calls."""

    key: str
    body: Mapping[str, Any]
    firsts: Sequence[int]
    identities: Sequence[str]
    bag: Optional[str] = None


class Journal:
    """A journal file, which one process has open at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        self._file: IO[bytes] = os.fdopen(descriptor, "r+b", buffering=0)
        self._require_alone()
        self._write_lock = threading.Lock()
        self._unclaimed: Dict[str, List[Tuple[RecordedBag, int]]] = {}
        self._read()

    def _require_alone(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            raise InvalidInputError(
                f"The journal {self._path} is used by another process.\nWait for it, or give each process a journal of its own."
            ) from error

    def _read(self) -> None:
        bags: Dict[str, RecordedBag] = {}
        complete = 0
        for line in self._file.read().splitlines(keepends=True):
            try:
                entry = json.loads(line) if line.endswith(b"\n") else None
            except ValueError:
                entry = None
            if entry is None:
                break  # The process was killed while it wrote.
            complete += len(line)
            self._read_entry(entry, bags)
        self._file.truncate(complete)
        for bag in bags.values():
            for number, identity in enumerate(bag.identities):
                self._unclaimed.setdefault(identity, []).append((bag, number))

    def _read_entry(self, entry: Mapping[str, Any], bags: Dict[str, RecordedBag]) -> None:
        try:
            if entry["event"] == "submitting":
                bags[entry["key"]] = RecordedBag(entry["key"], entry["body"], entry["firsts"], entry["identities"])
            else:
                bags[entry["key"]].bag = entry["bag"]
        except (KeyError, TypeError) as error:
            raise InvalidInputError(f"{self._path} is not a journal of Tender.\nGive another file.") from error

    def claim(self, identity: str) -> Optional[Tuple[RecordedBag, int]]:
        """A bag of an earlier process with this call, and its number there. Each one is returned once."""
        places = self._unclaimed.get(identity)
        return places.pop(0) if places else None

    def submitting(self, bag: RecordedBag) -> None:
        """Records a bag that will be submitted."""
        entry = {
            "event": "submitting",
            "key": bag.key,
            "body": bag.body,
            "firsts": list(bag.firsts),
            "identities": list(bag.identities),
        }
        self._append(entry)

    def submitted(self, key: str, bag: str) -> None:
        """Records the id of a bag."""
        self._append({"event": "submitted", "key": key, "bag": bag})

    def _append(self, entry: Mapping[str, Any]) -> None:
        content = json.dumps(entry).encode("ascii") + b"\n"
        with self._write_lock:
            while content:
                content = content[self._file.write(content) or 0 :]
            os.fsync(self._file.fileno())

    def close(self, *, delete: bool) -> None:
        """Ends the use of the file. It is deleted if all calls have their results."""
        unused = {bag.bag for places in self._unclaimed.values() for bag, _ in places if bag.bag is not None}
        if unused:
            LOG.warning("Calls of bags %s of an earlier run were not made again.", ", ".join(sorted(unused)))
        if delete:
            self._path.unlink()
        self._file.close()
