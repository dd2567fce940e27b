"""The address of the market, the user's token and the trusted certificates, found where the command line finds them."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Mapping, Optional, Tuple
from urllib.parse import urlsplit

from tender.errors import SettingsError

DEFAULT_SERVER = "http://127.0.0.1:7480"

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_FIELDS = ("server", "token", "ca")
_LINE = re.compile(r"(?P<key>[A-Za-z_]+):(?:\s+(?P<value>.*))?$")
_MAX_CONFIG_BYTES = 64 << 10


@dataclass(frozen=True)
class Settings:
    """How to reach the market.

    ``servers`` are equivalent and are tried in turn. ``ca`` is a file of certificates in PEM; without it, those are
    trusted that Python trusts.
    """

    servers: Tuple[str, ...]
    token: str = field(repr=False)
    ca: Optional[Path] = None

    def unencrypted(self) -> Tuple[str, ...]:
        """The servers to which the token is sent in clear over a network."""
        return tuple(
            server
            for server in self.servers
            if urlsplit(server).scheme == "http" and urlsplit(server).hostname not in _LOOPBACK
        )


def find_settings(
    server: Optional[str] = None,
    token: Optional[str] = None,
    ca: Optional[str] = None,
    *,
    environment: Optional[Mapping[str, str]] = None,
    home: Optional[Path] = None,
) -> Settings:
    """Takes each value from the argument, else the environment, else the configuration file.

    The variables are TENDER_SERVER, TENDER_TOKEN and TENDER_CA. The file is ``tender/config.yaml`` in the folder
    XDG_CONFIG_HOME, or ``~/.config/tender/config.yaml``.
    """
    variables = os.environ if environment is None else environment
    file = _config_folder(variables, home or Path.home()) / "tender" / "config.yaml"
    config = _read_config(file)
    servers = _first(server, variables.get("TENDER_SERVER"), config.get("server")) or DEFAULT_SERVER
    found = _first(token, variables.get("TENDER_TOKEN"), config.get("token"))
    if found is None:
        raise SettingsError(f'No token is configured.\nSet TENDER_TOKEN, or "token: ..." in {file}.')
    if not all(" " < character < "\x7f" for character in found):
        raise SettingsError("The token contains invalid characters.\nA line break may have been copied with it.")
    certificates = _first(ca, variables.get("TENDER_CA"), config.get("ca"))
    return Settings(
        tuple(_address(part.strip()) for part in servers.split(",")),
        found,
        None if certificates is None else Path(certificates),
    )


def _config_folder(variables: Mapping[str, str], home: Path) -> Path:
    configured = variables.get("XDG_CONFIG_HOME", "")
    return Path(configured) if Path(configured).is_absolute() else home / ".config"


def _first(*texts: Optional[str]) -> Optional[str]:
    return next((text for text in texts if text is not None and text.strip()), None)


def _address(text: str) -> str:
    try:
        parts = urlsplit(text)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.query and parts.port != 0
    except ValueError:
        valid = False
    if not valid or any(not " " < character < "\x7f" for character in text):
        raise SettingsError(
            f"The server {text!r} is not a valid address.\n"
            "Use for example https://tender.example.org:8443; separate several with commas."
        )
    return text.rstrip("/")


def _read_config(file: Path) -> Dict[str, str]:
    try:
        mode = file.stat().st_mode
        if os.name == "posix" and mode & 0o077:
            raise SettingsError(
                f"{file} contains a token and is accessible to other users ({mode & 0o777:o}).\n"
                f"Restrict it: chmod 600 {file}"
            )
        with file.open("rb") as content:
            text = content.read(_MAX_CONFIG_BYTES).decode("utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"Reading {file} failed: {error}.\nCorrect the file or its permissions.") from error
    return _parse_config(text, file)


def _parse_config(text: str, file: Path) -> Dict[str, str]:
    """The file is YAML with one level of text values, for which no library is needed."""
    values: Dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#") or line.rstrip() in ("---", "..."):
            continue
        match = _LINE.match(line)
        key = match.group("key") if match else None
        if match is None or key not in _FIELDS or key in values:
            raise SettingsError(
                f"{file}:{number} cannot be read: {_without_value(line)!r}.\n"
                f"Each line must be one of {', '.join(_FIELDS)}, a colon, a space and the value; each at most once."
            )
        values[key] = _scalar(match.group("value") or "", file, number)
    return values


def _without_value(line: str) -> str:
    """A line without its value, which could be the token."""
    return line.split(":", 1)[0]


def _scalar(text: str, file: Path, number: int) -> str:
    value = text.strip()
    if value[:1] in ("'", '"'):
        quote = value[0]
        end = value.find(quote, 1)
        rest = value[end + 1 :].strip()
        if end < 0 or "\\" in value or (rest and not rest.startswith("#")):
            raise SettingsError(f"{file}:{number} has a quoted text that cannot be read.\nWrite the value without quotes.")
        return value[1:end]
    if value[:1] in ("[", "{", "|", ">", "&", "*", "!"):
        raise SettingsError(f"{file}:{number} is not plain text.\nWrite one value after the colon.")
    value = re.split(r"(?:^|\s)#", value, maxsplit=1)[0].strip()
    return "" if value in ("null", "~") else value
