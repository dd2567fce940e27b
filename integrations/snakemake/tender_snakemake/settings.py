"""The settings in the profile's tender.yaml."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Dict, Optional

from tender.errors import SettingsError
from tender.times import duration_seconds

_LINE = re.compile(r"(?P<name>[a-z_]+):\s+(?P<value>\S.*?)\s*(?:\s#.*)?$")


@dataclass(frozen=True)
class Settings:
    """How jobs become bags."""

    dataset: Optional[str] = None
    deadline: Optional[str] = None
    budget: Optional[str] = None
    default_runtime: str = "10m"
    collect_seconds: float = 1.0
    wait_seconds: float = 60.0
    promise_minutes: float = 10.0

    def __post_init__(self) -> None:
        duration_seconds(self.default_runtime, "default_runtime")


def read_settings(file: Path) -> Settings:
    """Reads the file; without it, all settings have their defaults."""
    if not file.exists():
        return Settings()
    defaults = {field.name: field.default for field in fields(Settings)}
    values: Dict[str, Any] = {}
    for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.match(line)
        name = match.group("name") if match else None
        if match is None or name not in defaults or name in values:
            raise SettingsError(
                f"{file}:{number} cannot be read: {line.strip()[:100]!r}.\n"
                f"Each line must be one of {', '.join(defaults)}, a colon, a space and the value; each at most once."
            )
        values[name] = _value(match.group("value").strip("'\""), defaults[name], f"{file}:{number}")
    return Settings(**values)


def _value(text: str, default: object, where: str) -> object:
    if not isinstance(default, float):
        return text
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < 1e6:
        raise SettingsError(f"{where} has {text!r}, which is not a number.\nUse a number such as {default:g}.")
    return number
