"""From the submission of a bag to its results."""

import hashlib
import io
import threading
import zipfile
from datetime import datetime, timedelta, timezone

import pytest
from fake_market import TOKEN, FakeMarket

import tender
from tender.bag import PackReader
from tender.results import ResultFolder, TaskResult, read_pack
from tender.tasksets import TaskSet
from tender.times import duration_seconds, instant_text, parse_instant


def test_bag_runs_to_its_results(market, tmp_path):
    (tmp_path / "greet.sh").write_text("echo hello $1 > greeting-$1; echo err >&2; echo out")
    work = tender.Work("sh greet.sh {name}", "2m", tasks=tender.sweep(name=["ada", "bob"], n=range(3)), inputs=["greet.sh"],
                       outputs=["greeting-*"], base=tmp_path)
    bag = market.submit(work, tender.Terms(deadline="+1h", budget="10"))
    assert bag.promise is not None and bag.promised_by > datetime.now(timezone.utc)
    results = {result.task_index: result for result in bag.stream_results(timeout=30)}
    assert sorted(results) == list(range(6)) and bag.require_success().done == 6
    assert results[4].outputs == {"greeting-bob": b"hello bob\n"}
    assert (results[0].text(), results[0].stderr, results[0].ok, results[0].provider) == ("out\n", b"err\n", True, "north")
    assert bag.fetch(tmp_path / "results") == 6 and bag.fetch(tmp_path / "results") == 6
    assert (tmp_path / "results/4/out/greeting-bob").read_text() == "hello bob\n"
    assert bag.log(0) == "the log"


def test_inputs_are_uploaded_once(fake, market, tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "a").write_text("same")
    (folder / "b").write_text("same")
    work = tender.Work("cat data/a", "1s", inputs=["data"], base=tmp_path)
    market.submit(work).wait(10)
    market.submit(work).wait(10)
    assert fake.paths("PUT") == ["/v1/blobs/" + hashlib.sha256(b"same").hexdigest()]
    assert [file["path"] for file in fake.works["bag0"]["work"]["inputs"]] == ["data/a", "data/b"]


def test_links_and_paths_outside_are_refused(tmp_path):
    (tmp_path / "link").symlink_to("/etc/hostname")
    (tmp_path / "folder").symlink_to("/etc")
    for path, problem in [("link", "symbolic link"), ("folder/hostname", "symbolic link"), ("../x", "relative"), ("/etc/x", "relative"),
                          ("none", "does not exist")]:
        with pytest.raises(tender.InvalidInputError, match=problem):
            tender.Work("true", "1s", inputs=[path], base=tmp_path).prepare()


def test_quote_is_accepted_as_it_was_seen():
    with FakeMarket() as fake:
        market = tender.Market(fake.url, TOKEN)
        bag = market.submit(tender.Work("true", "1s"), tender.Terms(quote_first=True))
        assert bag.state == "quoted" and bag.quote["price"] == "1"
        with pytest.raises(tender.ConflictError):
            bag.accept({**bag.quote, "price": "0.5"})
        assert bag.accept().promise["price"] == "1"
        assert bag.wait(10).state == "done"


def test_acceptance_whose_answer_was_lost_counts(fake, market):
    bag = market.submit(tender.Work("true", "1s"), tender.Terms(quote_first=True))
    fake.drop_answers = 1
    assert bag.accept().promise is not None


def test_declined_bag_has_no_promise(market):
    bag = market.submit(tender.Work("true", "1s"), tender.Terms(quote_first=True))
    assert bag.decline().ended
    with pytest.raises(tender.NoPromiseError, match="declined"):
        bag.require_promise()


def test_wait_ends_with_its_timeout_and_the_bag_goes_on():
    hold = threading.Event()
    with FakeMarket(hold=hold) as fake:
        bag = tender.Market(fake.url, TOKEN).submit(tender.Work("true", "1s"))
        with pytest.raises(TimeoutError, match="running after 0.2 s"):
            bag.wait(0.2)
        hold.set()
        assert bag.wait(10).state == "done"


def test_watch_outlasts_streams_that_end(fake, market):
    fake.events_per_stream = 1
    bag = market.submit(tender.Work("true", "1s", tasks=12))
    assert [one.done for one in bag.watch(20)][-1] == 12


