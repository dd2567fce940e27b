"""Durations and instants as users write them, with the formats of bag files."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from typing import Optional, Union

from tender.errors import InvalidInputError, InvalidResponseError

#: Seconds, a timedelta, or text such as "90s", "2m" or "1d12h".
Duration = Union[int, float, timedelta, str]

#: A datetime, or text such as "+3h", "2026-11-20T09:00" or "2026-11-20T09:00Z". Without an offset it is local time.
When = Union[datetime, timedelta, str]

_DURATION = re.compile(r"(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,8})s)?")
_FRACTION = re.compile(r"\.(\d{1,9})(?=Z|[+-]|$)")


def duration_seconds(value: Duration, name: str) -> float:
    """The seconds of a positive duration; the name is for messages."""
    seconds: Optional[float] = None
    if isinstance(value, timedelta):
        seconds = value.total_seconds()
    elif isinstance(value, (int, float)):
        seconds = float(value)
    else:
        match = _DURATION.fullmatch(value)
        if match:
            days, hours, minutes, rest = (int(part or 0) for part in match.groups())
            seconds = float(((days * 24 + hours) * 60 + minutes) * 60 + rest)
    if seconds is None or not 0 < seconds < float("inf"):
        raise InvalidInputError(
            f"{name} is {value!r}, which is not a positive duration.\n"
            'Use seconds, a timedelta, or text such as "90s", "2m" or "1d12h".'
        )
    return seconds


def instant_text(value: When, name: str, now: Optional[datetime] = None) -> str:
    """An instant as the server reads it, in UTC."""
    present = now or datetime.now(timezone.utc)
    if isinstance(value, timedelta):
        return format_instant(present + value)
    if isinstance(value, datetime):
        return format_instant(value)
    try:
        if value.startswith("+"):
            return format_instant(present + timedelta(seconds=duration_seconds(value[1:], name)))
        return format_instant(_parse_iso(value))
    except (ValueError, OverflowError) as error:
        raise InvalidInputError(
            f"{name} is {value!r}, which is not a time.\n"
            'Use a datetime, or text such as "+3h", "2026-11-20T09:00" or "2026-11-20T09:00Z".'
        ) from error


def format_instant(instant: datetime) -> str:
    """ISO 8601 in UTC; a datetime without a zone is local time."""
    utc = instant.astimezone(timezone.utc).replace(tzinfo=None)
    return utc.isoformat(timespec="milliseconds") + "Z"


def parse_instant(text: str) -> datetime:
    """An instant that the server sent."""
    try:
        return _parse_iso(text).astimezone(timezone.utc)
    except (ValueError, TypeError, OverflowError) as error:
        raise InvalidResponseError(f"The answer has the time {text!r}, which is not in ISO 8601.") from error


def _parse_iso(text: str) -> datetime:
    """Python before 3.11 reads neither Z nor other fractions than three or six digits."""
    padded = _FRACTION.sub(lambda match: "." + match.group(1)[:6].ljust(6, "0"), text)
    return datetime.fromisoformat(padded[:-1] + "+00:00" if padded.endswith("Z") else padded)


def duration_words(seconds: float) -> str:
    """A duration for people, in its two largest units."""
    whole = max(0, round(seconds))
    days, hours, minutes = whole // 86400, whole // 3600 % 24, whole // 60 % 60
    if days:
        return f"{days} d {hours} h"
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {whole % 60} s" if minutes else f"{whole} s"
