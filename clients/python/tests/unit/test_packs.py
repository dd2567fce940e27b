"""Many small input files in folders: they are put into packs."""

import hashlib

import pytest

from tender import InvalidInputError, Work
from tender.packs import MIN_FILES


def make_files(folder, count, content=b"content"):
    below = folder / "data" / "deep"
    below.mkdir(parents=True)
    for number in range(count):
        (below / f"f{number}").write_bytes(content)
    (folder / "run.sh").write_text("#!/bin/sh\n")


def test_few_files_are_sent_one_by_one(tmp_path):
    make_files(tmp_path, 10)
    work = Work("a", "1s", inputs=["data", "run.sh"], base=tmp_path).prepare()
    assert len(work.files) == 11 and not work.packs and "inputPacks" not in work.order


def test_many_small_files_in_folders_are_packed(tmp_path):
    make_files(tmp_path, MIN_FILES + 1)
    (tmp_path / "data" / "large").write_bytes(bytes((64 << 10) + 1))
    work = Work("a", "1s", inputs=["data", "run.sh"], base=tmp_path).prepare()
    assert [file.path for file in work.files] == ["data/large", "run.sh"]
    assert len(work.packs) == 1
    content = work.packs[0].content()
    assert content.startswith(b"tender-input-pack-1\n\x00\x0cdata/deep/f0\x00\x00\x00\x00\x07content\x00\x0c")
    assert work.order["inputPacks"] == [
        {"digest": hashlib.sha256(content).hexdigest(), "bytes": len(content), "files": MIN_FILES + 1, "names": ["data"]}
    ]
    (tmp_path / "data" / "deep" / "f7").write_bytes(b"changed")
    with pytest.raises(InvalidInputError, match="was changed"):
        work.packs[0].content()


def test_packs_are_divided_by_size(tmp_path):
    make_files(tmp_path, MIN_FILES + 1, bytes(64 << 10))
    work = Work("a", "1s", inputs=["data"], base=tmp_path).prepare()
    assert len(work.packs) == 2
    assert sum(len(pack.files) for pack in work.packs) == MIN_FILES + 1
