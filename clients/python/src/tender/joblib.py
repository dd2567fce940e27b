"""A backend of joblib that runs its batches on a market.

    import joblib
    from tender.joblib import register

    register(runtime="10s")
    with joblib.parallel_backend("tender", n_jobs=200):
        results = joblib.Parallel()(joblib.delayed(simulate)(seed) for seed in range(10_000))

``n_jobs`` is how many batches may be in flight, which joblib submits twice as many of; -1 stands for 1,000.
"""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any, Callable, Dict, Optional

import joblib
from joblib._parallel_backends import ParallelBackendBase

from tender.errors import InvalidInputError
from tender.executor import TenderExecutor

_ALL_JOBS = 1_000


class _Result:
    """What joblib asks for the result of a batch."""

    def __init__(self, future: Future[Any]) -> None:
        self._future = future

    def get(self, timeout: Optional[float] = None) -> Any:
        return self._future.result(timeout)


class TenderBackend(ParallelBackendBase):  # type: ignore[misc]
    """Sends each batch of joblib to an executor. The arguments are those of ``TenderExecutor``."""

    supports_timeout = True
    uses_threads = False
    supports_sharedmem = False

    def __init__(self, executor: Optional[TenderExecutor] = None, nesting_level: Optional[int] = None, **options: Any) -> None:
        # joblib gives its own options too, which concern processes on this machine.
        inner = {name: options.pop(name) for name in ("inner_max_num_threads",) if name in options}
        super().__init__(nesting_level=nesting_level, **inner)
        self._given = executor
        self._options = options
        self._executor: Optional[TenderExecutor] = None

    def effective_n_jobs(self, n_jobs: Optional[int]) -> int:
        """How many batches may be in flight."""
        if n_jobs == 0:
            raise InvalidInputError("n_jobs is 0, but must be positive, or -1 for as many as possible.")
        if n_jobs is None:
            return 1
        return _ALL_JOBS if n_jobs < 0 else n_jobs

    def configure(self, n_jobs: int = 1, parallel: Any = None, **_: Any) -> int:
        """Called by joblib before its first batch."""
        self.parallel = parallel
        self._executor = self._given or TenderExecutor(**self._options)
        return self.effective_n_jobs(n_jobs)

    def terminate(self) -> None:
        """Called by joblib after its last batch."""
        executor, self._executor = self._executor, None
        if executor is not None and self._given is None:
            executor.shutdown(wait=True)

    def apply_async(self, func: Callable[[], Any], callback: Optional[Callable[[Any], None]] = None) -> _Result:
        """Runs a batch."""
        if self._executor is None:
            raise RuntimeError("The backend is not configured; use it with joblib.Parallel.")
        future: Future[Any] = self._executor.submit(_run_batch(func))
        if callback is not None:
            future.add_done_callback(callback)
        return _Result(future)

    submit = apply_async

    def abort_everything(self, ensure_ready: bool = True) -> None:
        """Called by joblib when a batch has raised an exception."""
        executor, self._executor = self._executor, None
        if executor is not None and self._given is None:
            executor.shutdown(wait=True, cancel_futures=True)
        if ensure_ready:
            self.configure(n_jobs=self.parallel.n_jobs, parallel=self.parallel)


def _run_batch(batch: Any) -> Callable[[], Any]:
    """The calls of a batch without joblib's objects, so that the tasks need no joblib."""
    calls = [(function, tuple(arguments), dict(named)) for function, arguments, named in batch.items]

    def run() -> Any:
        return [function(*arguments, **named) for function, arguments, named in calls]

    return run


def register(name: str = "tender", **options: Any) -> None:
    """Makes the backend known to joblib. The options are those of ``TenderExecutor``."""

    def make(**more: Any) -> TenderBackend:
        merged: Dict[str, Any] = {**options, **more}
        return TenderBackend(**merged)

    joblib.register_parallel_backend(name, make)
