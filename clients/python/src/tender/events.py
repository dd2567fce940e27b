"""Server-sent events."""

from __future__ import annotations

from typing import IO, Iterator, Optional

from tender.errors import InvalidResponseError

_MAX_LINE_BYTES = 4 << 20


def read_events(stream: IO[bytes]) -> Iterator[Optional[str]]:
    """The data of each event, and None for each comment, by which a server shows that it is alive."""
    data = []
    while True:
        raw = stream.readline(_MAX_LINE_BYTES + 1)
        if not raw.endswith(b"\n"):
            if len(raw) > _MAX_LINE_BYTES:
                raise InvalidResponseError(f"A line of the event stream has more than {_MAX_LINE_BYTES} bytes.")
            return  # An event without its last line was cut off.
        line = raw.decode("utf-8", "replace").rstrip("\r\n")
        if line.startswith(":"):
            yield None
        elif line.startswith("data:"):
            data.append(line[len("data:") :].lstrip(" "))
        elif not line and data:
            yield "\n".join(data)
            data = []