def test_packs_that_are_accepted_late_are_read(fake, market):
    bag = market.submit(tender.Work("echo {task}", "1s", tasks=8)).wait(20)
    first, second = fake.packs[bag.id]
    reader = PackReader(market.transport, bag.id)

    def tasks():
        return [result.task_index for result in reader.new_results()]

    fake.packs[bag.id] = [second]
    assert tasks() == [4, 5, 6, 7] and tasks() == []
    fake.packs[bag.id] = [{**first, "tasks": "1"}, second]
    assert tasks() == [1]
    fake.packs[bag.id] = [first, second]
    assert tasks() == [0, 2, 3] and tasks() == []


def test_large_output_is_fetched_whole_or_not_at_all(fake, market, tmp_path):
    bag = market.submit(tender.Work("true", "1s")).wait(10)
    bag.fetch_large(0, "a/b c", tmp_path / "large")
    assert (tmp_path / "large").read_bytes() == b"large output" and "path=a%2Fb+c" in fake.paths("GET")[-1]
    with pytest.raises(tender.InvalidInputError, match="Its large outputs are: a/b c"):
        bag.fetch_large(0, "other", tmp_path / "other")
    answer = fake.answer

    def cut_off(http, body, status=200):
        answer(http, body, status)
        fake.drop_answers = 1

    fake.answer = cut_off
    with pytest.raises(tender.InvalidResponseError, match="cut off after 6 of 12"):
        bag.fetch_large(0, "a/b c", tmp_path / "other")
    assert [file.name for file in tmp_path.iterdir()] == ["large"]


def test_failed_tasks_are_reported_with_their_exit_code(market):
    bag = market.submit(tender.Work("exit {code}", "1s", tasks=tender.sweep(code=[0, 3, 3]))).wait(10)
    assert bag.failed == 2
    with pytest.raises(tender.TaskFailedError, match="Task 1 .*exit code 3, and 1 other") as error:
        bag.require_success()
    assert (error.value.task_index, error.value.exit_code) == (1, 3)


def test_cancelled_bag_raises_for_success():
    with FakeMarket(hold=threading.Event()) as fake:
        market = tender.Market(fake.url, TOKEN)
        bag = market.submit(tender.Work("true", "1s")).cancel()
        with pytest.raises(tender.BagEndedError, match="cancelled"):
            bag.require_success()
        assert [one.id for one in market.bags()] == [bag.id]
        bag.delete()
        with pytest.raises(tender.NotFoundError):
            market.bag(bag.id)


def test_work_order_has_all_fields(tmp_path):
    (tmp_path / "lines.txt").write_text("a\n\nb")
    work = tender.Work("run {line}", timedelta(minutes=2), tasks=tender.Lines("lines.txt"), name="n", processors=2, retries=1,
                       resources=tender.Resources(memory_mib=[4096, 8192], gpus=1), shell="bash", setup=["module load x"],
                       environment={"A": "1"}, outputs_required=True, container={"image": "h/x@sha256:1"}, profiler="p",
                       site_inputs=["site:genomes"], base=tmp_path)
    prepared = work.prepare()
    order = prepared.order
    assert order["taskList"] == {"kind": "lines", "file": hashlib.sha256(b"a\n\nb").hexdigest(), "tasks": 3}
    assert [file.path for file in prepared.files] == ["lines.txt"] and order["inputs"] == []
    assert order["runtimeMillis"] == 120_000 and order["width"] == 2 and order["siteInputs"] == ["site:genomes"]
    assert order["resources"]["memoryMib"] == [4096, 8192] and order["options"]["container"] == {"image": "h/x@sha256:1"}
    with pytest.raises(tender.InvalidInputError, match="different numbers of values .a: 1, b: 2."):
        tender.Work("x", 1, tasks=tender.zipped(a=[1], b=[1, 2])).prepare()


