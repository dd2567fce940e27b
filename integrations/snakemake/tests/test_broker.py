import json
from pathlib import Path
from typing import Any, Dict, List, Optional, cast

from tender.transport import Transport

from tender_snakemake.broker import Broker
from tender_snakemake.settings import Settings
from tender_snakemake.state import State


class Market:
    """Answers each request with one bag, which the test sets."""

    def __init__(self) -> None:
        self.bag: Dict[str, Any] = {}
        self.submitted: List[object] = []

    def post_json(self, path: str, body: object, key: Optional[str] = None) -> Any:
        if path == "/v1/bags":
            self.submitted.append(body)
        return self.bag

    def get_json(self, path: str, max_outage: float = 0) -> Any:
        return {"bags": [self.bag]}


def broker(state: State, market: Market, **settings: Any) -> Broker:
    return Broker(state, Settings(collect_seconds=0, **settings), cast(Transport, market))


def submit(state: State, tmp_path: Path) -> Path:
    """Submits a job as Snakemake does; returns the file that says that it has failed."""
    script = tmp_path / "snakejob.align.5.sh"
    script.write_text("# properties = " + json.dumps({"rule": "align", "jobid": 5}) + "\nalign\n")
    (state.incoming / "x-5-1").write_text(f"{script}\n")
    return tmp_path / "5.jobfailed"


def test_jobs_of_which_no_bag_can_be_made_fail(tmp_path: Path) -> None:
    state = State(tmp_path / "state")
    failed = submit(state, tmp_path)
    market = Market()
    one = broker(state, market, deadline="soon")
    one.step()
    assert failed.exists()
    assert state.submitted() == {}
    assert market.submitted == []
    one.step()


def test_bag_without_promise_has_ended_when_snakemake_ends(tmp_path: Path) -> None:
    state = State(tmp_path / "state")
    failed = submit(state, tmp_path)
    market = Market()
    market.bag = {"id": "bag-1", "name": "align", "version": 1, "state": "calling", "failed": [], "ended": None}
    one = broker(state, market)
    one.step()
    market.bag = {**market.bag, "version": 2, "state": "no-promise"}
    assert one.end()
    assert len(market.submitted) == 1
    assert not failed.exists()
    assert [bag.ended for bag in state.read_bags()] == [True]
