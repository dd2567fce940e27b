"""The same places in the same order as the command line."""

from pathlib import Path

import pytest

from tender import SettingsError, find_settings


def write_config(home, text, mode=0o600):
    file = home / ".config/tender/config.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    file.chmod(mode)
    return file


def test_argument_precedes_environment_precedes_file(tmp_path):
    write_config(tmp_path, "# mine\nserver: http://file:1\ntoken: 'file'  # quoted\nca: /file.pem\n")
    found = find_settings(environment={}, home=tmp_path)
    assert (found.servers, found.token, found.ca) == (("http://file:1",), "file", Path("/file.pem"))
    variables = {"TENDER_SERVER": "https://a:1/, https://b", "TENDER_TOKEN": "environment", "TENDER_CA": "/e.pem"}
    found = find_settings(environment=variables, home=tmp_path)
    assert (found.servers, found.token, found.ca) == (("https://a:1", "https://b"), "environment", Path("/e.pem"))
    found = find_settings("http://x:1", "argument", environment=variables, home=tmp_path)
    assert (found.servers, found.token) == (("http://x:1",), "argument")


def test_config_folder_of_xdg_is_used(tmp_path):
    write_config(tmp_path, "token: xdg\n")
    found = find_settings(environment={"XDG_CONFIG_HOME": str(tmp_path / ".config")}, home=tmp_path / "other")
    assert found.token == "xdg" and found.servers == ("http://127.0.0.1:7480",)


def test_blank_values_count_as_absent(tmp_path):
    write_config(tmp_path, "server:\ntoken: file\n")
    found = find_settings(environment={"TENDER_TOKEN": " ", "TENDER_SERVER": ""}, home=tmp_path)
    assert found.token == "file" and found.servers == ("http://127.0.0.1:7480",)


def test_missing_token_names_the_file(tmp_path):
    with pytest.raises(SettingsError, match=r"Set TENDER_TOKEN, or .*config\.yaml"):
        find_settings(environment={}, home=tmp_path)


def test_file_that_others_can_read_is_refused(tmp_path):
    write_config(tmp_path, "token: x\n", 0o640)
    with pytest.raises(SettingsError, match="chmod 600"):
        find_settings(environment={}, home=tmp_path)


@pytest.mark.parametrize("line", ["tokn: x", "token x", "token: [x]", 'token: "x', "token: a\ntoken: b", "  server: x"])
def test_invalid_line_is_refused_without_its_value(tmp_path, line):
    write_config(tmp_path, line + "\n")
    with pytest.raises(SettingsError, match=r"config\.yaml:\d"):
        find_settings(environment={"TENDER_TOKEN": "t"}, home=tmp_path)


@pytest.mark.parametrize("server", ["tender.example.org", "ftp://x", "http://", "http://x:99999", "http://x?y=1", "http://x y"])
def test_invalid_address_is_refused(tmp_path, server):
    with pytest.raises(SettingsError, match="not a valid address"):
        find_settings(server, "t", environment={}, home=tmp_path)


def test_token_does_not_appear_in_text(tmp_path):
    assert "hidden" not in repr(find_settings(None, "hidden", environment={}, home=tmp_path))
    with pytest.raises(SettingsError, match="line break"):
        find_settings(None, "a\nb", environment={}, home=tmp_path)


def test_unencrypted_servers_are_named(tmp_path):
    found = find_settings("http://127.0.0.1:1,http://lab:2,https://lab:3", "t", environment={}, home=tmp_path)
    assert found.unencrypted() == ("http://lab:2",)
