"""Large input files that are sent directly to the market's object store, in parts, by presigned URLs."""

from __future__ import annotations

import http.client
import math
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Dict, Iterator, List, Optional, Tuple, cast
from urllib.parse import urlsplit

from tender import schema
from tender.errors import InvalidInputError, InvalidRequestError, InvalidResponseError, NotFoundError, TenderError
from tender.transport import LOG, Transport, pause_seconds

#: Smaller files gain nothing from it.
MIN_DIRECT_BYTES = 16 << 20

_PARALLEL_PARTS = 4
#: An upload that is lost this many times is not begun again.
_MAX_LOSSES = 3
#: How long no request may succeed: before the first success the store may not be reachable from here at all.
_UNTIL_FIRST_SUCCESS_SECONDS = 15.0
_MAX_OUTAGE_SECONDS = 600.0
_MIN_TIMEOUT_SECONDS = 120.0
_SLOWEST_BYTES_PER_SECOND = 64 << 10
_BLOCK_BYTES = 256 << 10
_OK, _FORBIDDEN, _NOT_FOUND, _SERVER_ERRORS = 200, 403, 404, 500


class StoreUnreachable(Exception):
    """The object store cannot be reached from here, so that another way is needed."""


class _UploadLost(Exception):
    """The market or the store does not have the upload any more."""


class _Refused(Exception):
    def __init__(self, status: int) -> None:
        super().__init__(f"the object store refused a part with status {status}")
        self.status = status


