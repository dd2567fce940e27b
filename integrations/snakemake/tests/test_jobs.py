import json
from pathlib import Path

import pytest
from tender.errors import InvalidInputError

from tender_snakemake.jobs import read_job

FOLDER = "/flow's"


def write_script(tmp_path: Path, resources: object, exec_job: str = "", **more: object) -> Path:
    script = tmp_path / "snakejob.align.5.sh"
    properties = {"rule": "align", "jobid": 5, "threads": 4, "resources": resources, **more}
    script.write_text(f"#!/bin/sh\n# properties = {json.dumps(properties)}\n{exec_job}\n")
    return script


def exec_job(tmp_path: Path) -> str:
    return (
        f'cd "{FOLDER}" && /usr/bin/python3 -m snakemake --target-jobs \'align:i=1\' --cores \'all\' --mode 2'
        f" && touch '{tmp_path}/5.jobfinished' || (touch '{tmp_path}/5.jobfailed'; exit 1)"
    )


def test_call_of_snakemake_is_recognised(tmp_path: Path) -> None:
    job = read_job("x-5-1", write_script(tmp_path, {}, exec_job(tmp_path)), "10m")
    assert job.folder == FOLDER
    assert job.arguments == ["--target-jobs", "align:i=1", "--cores", "all", "--mode", "2"]
    assert job.finished == f"{tmp_path}/5.jobfinished"
    assert job.failed == f"{tmp_path}/5.jobfailed"
    assert job.request.python == "/usr/bin/python3"


def test_other_script_runs_as_it_is(tmp_path: Path) -> None:
    job = read_job("x-5-1", write_script(tmp_path, {}, "module load align; align"), "10m")
    assert job.folder is None
    assert job.failed == str(tmp_path / "5.jobfailed")


def test_resources_become_the_request(tmp_path: Path) -> None:
    resources = {"mem_mb": 2000, "runtime": 30, "gpus": 1, "gpu_type": "a100", "jobs_per_task": 3}
    request = read_job("x-5-1", write_script(tmp_path, resources), "10m").request
    assert (request.rule, request.threads, request.gpus, request.gpu_type) == ("align", 4, 1, "a100")
    assert request.runtime_seconds == 1800
    assert request.jobs_per_task == 3
    assert 1908 <= request.memory_mib <= 1908 * 1.25


def test_seconds_are_more_exact_than_minutes(tmp_path: Path) -> None:
    assert read_job("x", write_script(tmp_path, {"runtime": 1, "runtime_s": 20}), "10m").request.runtime_seconds == 20
    assert read_job("x", write_script(tmp_path, {"runtime": "2h"}), "10m").request.runtime_seconds == 7200
    assert read_job("x", write_script(tmp_path, {}), "10m").request.runtime_seconds == 600


def test_jobs_with_similar_memory_can_share_a_bag(tmp_path: Path) -> None:
    requests = {read_job("x", write_script(tmp_path, {"mem_mb": mb}), "1m").request for mb in range(1000, 1100, 10)}
    assert len(requests) <= 2


def test_group_has_a_request(tmp_path: Path) -> None:
    script = write_script(tmp_path, {"runtime": 5}, rule=None, groupid="pair", type="group")
    assert read_job("x", script, "10m").request.rule == "pair"


def test_error_names_the_resource(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="mem_mb of rule align is 'much'"):
        read_job("x", write_script(tmp_path, {"mem_mb": "much"}), "10m")
