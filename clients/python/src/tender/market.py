"""The entry point: a market and what a user can ask of it."""

from __future__ import annotations

import uuid
from typing import Iterator, List, Optional, cast

from tender import schema
from tender.bag import Bag
from tender.inputs import UploadListener, upload_inputs
from tender.settings import Settings, find_settings
from tender.transport import LOG, Transport, bag_path, with_query
from tender.work import Terms, Work

_PAGE = 100


class Market:
    """A market, reached with the user's token.

    Without arguments, the settings are those of the command line: the variables TENDER_SERVER, TENDER_TOKEN and
    TENDER_CA, or the file ``~/.config/tender/config.yaml``. It may be used by several threads.
    """

    def __init__(
        self,
        server: Optional[str] = None,
        token: Optional[str] = None,
        ca: Optional[str] = None,
        *,
        settings: Optional[Settings] = None,
    ) -> None:
        self.settings = settings or find_settings(server, token, ca)
        for url in self.settings.unencrypted():
            LOG.warning("%s is not encrypted: the token can be read on the network.", url)
        self.transport = Transport(self.settings)

    def submit(
        self,
        work: Work,
        terms: Optional[Terms] = None,
        *,
        key: Optional[str] = None,
        upload_listener: Optional[UploadListener] = None,
    ) -> Bag:
        """Uploads the inputs, submits the bag, and waits until it is promised or quoted.

        A composition that meets the deadline and the budget is promised immediately. Otherwise the bag is ``quoted``
        or has ended without a promise; ``Bag.accept`` accepts the quote. Submitting again with the same ``key`` and
        the same content returns the same bag.
        """
        prepared = work.prepare()
        upload_inputs(self.transport, prepared.files, prepared.packs, upload_listener)
        body = {"work": prepared.order, **(terms or Terms()).to_json()}
        answer = self.transport.post_json("/v1/bags", body, key=key or str(uuid.uuid4()))
        return Bag(self.transport, answer).decided()

    def bag(self, bag: str) -> Bag:
        """A bag by its id."""
        return Bag(self.transport, self.transport.get_json(bag_path(bag)))

    def bags(self, limit: int = 20) -> Iterator[Bag]:
        """Your bags, newest first."""
        cursor: Optional[str] = None
        left = limit
        while left > 0:
            path = with_query("/v1/bags", {"limit": min(left, _PAGE), "cursor": cursor})
            page = cast(schema.BagPage, self.transport.get_json(path))
            yield from (Bag(self.transport, one) for one in page["bags"])
            left -= len(page["bags"])
            cursor = page["next"]
            if cursor is None or not page["bags"]:
                return

    def providers(self) -> List[schema.ProvidersProvidersItem]:
        """All providers and their track records."""
        return cast(schema.Providers, self.transport.get_json("/v1/providers"))["providers"]

    def account(self, limit: int = 20) -> schema.Account:
        """Your balance, the money that is held for bags, and the latest entries."""
        return cast(schema.Account, self.transport.get_json(with_query("/v1/account", {"limit": limit})))
