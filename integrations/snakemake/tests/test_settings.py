from pathlib import Path

import pytest
from tender.errors import InvalidInputError, SettingsError

from tender_snakemake.settings import Settings, read_settings

PROFILE = Path(__file__).parent.parent / "profile" / "tender.yaml"


def read(tmp_path: Path, text: str) -> Settings:
    file = tmp_path / "tender.yaml"
    file.write_text(text)
    return read_settings(file)


def test_profile_shows_the_defaults(tmp_path: Path) -> None:
    assert read_settings(PROFILE) == Settings()
    lines = [line[1:] for line in PROFILE.read_text().splitlines() if line.startswith("#") and line[1:2].isalpha()]
    shown = read(tmp_path, "\n".join(lines))
    assert shown == Settings(dataset="projects", deadline="+3h", budget="100")


def test_values_are_read(tmp_path: Path) -> None:
    assert read(tmp_path, "dataset: home # shared\nwait_seconds: 5\n") == Settings(dataset="home", wait_seconds=5)


@pytest.mark.parametrize("line", ["datset: x", "dataset:", "dataset: a\ndataset: b", "wait_seconds: soon"])
def test_error_names_the_line(tmp_path: Path, line: str) -> None:
    with pytest.raises(SettingsError, match=r"tender.yaml:\d"):
        read(tmp_path, line)


def test_invalid_run_time_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="default_runtime"):
        read(tmp_path, "default_runtime: soon")