def test_terms_and_times():
    now = datetime(2026, 11, 20, 8, 0, tzinfo=timezone.utc)
    assert instant_text("+1h30m", "deadline", now) == "2026-11-20T09:30:00.000Z"
    assert instant_text("2026-11-20T09:00+01:00", "deadline") == "2026-11-20T08:00:00.000Z"
    assert instant_text(timedelta(hours=1), "deadline", now) == "2026-11-20T09:00:00.000Z"
    assert parse_instant("2026-11-20T08:00:00.123456789Z").microsecond == 123456 and parse_instant("2026-11-20T08:00:00Z") == now
    assert [duration_seconds(one, "x") for one in ("1d12h", "90s", 2, timedelta(minutes=1))] == [129_600, 90, 2, 60]
    for wrong in ("", "0s", "2 minutes", -1, float("nan")):
        with pytest.raises(tender.InvalidInputError, match="positive duration"):
            duration_seconds(wrong, "runtime")
    for wrong in ("tomorrow", "+x", ""):
        with pytest.raises(tender.InvalidInputError):
            instant_text(wrong, "deadline")
    assert tender.Terms(budget="12.500", optimise="time").to_json() == {"budget": "12.500", "optimise": "time", "quoteFirst": False}
    for wrong in ("-1", "1.2345", "many", "NaN"):
        with pytest.raises(tender.InvalidInputError, match="at most three decimals"):
            tender.Terms(budget=wrong).to_json()


def pack_of(files, tasks="0"):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as pack:
        for name, data in files:
            pack.writestr(name, data)
    data = content.getvalue()
    outcomes = [{"exitCode": 0, "tasks": tasks, "missingOutput": False}]
    return data, {"digest": hashlib.sha256(data).hexdigest(), "tasks": tasks, "bytes": len(data), "provider": "p", "received": "", "outcomes": outcomes}


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    "files",
    [[("0/../x", b"")], [("0/out/../../x", b"")], [("x", b"")], [("0/other", b"")], [("0/out//x", b"")], [("0/out/a\\b", b"")],
     [("0/stdout", b"1"), ("0/stdout", b"2")], [("0/out/" + "n" * 256, b"")]],
)
def test_packs_with_unknown_or_repeated_names_are_refused(files):
    data, pack = pack_of(files)
    with pytest.raises(tender.InvalidResponseError):
        read_pack(data, pack, None)


def test_packs_are_bounded_and_checked_by_digest():
    data, pack = pack_of([("0/out/x", b"0" * (33 << 20))])
    with pytest.raises(tender.InvalidResponseError, match="exceeds"):
        read_pack(data, pack, None)
    with pytest.raises(tender.InvalidResponseError, match="another digest"):
        read_pack(data + b"x", pack, None)
    broken = b"not a zip"
    with pytest.raises(tender.InvalidResponseError, match="cannot be read"):
        read_pack(broken, {**pack, "digest": hashlib.sha256(broken).hexdigest()}, None)


def test_only_accepted_results_count_and_retries_keep_their_index():
    data, pack = pack_of([("0/stdout", b"a"), ("1/stdout", b"b"), ("2/stdout", b"c"), ("1/task.json", b"{")], "1-2")
    results = read_pack(data, pack, [5, 7, 9])
    assert [(one.task_index, one.stdout, one.record) for one in results] == [(7, b"b", {}), (9, b"c", {})]


def test_result_folder_follows_no_links_and_replaces_nothing(tmp_path):
    folder = ResultFolder(tmp_path / "r")
    folder.write(TaskResult(0, 0, "p", stdout=b"1"))
    with pytest.raises(tender.TenderError, match="exists"):
        folder.write(TaskResult(0, 0, "p", stdout=b"2"))
    ResultFolder(tmp_path / "r", replace=True).write(TaskResult(0, 0, "p", stdout=b"2"))
    assert (tmp_path / "r/0/stdout").read_bytes() == b"2"
    (tmp_path / "r/1").symlink_to(tmp_path)
    with pytest.raises(tender.TenderError, match="exists"):
        ResultFolder(tmp_path / "r", replace=True).write(TaskResult(1, 0, "p", outputs={"x": b""}))


def test_sets_of_tasks():
    assert TaskSet.parse("0-2,5").indexes() == [0, 1, 2, 5] and len(TaskSet.parse("")) == 0 and 5 in TaskSet.parse("0-2,5")
    for wrong in ("1-0", "a", "1,1", "0-", "-1", "1,", "0-1000000"):
        with pytest.raises(tender.InvalidResponseError):
            TaskSet.parse(wrong)
