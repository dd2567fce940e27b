"""What the tests share."""

import pytest
from fake_market import TOKEN, FakeMarket

import tender


@pytest.fixture
def fake():
    with FakeMarket() as market:
        yield market


@pytest.fixture
def market(fake):
    return tender.Market(fake.url, TOKEN)
