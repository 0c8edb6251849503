"""Settings: where to listen and where the tables are kept, by the command line, else the environment, else defaults."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

APP_NAME = "companion"
DATABASE_NAME = "companion.sqlite3"
SERVER_IDENT = "Companion"
"""What the server calls itself in the `Server` header; by it `companion doctor` tells a Companion from any other."""

DEFAULT_PORT = 8000
EVERY_INTERFACE = "0.0.0.0"
_HOST_NAME = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*", re.IGNORECASE)


class ConfigError(Exception):
    """A setting that cannot be used; its text is a sentence for the person who gave it."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    port: int
    host: str
    data: Path
    hosts: frozenset[str] = frozenset()
    """Further names of this machine, in small letters. Pages asked for by any other name are refused."""
    threads: int = 64
    stream_spare: int = 8

    @property
    def database(self) -> Path:
        return self.data / DATABASE_NAME

    @property
    def most_streams(self) -> int:
        """Open event streams at most; the remaining threads always serve posts and pages."""
        return self.threads - self.stream_spare


def read_settings(
    environ: Mapping[str, str] | None = None,
    *,
    port: int | str | None = None,
    host: str | None = None,
    data: Path | str | None = None,
    create: bool = True,
) -> Settings:
    """Values given here (by the command line) win over COMPANION_PORT, COMPANION_HOST and COMPANION_DATA;
    COMPANION_HOSTS is read from the environment alone.
    `create=False` leaves the data folder alone. Raises `ConfigError`."""
    env = os.environ if environ is None else environ
    raw_port, port_source = _choose(port, "--port", env, "COMPANION_PORT")
    raw_host, host_source = _choose(host, "--host", env, "COMPANION_HOST")
    raw_data, data_source = _choose(data, "--data", env, "COMPANION_DATA")
    settings = Settings(
        port=DEFAULT_PORT if raw_port is None else _port(raw_port, port_source),
        host=EVERY_INTERFACE if raw_host is None else _host(raw_host, host_source),
        data=user_data_path(APP_NAME, appauthor=False) if raw_data is None else _path(raw_data, data_source),
        hosts=_hosts(env.get("COMPANION_HOSTS", "")),
    )
    if create:
        make_data_folder(settings.data)
    return settings


def make_data_folder(folder: Path) -> None:
    """Readable by its owner only, since it holds the keys to all seats. Raises `ConfigError`."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError as error:
        raise ConfigError(f"The data folder {folder} is a file. Give a folder with --data.") from error
    except OSError as error:
        why = error.strerror or error
        raise ConfigError(f"The data folder {folder} can't be created ({why}). Give another with --data.") from error


def _choose(given: object, option: str, env: Mapping[str, str], variable: str) -> tuple[str | None, str]:
    """The text and the name of where it stands. An empty variable counts as unset, an empty option as a mistake."""
    if given is not None:
        return str(given).strip(), option
    return env.get(variable, "").strip() or None, variable


def _port(text: str, source: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise ConfigError(f"{source} is {text!r}, which is not a port number. Give a whole number from 1 to 65535.")
    number = int(text)
    if not 1 <= number <= 65535:
        raise ConfigError(f"{source} is {number}, but a port is a number from 1 to 65535.")
    return number


def _host(text: str, source: str) -> str:
    if text == "*":
        return EVERY_INTERFACE
    bare = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    try:
        return str(ipaddress.ip_address(bare))
    except ValueError:
        pass
    digits_only = not re.search(r"[a-z]", text, re.IGNORECASE)
    if digits_only or len(text) > 253 or not _HOST_NAME.fullmatch(text):
        raise ConfigError(
            f"{source} is {text!r}, which is no address to listen on. "
            f"Give one of this machine's addresses alone, without http:// and port, or {EVERY_INTERFACE} for all."
        )
    return "127.0.0.1" if text.lower() == "localhost" else text.lower()


def _hosts(text: str) -> frozenset[str]:
    names = {name.strip().lower() for name in text.split(",")} - {""}
    for name in sorted(names):
        if not _HOST_NAME.fullmatch(name):
            raise ConfigError(
                f"COMPANION_HOSTS names {name!r}, which is no host name. Give names alone, without http:// and port, "
                "and commas between them."
            )
    return frozenset(names)


def _path(text: str, source: str) -> Path:
    if not text or "\0" in text:
        raise ConfigError(f"{source} is {text!r}, which is not a folder.")
    try:
        return Path(text).expanduser().absolute()
    except RuntimeError as error:
        raise ConfigError(f"{source} is {text!r}, and there is no such home folder.") from error
