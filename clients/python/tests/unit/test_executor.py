"""The executor against a market that runs tasks as processes."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import types
from concurrent.futures import as_completed
from pathlib import Path

import pytest
from fake_market import TOKEN, FakeMarket

import tender
from tender.executor import RemoteError, TenderExecutor
from tender.executor.calls import Call, calls_file, calls_per_task, first_calls, identity_of
from tender.executor.journal import Journal, RecordedBag
from tender.executor.worker import FRAME, read_frames


@pytest.fixture
def executor(market):
    with TenderExecutor(market, runtime=1, calls_per_task=50) as one:
        yield one


def test_calls_of_one_moment_share_a_bag(executor, fake):
    factor = 3
    futures = {executor.submit(lambda x, plus=0: factor * x + plus, i, plus=1): i for i in range(20)}
    assert {futures[one]: one.result(60) for one in as_completed(futures)} == {i: 3 * i + 1 for i in range(20)}
    assert len(fake.bags) == 1 and executor.bags[0].tasks == 1


def test_map_returns_results_in_order(executor, fake):
    assert list(executor.map(lambda a, b: (a, b), range(200), "ab" * 100)) == list(zip(range(200), "ab" * 100))
    assert fake.bags["bag0"]["tasks"] == 4
    assert list(executor.map(pow, [2, 3], [5, 2], chunksize=10)) == [32, 9]
    assert list(executor.map(pow, [], [])) == []


def test_exception_comes_with_the_traceback_of_the_task(executor):
    def fail(x):
        raise KeyError(f"no {x}")

    with pytest.raises(KeyError, match="no 1") as error:
        executor.submit(fail, 1).result(60)
    assert "in fail" in str(error.value.__cause__)


def test_calls_that_end_the_interpreter_or_cannot_be_pickled_do_not_harm_others(market):
    def awkward(x):
        if x == 0:
            sys.exit(7)
        if x == 1:
            return threading.Lock()
        if x == 2:
            class Strange(Exception):
                def __init__(self, a, b):
                    super().__init__("strange")
            raise Strange(1, 2)
        return x

    with TenderExecutor(market, runtime=1, calls_per_task=4) as executor:
        futures = [executor.submit(awkward, x) for x in range(4)]
        assert futures[3].result(60) == 3
        with pytest.raises(SystemExit):
            futures[0].result()
        with pytest.raises(TypeError, match="pickle"):
            futures[1].result()
        with pytest.raises(RemoteError, match="Strange: strange"):
            futures[2].result()


def test_results_before_the_end_of_a_killed_task_count(market):
    def work(x):
        if x == 2:
            os._exit(9)
        return x

    with TenderExecutor(market, runtime=1, calls_per_task=4) as executor:
        futures = [executor.submit(work, x) for x in range(8)]
        assert [futures[i].result(60) for i in (0, 1, 4, 7)] == [0, 1, 4, 7]
        for lost in (2, 3):
            with pytest.raises(tender.TaskFailedError, match="Task 0 .*exit code 9"):
                futures[lost].result()


def test_other_version_of_python_is_reported(market, tmp_path):
    python = tmp_path / "my python {3}"
    python.write_text("#!/bin/sh\nsed -i 's/sys.version_info.:2./(2, 7)/' tender-worker.py\nexec python3 \"$@\"\n")
    python.chmod(0o755)
    with TenderExecutor(market, runtime=1, python=str(python)) as executor:
        with pytest.raises(tender.TaskFailedError, match=r"calls were made with Python 3"):
            executor.submit(len, "x").result(60)


def test_json_results_are_never_unpickled(market):
    with TenderExecutor(market, runtime=1, results="json") as executor:
        assert executor.submit(lambda: {"a": [1, None]}).result(60) == {"a": [1, None]}
        with pytest.raises(RemoteError, match="ZeroDivisionError"):
            executor.submit(lambda: 1 / 0).result(60)
        with pytest.raises(RemoteError, match="TypeError"):
            executor.submit(object).result(60)


def test_pickle_is_refused_where_json_is_expected():
    from tender.executor.outcomes import outcomes_of
    from tender.results import TaskResult

    content = FRAME.pack(0, 0, 4) + b"evil"
    ((number, outcome),) = outcomes_of(TaskResult(0, 0, "p", outputs={"results.bin": content}), "json")
    assert number == 0 and "only JSON" in str(outcome.error)


def test_modules_of_the_user_travel_with_the_calls(market, tmp_path):
    module = types.ModuleType("of_the_user")
    exec("def double(x):\n    return 2 * x\n", module.__dict__)
    sys.modules["of_the_user"] = module
    (tmp_path / "helper.py").write_text("VALUE = 5\n")

    def use_input():
        import helper  # noqa: an input file

        return helper.VALUE

    here = os.getcwd()
    os.chdir(tmp_path)
    try:
        with TenderExecutor(market, runtime=1, modules=[module], inputs=["helper.py"]) as executor:
            assert executor.submit(module.double, 4).result(60) == 8
            assert executor.submit(use_input).result(60) == 5
    finally:
        os.chdir(here)
        del sys.modules["of_the_user"]


def test_quote_is_accepted_if_it_may_be_late():
    quote = {"by": "2099-01-01T00:00:00Z", "expected": "2099-01-01T00:00:00Z", "price": "1", "surcharge": None,
             "expires": "2099-01-01T00:00:00Z", "alternative": None}
    with FakeMarket(quote=quote) as fake:
        market = tender.Market(fake.url, TOKEN)
        with TenderExecutor(market, terms=tender.Terms(deadline="+1h")) as executor:
            assert executor.submit(len, "abc").result(60) == 3
        with TenderExecutor(market, terms=tender.Terms(deadline="+1h"), accept_later=False) as executor:
            with pytest.raises(tender.NoPromiseError, match="declined"):
                executor.submit(len, "abc").result(60)


def test_failed_submission_fails_the_calls(fake, market):
    with TenderExecutor(market) as executor:
        fake.statuses = [422]
        with pytest.raises(tender.InvalidRequestError):
            executor.submit(len, "abc").result(60)
        assert executor.submit(len, "abc").result(60) == 3


def test_shutdown_with_cancel_cancels_bags():
    with FakeMarket(hold=threading.Event()) as fake:
        executor = TenderExecutor(tender.Market(fake.url, TOKEN))
        future = executor.submit(len, "abc")
        while not executor.bags:
            time.sleep(0.01)
        executor.shutdown(cancel_futures=True)
        with pytest.raises(tender.BagEndedError, match="cancelled"):
            future.result(10)
        with pytest.raises(RuntimeError, match="after shutdown"):
            executor.submit(len, "abc")


def test_unpicklable_arguments_are_refused_immediately(executor):
    with pytest.raises(tender.InvalidInputError, match="The arguments of .*cannot be pickled"):
        executor.submit(len, threading.Lock())
    with pytest.raises(tender.InvalidInputError, match="calls_per_task is 0"):
        TenderExecutor(tender.Market("http://127.0.0.1:1", "t"), calls_per_task=0)


# Which calls a task runs

def test_tasks_take_some_seconds_to_a_minute():
    assert calls_per_task(10_000, 0.01) == 500
    assert calls_per_task(100_000, 0.01) == 1_562
    assert calls_per_task(10_000, 10) == 6
    assert calls_per_task(50, 1) == 5
    assert calls_per_task(1_000_000, 3600) == 100  # At most 10,000 tasks.
    calls = [Call(b"f", b"a", weight=weight) for weight in (1, 1, 5, 1, 1, 1)]
    assert first_calls(calls, 2) == ([0, 2, 3, 5], 5)


def test_functions_are_stored_once():
    one, two = Call(b"f" * 1000, b"a"), Call(b"f" * 1000, b"b")
    assert calls_file([one, two], [0, 1], "pickle").size < calls_file([one], [0], "pickle").size + 100


def test_incomplete_frame_is_ignored():
    content = FRAME.pack(0, 0, 3) + b"abc" + FRAME.pack(1, 0, 9) + b"abc"
    assert list(read_frames(content)) == [(0, 0, b"abc")] and list(read_frames(content[:5])) == []


# Journal

def test_identity_depends_on_code_and_arguments():
    def functions(text):
        scope = {}
        exec(f"def f(x, y=1):\n    return {text}", scope)
        return scope["f"]

    assert identity_of(functions("x + 1"), b"1", b"a") == identity_of(functions("x + 1"), b"2", b"a")
    names = {identity_of(functions(text), b"", args) for text, args in [("x + 1", b"a"), ("x + 2", b"a"), ("x - 1", b"a"), ("x + 1", b"b")]}
    assert len(names) == 4


def test_journal_ignores_a_torn_line_and_refuses_a_second_process(tmp_path):
    file = tmp_path / "j"
    journal = Journal(file)
    journal.submitting(RecordedBag("k", {"work": 1}, [0], ["x", "x"]))
    journal.submitted("k", "bag7")
    with pytest.raises(tender.InvalidInputError, match="used by another process"):
        Journal(file)
    journal.close(delete=False)
    with file.open("ab") as stream:
        stream.write(b'{"event": "subm')
    journal = Journal(file)
    assert [journal.claim("x")[1], journal.claim("x")[1], journal.claim("x"), journal.claim("y")] == [0, 1, None, None]
    journal.submitting(RecordedBag("k2", {}, [0], ["z"]))
    journal.close(delete=False)
    journal = Journal(file)
    assert journal.claim("z")[0].bag is None and journal.claim("x")[0].bag == "bag7"
    journal.close(delete=True)
    assert not file.exists()
    file.write_text('{"event": "other"}\n')
    with pytest.raises(tender.InvalidInputError, match="not a journal"):
        Journal(file)


PROGRAM = textwrap.dedent("""
    import sys, tender
    from tender.executor import TenderExecutor

    def square(x):
        return x * x

    with TenderExecutor(tender.Market(sys.argv[1], "secret"), runtime=1, calls_per_task=5, journal=sys.argv[2]) as executor:
        futures = [executor.submit(square, x) for x in range(10)]
        print("submitted", flush=True)
        print([future.result(60) for future in futures], flush=True)