class _Patience:
    """How long failed requests are repeated. Used by several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._succeeded = False
        self._since = time.monotonic()

    def succeeded(self) -> None:
        with self._lock:
            self._succeeded = True
            self._since = time.monotonic()

    def wait(self, failure: Exception, failures: int) -> None:
        with self._lock:
            waited = time.monotonic() - self._since
            if not self._succeeded and waited > _UNTIL_FIRST_SUCCESS_SECONDS:
                raise StoreUnreachable(str(failure)) from failure
            if waited > _MAX_OUTAGE_SECONDS:
                raise TenderError(
                    f"The market's object store does not answer: {failure}.\nRun the program again; parts that were sent are kept."
                ) from failure
        time.sleep(pause_seconds(failures))


class DirectUpload:
    """The upload of one file. The same upload continues after any interruption."""

    def __init__(self, transport: Transport, digest: str, size: int, file: Path) -> None:
        self._transport = transport
        self._path = f"/v1/blobs/{digest}/upload"
        self._size = size
        self._file = file
        self._modified = self._stamp()
        self._patience = _Patience()

    def send(self) -> None:
        """Returns when the market has the file."""
        for losses in range(_MAX_LOSSES + 1):
            try:
                self._send_once()
                return
            except _UploadLost as error:
                if losses == _MAX_LOSSES:
                    raise TenderError(f"The upload of {self._file} was lost: {error}\nRun the program again.") from error

    def end(self) -> None:
        """Ends the upload, whose parts are deleted."""
        self._transport.request("DELETE", self._path)

    def _send_once(self) -> None:
        upload = cast(schema.Upload, self._transport.put_json(self._path, {"bytes": self._size}))
        if upload["complete"]:
            return
        part_bytes = upload["partBytes"]
        if part_bytes < 1:
            raise InvalidResponseError(f"An upload has parts of {part_bytes} bytes.\nCheck the address of the server.")
        tags: Dict[int, str] = {sent["part"]: sent["tag"] for sent in upload["sent"]}
        count = math.ceil(self._size / part_bytes)
        missing = iter([part for part in range(1, count + 1) if part not in tags])
        self._send_missing(missing, part_bytes, tags)
        self._require_unchanged()
        try:
            self._transport.post_json_no_answer(f"{self._path}/complete", {"tags": [tags[part] for part in range(1, count + 1)]})
        except (NotFoundError, InvalidRequestError) as error:
            raise _UploadLost(str(error)) from error

    def _send_missing(self, missing: Iterator[int], part_bytes: int, tags: Dict[int, str]) -> None:
        """The first failure stops the others after their present part."""
        lock = threading.Lock()
        failures: List[BaseException] = []

        def send_parts() -> None:
            while True:
                with lock:
                    part = None if failures else next(missing, None)
                if part is None:
                    return
                try:
                    tags[part] = self._send_part(part, part_bytes)
                except BaseException as error:
                    with lock:
                        failures.append(error)

        with ThreadPoolExecutor(_PARALLEL_PARTS, thread_name_prefix="tender-upload") as threads:
            for _ in range(_PARALLEL_PARTS):
                threads.submit(send_parts)
        if failures:
            raise failures[0]

    def _send_part(self, part: int, part_bytes: int) -> str:
        begin = (part - 1) * part_bytes
        size = min(part_bytes, self._size - begin)
        failures = 0
        while True:
            url = self._part_url(part)
            try:
                tag = self._put(url, begin, size)
                self._patience.succeeded()
                return tag
            except _Refused as error:
                if error.status == _NOT_FOUND:
                    raise _UploadLost(str(error)) from error
                # A URL that has expired is forbidden.
                if error.status < _SERVER_ERRORS and error.status != _FORBIDDEN:
                    raise TenderError(f"{self._file} was not uploaded: {error}.\nAsk the market's operator.") from error
                self._patience.wait(error, failures)
            except (OSError, http.client.HTTPException) as error:
                self._require_unchanged()
                self._patience.wait(error, failures)
            failures += 1

    def _part_url(self, part: int) -> str:
        try:
            answer = cast(schema.PartUrls, self._transport.post_json(f"{self._path}/urls", {"firstPart": part, "parts": 1}))
        except (NotFoundError, InvalidRequestError) as error:
            raise _UploadLost(str(error)) from error
        return answer["urls"][0]

    def _put(self, url: str, begin: int, size: int) -> str:
        """Sends a part without the user's token, and returns its tag."""
        address = urlsplit(url)
        timeout = _MIN_TIMEOUT_SECONDS + size / _SLOWEST_BYTES_PER_SECOND
        connection = self._transport.connection(address.scheme, address.hostname or "", address.port, timeout)
        try:
            with self._file.open("rb") as content:
                content.seek(begin)
                target = f"{address.path}?{address.query}" if address.query else address.path
                connection.request("PUT", target, _blocks(content, size), {"Content-Length": str(size)})
            response = connection.getresponse()
            response.read(_BLOCK_BYTES)
            if response.status != _OK:
                raise _Refused(response.status)
            tag: Optional[str] = response.headers.get("ETag")
            if tag is None:
                raise http.client.HTTPException("the object store returned no tag")
            return tag
        finally:
            connection.close()

    def _stamp(self) -> Optional[Tuple[int, int]]:
        try:
            status = os.stat(self._file)
        except OSError:
            return None
        return status.st_size, status.st_mtime_ns

    def _require_unchanged(self) -> None:
        """Agents would find that the content has another digest."""
        stamp = self._stamp()
        if stamp is None or stamp != self._modified or stamp[0] != self._size:
            self.end()
            raise InvalidInputError(f"The file {self._file} was changed while it was uploaded.\nRun the program again.")


def _blocks(content: IO[bytes], size: int) -> Iterator[bytes]:
    left = size
    while left > 0:
        block = content.read(min(_BLOCK_BYTES, left))
        if not block:
            raise OSError("the file is shorter now")
        left -= len(block)
        yield block


class DirectUploads:
    """Sends files directly until the store turns out not to be reachable from here."""

    def __init__(self, transport: Transport, possible: bool) -> None:
        self._transport = transport
        self._possible = possible

    def send(self, digest: str, size: int, source: object) -> bool:
        """Returns false if the file must be sent through the server."""
        if not self._possible or size < MIN_DIRECT_BYTES or not isinstance(source, Path):
            return False
        upload = DirectUpload(self._transport, digest, size, source)
        try:
            upload.send()
            return True
        except StoreUnreachable as error:
            LOG.warning("The market's object store cannot be reached from here (%s); sending large files through the server.", error)
            self._possible = False
            upload.end()
            return False
