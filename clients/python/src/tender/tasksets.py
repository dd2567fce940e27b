"""Sets of task indexes as the server writes them: ascending ranges such as ``0-4,7``."""

from __future__ import annotations

import re
from typing import List

from tender.errors import InvalidResponseError

_RANGE = re.compile(r"(0|[1-9]\d{0,8})(?:-(0|[1-9]\d{0,8}))?\Z")
_MAX_TASKS = 1_000_000


class TaskSet:
    """A set of task indexes."""

    def __init__(self, ranges: List[range]) -> None:
        self._ranges = ranges

    @classmethod
    def parse(cls, text: str) -> TaskSet:
        """Reads the ranges; refuses what no server sends."""
        ranges: List[range] = []
        for part in text.split(",") if text else []:
            match = _RANGE.match(part)
            first = int(match.group(1)) if match else -1
            last = int(match.group(2) or first) if match else -1
            if match is None or last < first or last >= _MAX_TASKS or (ranges and first < ranges[-1].stop):
                raise InvalidResponseError(f"The answer has the set of tasks {text[:100]!r}, which is not of the form 0-4,7.")
            ranges.append(range(first, last + 1))
        return cls(ranges)

    def indexes(self) -> List[int]:
        """All indexes, ascending."""
        return [index for one in self._ranges for index in one]

    def __contains__(self, index: object) -> bool:
        return any(index in one for one in self._ranges)

    def __len__(self) -> int:
        return sum(len(one) for one in self._ranges)
