"""The variants of the client for asyncio and joblib."""

import asyncio
import threading

import joblib
import pytest
from fake_market import TOKEN, FakeMarket

import tender
from tender.aio import AsyncMarket
from tender.executor import TenderExecutor
from tender.joblib import register


def test_bag_with_asyncio(market, tmp_path):
    async def run():
        async with AsyncMarket(market) as client:
            bag = await client.submit(tender.Work("echo {task}", "1s", tasks=9), tender.Terms(quote_first=True))
            assert bag.bag.state == "quoted"
            await bag.accept()
            results = [result async for result in bag.stream_results(60)]
            assert sorted(result.text() for result in results) == [f"{task}\n" for task in range(9)]
            assert (await bag.wait()).bag.state == "done"
            assert await bag.fetch(tmp_path) == 9
            assert [one.bag.id for one in await client.bags()] == [bag.bag.id]

    asyncio.run(run())


def test_wait_with_asyncio_can_be_cancelled_and_does_not_block_the_loop():
    hold = threading.Event()
    with FakeMarket(hold=hold) as fake:

        async def run():
            client = AsyncMarket(tender.Market(fake.url, TOKEN))
            bag = await client.submit(tender.Work("true", "1s"))
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(bag.wait(), 0.2)
            with pytest.raises(TimeoutError):
                await bag.wait(0.2)
            hold.set()
            assert (await bag.wait(20)).bag.state == "done"

        asyncio.run(run())


def test_executor_with_asyncio(market):
    async def run():
        loop = asyncio.get_running_loop()
        with TenderExecutor(market, runtime=1, calls_per_task=10) as executor:
            calls = [loop.run_in_executor(executor, pow, 2, x) for x in range(5)]
            return await asyncio.gather(*calls)

    assert asyncio.run(run()) == [1, 2, 4, 8, 16]


def test_joblib_runs_batches_in_order(market):
    register(market=market, runtime=1, calls_per_task=10)
    with joblib.parallel_backend("tender", n_jobs=-1):
        assert joblib.Parallel()(joblib.delayed(lambda x, y: x * y)(x, y=2) for x in range(30)) == [2 * x for x in range(30)]


def test_joblib_passes_exceptions_on(market):
    register(market=market, runtime=1, calls_per_task=10)

    def fail(x):
        raise ValueError(f"wrong {x}")

    with joblib.parallel_backend("tender", n_jobs=4):
        with pytest.raises(ValueError, match="wrong"):
            joblib.Parallel()(joblib.delayed(fail)(x) for x in range(3))
