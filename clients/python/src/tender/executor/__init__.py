"""``TenderExecutor``: a ``concurrent.futures.Executor`` that runs calls on the clusters of a market.

Its journal, the worker that runs at the tasks, and how calls become tasks have modules of their own.
"""

from tender.executor.executor import TenderExecutor
from tender.executor.outcomes import RemoteError, RemoteTraceback

__all__ = ["RemoteError", "RemoteTraceback", "TenderExecutor"]
