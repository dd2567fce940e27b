"""Requests to the first server that answers, retried while a server restarts."""

from __future__ import annotations

import http.client
import json
import logging
import random
import re
import ssl
import time
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Callable, Dict, Iterator, Mapping, Optional, TypeVar, Union
from urllib.parse import quote, urlencode, urlsplit

from tender.errors import (
    InvalidInputError,
    InvalidResponseError,
    ServerNotTrustedError,
    ServerUnavailableError,
    SettingsError,
    TenderError,
    request_refused,
)
from tender.settings import Settings
from tender.version import VERSION

LOG = logging.getLogger("tender")

#: How long most requests are retried, which outlasts the restart of a server.
SHORT_OUTAGE_SECONDS = 30.0

#: How long a program that waits for a bag tries servers that do not answer.
LONG_OUTAGE_SECONDS = 1800.0

REQUEST_TIMEOUT_SECONDS = 60.0
TRANSFER_TIMEOUT_SECONDS = 900.0

_FIRST_PAUSE_SECONDS = 0.2
_MAX_PAUSE_SECONDS = 5.0
_MAX_PROBLEM_BYTES = 64 << 10
#: Above the size of every answer in JSON, and of every result pack.
MAX_ANSWER_BYTES = 80 << 20

#: Returned by a proxy that reaches no server, or by a busy server.
_RETRYABLE_STATUS = (502, 503, 504)

#: The quota is exceeded; the server may say when to try again.
_TOO_MANY_REQUESTS = 429

_BAD_TOKEN_ADVICE = (
    "Check TENDER_TOKEN, or token in ~/.config/tender/config.yaml, or ask the market's operator for a new token."
)
_BAG_ID = re.compile(r"[A-Za-z0-9_-]{1,200}\Z")

Body = Union[bytes, Path, None]
_Answer = TypeVar("_Answer")


def bag_path(bag: str, *segments: Union[str, int]) -> str:
    """The path of a bag, or of something that belongs to it."""
    if not _BAG_ID.match(bag):
        raise InvalidInputError(
            f"The bag's id is {bag!r}, but an id has only letters, digits and hyphens.\nList your bags with Market.bags()."
        )
    return "/".join(["/v1/bags", bag, *(quote(str(segment), safe="") for segment in segments)])


