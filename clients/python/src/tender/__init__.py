"""Client of Tender, which runs bags of tasks by their deadline on clusters that belong to other people.

    import tender

    market = tender.Market()
    work = tender.Work("python3 pi.py --seed {seed}", runtime="2m", tasks=tender.sweep(seed=range(100)), inputs=["pi.py"])
    bag = market.submit(work, tender.Terms(deadline="+3h"))
    bag.wait(progress=True).fetch("results")
"""

from tender.bag import Bag
from tender.errors import (
    BagEndedError,
    ConflictError,
    InvalidInputError,
    InvalidRequestError,
    InvalidResponseError,
    NoPromiseError,
    NotAuthorizedError,
    NotFoundError,
    RequestRefusedError,
    ServerNotTrustedError,
    ServerUnavailableError,
    SettingsError,
    TaskFailedError,
    TenderError,
)
from tender.inputs import InputFile
from tender.market import Market
from tender.results import TaskResult
from tender.settings import Settings, find_settings
from tender.version import VERSION as __version__
from tender.work import Lines, Resources, Sweep, Terms, Work, Zip, sweep, zipped

__all__ = [
    "Bag",
    "BagEndedError",
    "ConflictError",
    "InputFile",
    "InvalidInputError",
    "InvalidRequestError",
    "InvalidResponseError",
    "Lines",
    "Market",
    "NoPromiseError",
    "NotAuthorizedError",
    "NotFoundError",
    "RequestRefusedError",
    "Resources",
    "ServerNotTrustedError",
    "ServerUnavailableError",
    "Settings",
    "SettingsError",
    "Sweep",
    "TaskFailedError",
    "TaskResult",
    "TenderError",
    "Terms",
    "Work",
    "Zip",
    "__version__",
    "find_settings",
    "sweep",
    "zipped",
]
