"""What the terminal says when the server is up: the address, its QR code, and how to stop."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TextIO

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

from companion.network import Address, Kind

_BLOCKS = "\u2580\u2584\u2588"
_NOWHERE = Address("127.0.0.1", "lo", "loopback", False)

KIND_WORDS: Mapping[Kind, str] = {
    "home": "a home network",
    "public": "a public address",
    "other": "an unusual address",
    "vpn": "a VPN",
    "virtual": "a virtual network inside this machine",
    "link-local": "a network that gave this machine no address",
    "mobile": "the phone company's network",
    "loopback": "this machine alone",
}


@dataclass(frozen=True, slots=True)
class Terminal:
    """What a terminal can show. Without `colours` the code is drawn for a dark background."""

    blocks: bool = True
    colours: bool = False
    columns: int = 80


def terminal_of(stream: TextIO, environ: Mapping[str, str] | None = None) -> Terminal:
    env = os.environ if environ is None else environ
    plain = os.name == "nt" or "NO_COLOR" in env or env.get("TERM", "dumb") == "dumb"
    try:
        _BLOCKS.encode(getattr(stream, "encoding", None) or "ascii")
        blocks = True
    except (UnicodeEncodeError, LookupError):
        blocks = False
    return Terminal(blocks, stream.isatty() and not plain, shutil.get_terminal_size().columns)


def greeting(
    addresses: Sequence[Address], port: int, moved_from: int | None = None, terminal: Terminal | None = None
) -> str:
    """`addresses` as `network.addresses` ranks them; `moved_from` is the wanted port when it was taken."""
    terminal = terminal or terminal_of(sys.stdout)
    first = addresses[0] if addresses else _NOWHERE
    others = [a for a in addresses[1:] if a.plausible]
    lines = [draw(qr_text(first, port), terminal), *_address_lines(first, port)]
    if others:
        lines += ["", "  This machine is in several networks. If phones can't open it, try"]
        lines += [f"    {a.url(port)}  ({a.name})" for a in others]
    lines.append("")
    if moved_from is not None and moved_from != port:
        lines.append(f"  Port {moved_from} was taken, so Companion uses port {port}.")
    loopback = next((a for a in addresses if a.kind == "loopback"), None)
    if loopback not in (None, first):
        lines.append(f"  The board, on this machine: {loopback.url(port) if loopback else ''}")
    lines.append("  Stop with Ctrl-C. Every table is kept.")
    return "\n".join(lines) + "\n"


def _address_lines(first: Address, port: int) -> list[str]:
    there = f"    {first.url(port)}  ({first.name})"
    if first.plausible:
        return ["  Companion is running. Phones scan the code or open", there]
    if first.kind == "loopback":
        problem = ["  This machine is in no network, so phones can't reach it."]
    else:
        problem = [f"  Phones can probably not reach this machine: its best address is of {KIND_WORDS[first.kind]}."]
    advice = ["  Connect it to the wifi that the phones are in, and start again. `companion doctor` tells more."]
    return ["  Companion is running at", there, "", *problem, *advice]


def qr_text(address: Address, port: int) -> str:
    """In capitals, which fit a smaller code; browsers read it alike."""
    return address.url(port).upper()


def draw(text: str, terminal: Terminal) -> str:
    """The code in lines, or words where the terminal could only show one that no camera reads."""
    code = QRCode(error_correction=ERROR_CORRECT_M, border=4)
    code.add_data(text, optimize=0)
    code.make()
    columns = (code.modules_count + 2 * code.border) * (1 if terminal.blocks else 2)
    if terminal.columns < columns:
        return "  (This window is too narrow for the QR code. The board's page shows it too.)\n"
    if terminal.blocks:
        canvas = _Canvas()
        code.print_ascii(out=canvas, tty=terminal.colours, invert=True)
        return canvas.getvalue().replace("\xa0", " ")
    if terminal.colours:
        return _in_spaces(code.get_matrix())
    return "  (This terminal can't draw the QR code. The board's page shows it.)\n"


def _in_spaces(matrix: Sequence[Sequence[bool]]) -> str:
    """ASCII alone: two coloured spaces a module. Inked letters such as ## leave gaps, and no decoder read them."""
    lines = []
    for row in matrix:
        runs = ((dark, sum(1 for _ in run)) for dark, run in groupby(row))
        lines.append("".join(f"\x1b[48;5;{232 if dark else 255}m{'  ' * n}" for dark, n in runs) + "\x1b[0m\n")
    return "".join(lines)


class _Canvas(io.StringIO):
    """Takes the fixed colours that the package gives to terminals only."""

    def isatty(self) -> bool:
        return True