def with_query(path: str, query: Mapping[str, Union[str, int, None]]) -> str:
    """A path with those parameters that have a value."""
    given = {name: value for name, value in query.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path


def pause_seconds(round_number: int) -> float:
    """How long to wait before the next round: twice as long each time, with jitter."""
    longest = min(_MAX_PAUSE_SECONDS, _FIRST_PAUSE_SECONDS * 2 ** min(round_number, 10))
    return random.uniform(longest / 2, longest)


class Transport:
    """Sends requests. It may be used by several threads at the same time.

    All requests are idempotent, so a request that failed is sent again: to the next server, and after a pause.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._sleep = sleep
        self._clock = clock
        self._server = 0
        self._tls = _tls_context(settings)

    def get_json(self, path: str, *, max_outage: float = SHORT_OUTAGE_SECONDS) -> Any:
        """The JSON at a path."""
        return _parse_json(self.request("GET", path, max_outage=max_outage))

    def post_json(self, path: str, body: Mapping[str, Any], *, key: Optional[str] = None) -> Any:
        """Sends JSON and returns the JSON of the answer. A key makes it safe to create something with it."""
        return _parse_json(self._send_json("POST", path, body, {} if key is None else {"Idempotency-Key": key}))

    def post_json_no_answer(self, path: str, body: Mapping[str, Any]) -> None:
        """Sends JSON to a path whose answer is empty."""
        self._send_json("POST", path, body, {})

    def put_json(self, path: str, body: Mapping[str, Any]) -> Any:
        """Sends JSON and returns the JSON of the answer."""
        return _parse_json(self._send_json("PUT", path, body, {}))

    def _send_json(self, method: str, path: str, body: Mapping[str, Any], headers: Mapping[str, str]) -> bytes:
        content = json.dumps(body, allow_nan=False).encode("utf-8")
        return self.request(method, path, body=content, headers={"Content-Type": "application/json", **headers})

    def request(
        self,
        method: str,
        path: str,
        *,
        body: Body = None,
        headers: Optional[Mapping[str, str]] = None,
        timeout: float = REQUEST_TIMEOUT_SECONDS,
        max_outage: float = SHORT_OUTAGE_SECONDS,
    ) -> bytes:
        """Sends a request and returns the whole body of the answer."""

        def read(response: http.client.HTTPResponse) -> bytes:
            content = response.read(MAX_ANSWER_BYTES + 1)
            if len(content) > MAX_ANSWER_BYTES:
                raise InvalidResponseError(
                    f"The answer to {path} has more than {MAX_ANSWER_BYTES} bytes.\nCheck that the address is that of a market."
                )
            promised = response.headers.get("Content-Length")
            if promised is not None and promised.isdigit() and len(content) < int(promised):
                raise http.client.IncompleteRead(content, int(promised) - len(content))
            return content

        return self._send(method, path, body, headers or {}, timeout, max_outage, read)

    @contextmanager
    def open(
        self,
        path: str,
        *,
        headers: Optional[Mapping[str, str]] = None,
        timeout: float = TRANSFER_TIMEOUT_SECONDS,
        max_outage: float = SHORT_OUTAGE_SECONDS,
    ) -> Iterator[IO[bytes]]:
        """The body of an answer, which is read while it arrives. Only the start of the answer is retried."""

        def keep(response: http.client.HTTPResponse) -> http.client.HTTPResponse:
            return response

        response = self._send("GET", path, None, headers or {}, timeout, max_outage, keep)
        try:
            yield response
        finally:
            response.close()

    def _send(
        self,
        method: str,
        path: str,
        body: Body,
        headers: Mapping[str, str],
        timeout: float,
        max_outage: float,
        read: Callable[[http.client.HTTPResponse], _Answer],
    ) -> _Answer:
        give_up = self._clock() + max_outage
        round_number = 0
        last: Optional[Exception] = None
        while round_number == 0 or self._clock() < give_up:
            retry_after = 0
            for _ in self._settings.servers:
                server = self._settings.servers[self._server % len(self._settings.servers)]
                try:
                    return read(self._exchange(server, method, path, body, headers, timeout))
                except ssl.SSLCertVerificationError as error:
                    raise self._not_trusted(server, error) from error
                except _Busy as busy:
                    last = busy.refusal
                    if busy.retry_after is not None:
                        # The quota is that of the user, also at the next server.
                        retry_after = busy.retry_after
                        break
                except (OSError, http.client.HTTPException) as error:
                    last = error
                self._server += 1
            if round_number == 0 and retry_after > 0:
                LOG.warning("%s", last)
            elif round_number == 0 and max_outage > 0:
                LOG.warning("No answer from %s; retrying for %d s.", self._names(), max_outage)
            self._sleep(max(pause_seconds(round_number), retry_after))
            round_number += 1
        if isinstance(last, TenderError):
            raise last
        raise ServerUnavailableError(
            f"No server answers at {self._names()}: {last}.\n"
            "Check the address (server, TENDER_SERVER) and that a server runs there."
        ) from last

    def _exchange(
        self, server: str, method: str, path: str, body: Body, headers: Mapping[str, str], timeout: float
    ) -> http.client.HTTPResponse:
        """One request over a connection of its own, which the answer closes."""
        base = urlsplit(server)
        connection = self.connection(base.scheme, base.hostname or "", base.port, timeout)
        try:
            fields = {
                "Authorization": f"Bearer {self._settings.token}",
                "User-Agent": f"tender-python/{VERSION}",
                "Connection": "close",
                **headers,
            }
            if isinstance(body, Path):
                fields["Content-Length"] = str(body.stat().st_size)
                with body.open("rb") as content:
                    connection.request(method, base.path + path, content, fields)
            else:
                if method in ("POST", "PUT"):
                    fields["Content-Length"] = str(len(body or b""))
                connection.request(method, base.path + path, body, fields)
            response = connection.getresponse()
        except BaseException:
            connection.close()
            raise
        if response.status < 300:
            return response
        with response:
            refusal = _refusal(response, server + path)
        if response.status in _RETRYABLE_STATUS:
            raise _Busy(refusal)
        retry_after = response.headers.get("Retry-After", "")
        if response.status == _TOO_MANY_REQUESTS and re.fullmatch("[0-9]{1,2}", retry_after):
            raise _Busy(refusal, int(retry_after))
        raise refusal

    def connection(self, scheme: str, host: str, port: Optional[int], timeout: float) -> http.client.HTTPConnection:
        """A new connection, which trusts the certificates that the settings name."""
        if scheme == "https":
            # The servers may use HTTP where the object store uses HTTPS.
            if self._tls is None:
                self._tls = _trusting(self._settings)
            return http.client.HTTPSConnection(host, port, timeout=timeout, context=self._tls)
        return http.client.HTTPConnection(host, port, timeout=timeout)

    def _names(self) -> str:
        return ", ".join(self._settings.servers)

    @staticmethod
    def _not_trusted(server: str, error: Exception) -> ServerNotTrustedError:
        return ServerNotTrustedError(
            f"The server {server} is not trusted: {error}.\nSet TENDER_CA, or ca in the config file, "
            "to the market's file of certificates in PEM; ask its operator for it."
        )


class _Busy(Exception):
    """A refusal that a retry can change."""

    def __init__(self, refusal: TenderError, retry_after: Optional[int] = None) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
        self.retry_after = retry_after


def _tls_context(settings: Settings) -> Optional[ssl.SSLContext]:
    return _trusting(settings) if any(server.startswith("https") for server in settings.servers) else None


def _trusting(settings: Settings) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=None if settings.ca is None else str(settings.ca))
    except (OSError, ssl.SSLError) as error:
        raise SettingsError(
            f"The certificates in {settings.ca} (TENDER_CA, or ca in the config file) cannot be used: {error}.\n"
            "Give a file with certificates in PEM, or leave it out to trust those that Python trusts."
        ) from error


def _refusal(response: http.client.HTTPResponse, url: str) -> TenderError:
    try:
        problem: Dict[str, Any] = json.loads(response.read(_MAX_PROBLEM_BYTES))
        detail, advice = problem["detail"], problem.get("advice", "")
        if isinstance(detail, str) and isinstance(advice, str):
            return request_refused(response.status, detail, _BAD_TOKEN_ADVICE if response.status == 401 else advice)
    except (ValueError, KeyError, TypeError, AttributeError, http.client.HTTPException):
        pass  # Not an answer of the server, but of a proxy or another program.
    return request_refused(
        response.status,
        f"The server answered with status {response.status}, but not in Tender's format.",
        f"Check the address of the server: {url}",
    )


def _parse_json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError as error:
        raise InvalidResponseError(
            f"The answer is not JSON: {error}.\nCheck that the address is that of a market."
        ) from error
