"""The client against a real market: TENDER_SERVER and TENDER_TOKEN name it. clients/python/test-live starts one."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import time
import uuid
from pathlib import Path

import pytest

import tender
from tender.executor import TenderExecutor

ROOT = Path(__file__).resolve().parents[4]
CLIENT = ROOT / "clients/python"
ENVIRONMENT = dict(os.environ, PYTHONPATH=str(CLIENT / "src"))


@pytest.fixture(scope="module")
def market():
    return tender.Market()


def test_bag_from_quote_to_results(market, tmp_path):
    (tmp_path / "greet.sh").write_text(f"# {uuid.uuid4()}\necho hello $1 > greeting.txt; echo out $1\n")
    work = tender.Work("sh greet.sh {name}", "5s", tasks=tender.sweep(name=["ada", "bob"], n=range(10)), inputs=["greet.sh"],
                       outputs=["*.txt"], name="live", base=tmp_path)
    bag = market.submit(work, tender.Terms(deadline="+10m", quote_first=True))
    assert bag.state == "quoted" and bag.quote is not None
    with pytest.raises(tender.ConflictError):
        bag.accept({**bag.quote, "price": "0"})
    assert any(offer["usedTasks"] for offer in bag.explain()["offers"])
    bag.accept()
    assert bag.promise is not None and bag.promised_by is not None
    versions = [one.snapshot["version"] for one in bag.watch(timeout=120)]
    assert versions == sorted(versions) and bag.require_success().done == 20
    results = {result.task_index: result for result in bag.results()}
    assert sorted(results) == list(range(20)) and results[19].outputs == {"greeting.txt": b"hello bob\n"}
    assert bag.fetch(tmp_path / "results") == 20 and (tmp_path / "results/0/out/greeting.txt").read_text() == "hello ada\n"
    assert bag.log(0) == "out ada\n" and bag.task(0)["state"] == "succeeded" and bag.stats()["endedTasks"] == 20
    assert sum(part["tasks"] for part in bag.parts()) >= 20 and bag.task_cells()["tasks"] == 20
    assert "Task map: 20 tasks" in bag._repr_html_()
    assert bag.id in [one.id for one in market.bags()] and len(market.providers()) == 3


def test_failures_of_the_real_server_are_typed(market):
    with pytest.raises(tender.NotFoundError):
        market.bag("none")
    with pytest.raises(tender.InvalidRequestError):
        market.submit(tender.Work("true", "5s", tasks=0))
    with pytest.raises(tender.NotAuthorizedError, match="Check TENDER_TOKEN"):
        next(tender.Market(token="wrong").bags())
    bag = market.submit(tender.Work("exit 3", "5s")).wait(60)
    with pytest.raises(tender.TaskFailedError, match="exit code 3"):
        bag.require_success()


def test_executor_maps_hundreds_of_calls(market):
    with TenderExecutor(market, runtime=0.2) as executor:
        assert list(executor.map(lambda x: x * x, range(400))) == [x * x for x in range(400)]
        assert len(executor.bags) == 1


PROGRAM = textwrap.dedent("""
    import sys, time
    from tender.executor import TenderExecutor

    def slow_square(x):
        time.sleep(0.5)
        return x * x

    with TenderExecutor(runtime=2, calls_per_task=2, name=sys.argv[1], journal="journal") as executor:
        print(list(executor.map(slow_square, range(40))), flush=True)
""")


def test_killed_client_continues_with_its_bag(market, tmp_path):
    name = f"killed-{uuid.uuid4()}"
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [sys.executable, "program.py", name]
    program = subprocess.Popen(command, cwd=tmp_path, env=ENVIRONMENT)
    while not any(bag.name == name for bag in market.bags()):
        assert program.poll() is None
        time.sleep(0.1)
    program.send_signal(signal.SIGKILL)
    assert program.wait() == -signal.SIGKILL and (tmp_path / "journal").exists()
    again = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True, timeout=120)
    assert again.returncode == 0 and again.stdout.strip() == str([x * x for x in range(40)])
    assert [bag.name for bag in market.bags(100)].count(name) == 1 and not (tmp_path / "journal").exists()


def test_notebook_runs_without_a_screen(tmp_path):
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--output-dir", str(tmp_path), str(CLIENT / "examples/bag.ipynb")]
    subprocess.run(command, check=True, env=ENVIRONMENT, timeout=120)
    notebook = json.loads((tmp_path / "bag.ipynb").read_text())
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    pages = ["".join(output["data"]["text/html"]) for output in outputs if "text/html" in output.get("data", {})]
    assert any("40 of 40 done" in page and "<svg" in page for page in pages) and any("<progress" in page for page in pages)
    text = "".join("".join(output.get("data", {}).get("text/plain", "") or output.get("text", "")) for output in outputs)
    # The first results that arrive, whichever tasks those are.
    assert any(f"{x} squared is {x * x}'" in text for x in range(40)) and str(sum(x**3 for x in range(100))) in text
    kept = os.environ.get("TENDER_NOTEBOOK")
    if kept:
        shutil.copy(tmp_path / "bag.ipynb", kept)


def test_examples_of_the_documentation_run(tmp_path):
    """All of them in one program, in the order of the page."""
    page = (ROOT / "docs/use/python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 6
    (tmp_path / "examples.py").write_text("\n".join(blocks), encoding="utf-8")
    shutil.copy(ROOT / "examples/live/pi.py", tmp_path)
    subprocess.run([sys.executable, "examples.py"], cwd=tmp_path, env=ENVIRONMENT, check=True, timeout=150)
    assert len(list((tmp_path / "results").glob("*/out/*.json"))) == 10
