from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import ConfigError, Settings, read_settings


def settings(tmp_path: Path, **given: str | int | Path) -> Settings:
    return read_settings({"COMPANION_DATA": str(tmp_path)}, **given)  # type: ignore[arg-type]


def test_without_any_wish_every_interface_and_port_8000_are_taken() -> None:
    plain = read_settings({}, create=False)
    assert (plain.host, plain.port) == ("0.0.0.0", 8000)
    assert plain.data.name == "companion"
    assert plain.database.parent == plain.data


def test_the_environment_is_read(tmp_path: Path) -> None:
    env = {"COMPANION_PORT": " 9001 ", "COMPANION_HOST": "192.168.1.20", "COMPANION_DATA": str(tmp_path / "here")}
    got = read_settings(env)
    assert (got.port, got.host, got.data) == (9001, "192.168.1.20", tmp_path / "here")
    assert got.data.is_dir()


def test_the_command_line_wins_over_the_environment(tmp_path: Path) -> None:
    env = {"COMPANION_PORT": "not even a number", "COMPANION_HOST": "10.0.0.1", "COMPANION_DATA": "/nowhere"}
    got = read_settings(env, port=9002, host="::1", data=tmp_path)
    assert (got.port, got.host, got.data) == (9002, "::1", tmp_path)


def test_further_host_names_come_with_commas() -> None:
    assert read_settings({"COMPANION_HOSTS": "Table.test, games.example ,"}, create=False).hosts == {
        "table.test",
        "games.example",
    }
    assert read_settings({}, create=False).hosts == frozenset()
    with pytest.raises(ConfigError, match="COMPANION_HOSTS names 'http://a'"):
        read_settings({"COMPANION_HOSTS": "http://a"}, create=False)


def test_an_empty_variable_counts_as_unset() -> None:
    got = read_settings({"COMPANION_PORT": "", "COMPANION_HOST": " ", "COMPANION_DATA": ""}, create=False)
    assert (got.port, got.host) == (8000, "0.0.0.0")


def test_posts_keep_threads_that_streams_cannot_take(tmp_path: Path) -> None:
    assert settings(tmp_path).most_streams == 56


@pytest.mark.parametrize("text", ["http", "80.5", "", "0x50", "８０００", "8000 9000", "9" * 5000])
def test_a_port_that_is_no_number_is_named_in_a_sentence(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match=r"--port is '.*', which is not a port number\. Give a whole number"):
        settings(tmp_path, port=text)


@pytest.mark.parametrize("number", ["0", "-1", "65536", "999999999"])
def test_a_port_out_of_range_is_named_in_a_sentence(number: str) -> None:
    with pytest.raises(ConfigError, match=f"COMPANION_PORT is {number}, but a port is a number from 1 to 65535"):
        read_settings({"COMPANION_PORT": number}, create=False)


@pytest.mark.parametrize(
    "text", ["http://10.0.0.1", "192.168.1.20:8000", "192.168.1.300", "my table", "", "-x", "8000"]
)
def test_a_host_that_is_no_address_is_named_in_a_sentence(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match="which is no address to listen on"):
        settings(tmp_path, host=text)


@pytest.mark.parametrize(
    ("given", "means"), [("*", "0.0.0.0"), ("[::]", "::"), ("LocalHost", "127.0.0.1"), ("table.local", "table.local")]
)
def test_common_ways_to_write_a_host_are_understood(tmp_path: Path, given: str, means: str) -> None:
    assert settings(tmp_path, host=given).host == means


def test_a_data_folder_that_is_a_file_is_named_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "tables"
    file.write_text("")
    with pytest.raises(ConfigError, match=r"tables is a file\. Give a folder with --data"):
        settings(tmp_path, data=file)


def test_a_data_folder_that_cannot_be_created_is_named_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match=r"can't be created \(.+\)\. Give another with --data"):
        settings(tmp_path, data=tmp_path / "file" / "inside")


def test_a_data_folder_without_a_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="which is not a folder"):
        settings(tmp_path, data=" ")
    with pytest.raises(ConfigError, match="which is not a folder"):
        settings(tmp_path, data="a\0b")


def test_the_home_folder_may_be_written_as_a_tilde() -> None:
    assert read_settings({}, data="~/tables", create=False).data == Path.home() / "tables"
    with pytest.raises(ConfigError, match="no such home folder"):
        read_settings({}, data="~nobody-of-this-name/tables", create=False)


def test_the_data_folder_is_for_its_owner_only(tmp_path: Path) -> None:
    got = settings(tmp_path, data=tmp_path / "a" / "b")
    assert got.data.stat().st_mode & 0o077 == 0


def test_looking_only_creates_nothing(tmp_path: Path) -> None:
    read_settings({}, data=tmp_path / "not-yet", create=False)
    assert not (tmp_path / "not-yet").exists()
