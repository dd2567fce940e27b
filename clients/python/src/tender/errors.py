"""What can go wrong. Each message names the value and says what to do next."""

from __future__ import annotations

from typing import Dict, Optional, Type


class TenderError(Exception):
    """The base of all errors of this package."""


class SettingsError(TenderError):
    """The address of the server, the token or the certificates cannot be used."""


class InvalidInputError(TenderError, ValueError):
    """A value that was given to this package cannot be used."""


class ServerUnavailableError(TenderError):
    """No server answered during the time for which requests are retried."""


class ServerNotTrustedError(TenderError):
    """The certificate of the server is not signed by a trusted authority."""


class InvalidResponseError(TenderError):
    """An answer is not in Tender's format, or exceeds a limit."""


class RequestRefusedError(TenderError):
    """The server refused a request.

    ``detail`` names the value that is wrong, and ``advice`` the next step.
    """

    def __init__(self, status: int, detail: str, advice: str) -> None:
        super().__init__(f"{detail}\n{advice}".strip())
        self.status = status
        self.detail = detail
        self.advice = advice


class NotAuthorizedError(RequestRefusedError):
    """The token is not valid (401), or does not allow the request (403)."""


class NotFoundError(RequestRefusedError):
    """There is no such bag, task or file (404)."""


class ConflictError(RequestRefusedError):
    """The request does not fit the present state (409), such as a quote that has changed."""


class InvalidRequestError(RequestRefusedError):
    """A value in the request is malformed, invalid or too large (400, 413, 422)."""


_BY_STATUS: Dict[int, Type[RequestRefusedError]] = {
    400: InvalidRequestError,
    401: NotAuthorizedError,
    403: NotAuthorizedError,
    404: NotFoundError,
    409: ConflictError,
    413: InvalidRequestError,
    422: InvalidRequestError,
}


def request_refused(status: int, detail: str, advice: str) -> RequestRefusedError:
    """The error for a status of HTTP."""
    return _BY_STATUS.get(status, RequestRefusedError)(status, detail, advice)


class NoPromiseError(TenderError):
    """A bag got no promise: no composition of offers was acceptable."""


class BagEndedError(TenderError):
    """A bag ended before all of its tasks had a result."""

    def __init__(self, bag: str, state: str) -> None:
        super().__init__(f"Bag {bag} ended with the state {state}.\nTo see why: tender explain {bag}")
        self.bag = bag
        self.state = state


class TaskFailedError(TenderError):
    """A task ended with an exit code other than 0, or without its outputs."""

    def __init__(self, bag: str, task_index: int, exit_code: Optional[int], reason: str) -> None:
        super().__init__(f"Task {task_index} of bag {bag} {reason}\nTo see its output: tender logs {bag} {task_index}")
        self.bag = bag
        self.task_index = task_index
        self.exit_code = exit_code
