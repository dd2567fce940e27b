from tender_snakemake.collector import Collector, cell_states, tasks_of
from tender_snakemake.jobs import Job, Request


def job(number: int, rule: str = "align", jobs_per_task: int = 1) -> Job:
    request = Request(rule, 1, 0, 0, "", 60.0, jobs_per_task, "python3")
    return Job(f"x-{number}-1", number, "", request, "", "", None, ())


def ids(bags: list[list[Job]]) -> list[list[int]]:
    return [[one.number for one in bag] for bag in bags]


def test_jobs_that_are_ready_together_make_one_bag() -> None:
    collector = Collector(1, 60)
    for number in range(3):
        collector.add(job(number), now=10 + number * 0.1)
    assert collector.take(10.5, running=0) == []
    assert ids(collector.take(11.3, running=0)) == [[0, 1, 2]]
    assert collector.take(99, running=0) == []


def test_each_rule_has_a_bag_of_its_own() -> None:
    collector = Collector(1, 60)
    collector.add(job(0), now=10)
    collector.add(job(1, "sort"), now=10)
    assert ids(collector.take(12, running=0)) == [[0], [1]]


def test_jobs_wait_while_bags_have_enough_to_run() -> None:
    collector = Collector(1, 60)
    for number in range(10):
        collector.add(job(number), now=10)
    assert collector.take(12, running=21) == []
    assert len(collector.take(12, running=20)) == 1


def test_no_job_waits_without_end() -> None:
    collector = Collector(1, 60)
    collector.add(job(0), now=10)
    assert collector.take(69, running=1000) == []
    assert len(collector.take(70, running=1000)) == 1


def test_jobs_that_trickle_in_are_submitted_when_little_else_runs() -> None:
    collector = Collector(1, 60)
    for number in range(10):
        collector.add(job(number), now=10 + number * 0.9)
    assert ids(collector.take(18.2, running=5)) == [list(range(10))]


def test_tasks_have_the_jobs_that_the_rule_says() -> None:
    assert tasks_of([job(number, jobs_per_task=2) for number in range(3)]) == [["x-0-1", "x-1-1"], ["x-2-1"]]


def test_cells_say_which_tasks_failed_or_did_not_run() -> None:
    assert cell_states([[2, 1, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0], [2, 0, 0, 0, 1, 0]]) == ([2], [3, 4])