""")


def start_program(folder, fake):
    (folder / "program.py").write_text(PROGRAM)
    source = Path(tender.__file__).parents[1]
    command = [sys.executable, str(folder / "program.py"), fake.url, str(folder / "journal")]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ, PYTHONPATH=str(source)))


def test_killed_program_continues_with_its_bags(tmp_path):
    hold = threading.Event()
    with FakeMarket(hold=hold) as fake:
        program = start_program(tmp_path, fake)
        while '"submitted"' not in ((tmp_path / "journal").read_text() if (tmp_path / "journal").exists() else ""):
            assert program.poll() is None
            time.sleep(0.01)
        program.kill()
        program.wait()
        hold.set()
        program = start_program(tmp_path, fake)
        out, _ = program.communicate(timeout=60)
        assert program.returncode == 0 and str([x * x for x in range(10)]) in out
        assert len(fake.bags) == 1 and not (tmp_path / "journal").exists()


def test_program_killed_before_the_answer_submits_the_same_bag(tmp_path):
    with FakeMarket() as fake:
        program = start_program(tmp_path, fake)
        out, _ = program.communicate(timeout=60)
        assert program.returncode == 0
        # What the journal had between the request and its answer: the same key, and no id.
        (key,) = fake.keys
        source = next(iter(fake.works.values()))
        identities = [identity_of_square(x) for x in range(10)]
        entry = {"event": "submitting", "key": key, "body": source, "firsts": [0, 5], "identities": identities}
        (tmp_path / "journal").write_text(json.dumps(entry) + "\n")
        program = start_program(tmp_path, fake)
        out, _ = program.communicate(timeout=60)
        assert program.returncode == 0 and "[0, 1, 4" in out and len(fake.bags) == 1


def identity_of_square(x):
    import cloudpickle

    scope = {"__name__": "__main__"}
    exec("def square(x):\n    return x * x\n", scope)
    return identity_of(scope["square"], b"", cloudpickle.dumps(((x,), {})))


def test_calls_of_a_cancelled_bag_are_repeated(tmp_path):
    hold = threading.Event()
    with FakeMarket(hold=hold) as fake:
        program = start_program(tmp_path, fake)
        while not fake.bags or '"submitted"' not in (tmp_path / "journal").read_text():
            time.sleep(0.01)
        program.send_signal(signal.SIGKILL)
        program.wait()
        tender.Market(fake.url, TOKEN).bag("bag0").cancel()
        hold.set()
        program = start_program(tmp_path, fake)
        out, _ = program.communicate(timeout=60)
        assert program.returncode == 0 and "[0, 1, 4" in out and len(fake.bags) == 2


def test_submission_that_is_repeated_too_late_becomes_another_bag(tmp_path):
    with FakeMarket() as fake:
        identities = [identity_of_square(x) for x in range(10)]
        entry = {"event": "submitting", "key": "k", "body": {"work": {}}, "firsts": [0], "identities": identities}
        (tmp_path / "journal").write_text(json.dumps(entry) + "\n")
        fake.statuses = [422]
        program = start_program(tmp_path, fake)
        out, _ = program.communicate(timeout=60)
        assert program.returncode == 0 and "[0, 1, 4" in out and len(fake.bags) == 1


def test_program_that_does_not_shut_down_waits_for_its_calls_and_keeps_the_journal(tmp_path):
    program = PROGRAM.replace("with TenderExecutor", "executor = TenderExecutor").replace(") as executor:", ")")
    program = program[: program.index("    futures")] + textwrap.dedent("""
        futures = [executor.submit(square, x) for x in range(3)]
        futures[2].add_done_callback(lambda future: print("done", future.result(), flush=True))
        print("end of the program", flush=True)
    """)
    with FakeMarket() as fake:
        (tmp_path / "program.py").write_text(program)
        command = [sys.executable, str(tmp_path / "program.py"), fake.url, str(tmp_path / "journal")]
        source = str(Path(tender.__file__).parents[1])
        result = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ, PYTHONPATH=source), timeout=60)
        assert result.stdout.splitlines() == ["end of the program", "done 4"] and (tmp_path / "journal").exists()
