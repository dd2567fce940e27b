"""Large input files go directly to the object store, and through the server if that cannot be reached."""

import os

import pytest
from fake_market import TOKEN, FakeMarket

from tender import uploads
from tender.errors import InvalidInputError, TenderError
from tender.inputs import collect_inputs, upload_inputs
from tender.settings import Settings
from tender.transport import Transport

CONTENT = bytes(range(256)) * 10


@pytest.fixture(autouse=True)
def small_files_are_large(monkeypatch):
    monkeypatch.setattr(uploads, "MIN_DIRECT_BYTES", 1000)
    monkeypatch.setattr(uploads, "pause_seconds", lambda failures: 0.001)


@pytest.fixture
def fake():
    with FakeMarket(part_bytes=1000) as market:
        yield market


def send(fake, folder, content=CONTENT):
    (folder / "large").write_bytes(content)
    files = collect_inputs(["large"], folder)
    upload_inputs(Transport(Settings((fake.url,), TOKEN, None)), files)
    return files[0].digest


def parts_sent(fake):
    return sorted(int(path.split("/")[3].partition("?")[0]) for path in fake.paths("PUT") if path.startswith("/store/"))


def test_large_file_is_sent_in_parts(fake, tmp_path):
    digest = send(fake, tmp_path)
    assert fake.blobs[digest] == CONTENT
    assert parts_sent(fake) == [1, 2, 3]
    assert f"/v1/blobs/{digest}" not in fake.paths("PUT")


def test_small_file_goes_through_the_server(fake, tmp_path):
    digest = send(fake, tmp_path, b"small")
    assert fake.paths("PUT") == [f"/v1/blobs/{digest}"]


def test_interrupted_upload_continues(fake, tmp_path):
    digest = send(fake, tmp_path)
    del fake.blobs[digest]
    del fake.uploads[digest][2]
    fake.requests.clear()
    send(fake, tmp_path)
    assert parts_sent(fake) == [2]
    assert fake.blobs[digest] == CONTENT


@pytest.mark.parametrize("status", [403, 503])
def test_part_is_repeated(fake, tmp_path, status):
    fake.store_statuses = [status]
    assert fake.blobs[send(fake, tmp_path)] == CONTENT
    assert len(parts_sent(fake)) == 4


def test_lost_upload_begins_again(fake, tmp_path):
    fake.store_statuses = [404]
    assert fake.blobs[send(fake, tmp_path)] == CONTENT


def test_upload_that_is_lost_again_and_again_is_an_error(fake, tmp_path):
    fake.store_statuses = [404] * 100
    with pytest.raises(TenderError, match="was lost"):
        send(fake, tmp_path)


def test_refused_part_is_an_error(fake, tmp_path):
    fake.store_statuses = [400] * 4
    with pytest.raises(TenderError, match="status 400"):
        send(fake, tmp_path)


def test_unreachable_store_is_not_used(fake, tmp_path, monkeypatch):
    monkeypatch.setattr(uploads, "_UNTIL_FIRST_SUCCESS_SECONDS", 0.0)
    fake.store_url = "http://127.0.0.1:1"
    digest = send(fake, tmp_path)
    assert fake.blobs[digest] == CONTENT
    assert f"/v1/blobs/{digest}" in fake.paths("PUT")
    assert fake.paths("DELETE") == [f"/v1/blobs/{digest}/upload"]


def test_changed_file_is_an_error(fake, tmp_path):
    (tmp_path / "large").write_bytes(CONTENT)
    files = collect_inputs(["large"], tmp_path)
    original = fake.store

    def change(http, body):
        os.truncate(tmp_path / "large", 1500)
        original(http, body)

    fake.store = change
    with pytest.raises(InvalidInputError, match="was changed"):
        upload_inputs(Transport(Settings((fake.url,), TOKEN, None)), files)
    assert files[0].digest not in fake.blobs
