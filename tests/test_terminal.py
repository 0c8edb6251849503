"""What the terminal says, read as a person and as a camera would."""

from __future__ import annotations

import io
import re

import pytest
import zxingcpp
from PIL import Image, ImageDraw
from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

from companion.network import Address
from companion.terminal import Terminal, draw, greeting, qr_text, terminal_of

HOME = Address("192.168.1.20", "wlan0", "home", True)
CABLE = Address("10.0.0.5", "eth0", "home", True)
VPN = Address("10.8.0.6", "tun0", "vpn", False)
LOOPBACK = Address("127.0.0.1", "lo", "loopback", False)
DARK, LIGHT = "dark", "light"


def decode(image: Image.Image) -> list[str]:
    return [code.text for code in zxingcpp.read_barcodes(image)]


def photograph(text: str, background: str) -> Image.Image:
    """The terminal as pixels: half blocks and spaces in the terminal's own colours, or in those that the text sets."""
    own_ink, own_paper = ("white", "black") if background == DARK else ("black", "white")
    image = Image.new("RGB", (700, 800), own_paper)
    brush = ImageDraw.Draw(image)
    palette = {"255": "white", "232": "black"}
    for row, line in enumerate(text.splitlines()):
        column, ink, paper = 0, own_ink, own_paper
        for part in re.split(r"(\x1b\[[0-9;]*m)", line):
            if part.startswith("\x1b"):
                if part == "\x1b[0m":
                    ink, paper = own_ink, own_paper
                for which, number in re.findall(r"([34])8;5;(\d+)", part):
                    ink, paper = (palette[number], paper) if which == "3" else (ink, palette[number])
                continue
            for char in part:
                x, y = 20 + column * 8, 20 + row * 16
                upper, lower = (ink if char in "▀█" else paper), (ink if char in "▄█" else paper)
                brush.rectangle((x, y, x + 7, y + 7), fill=upper)
                brush.rectangle((x, y + 8, x + 7, y + 15), fill=lower)
                column += 1
    return image


def test_the_codes_text_leads_to_the_printed_address_and_fits_a_small_code() -> None:
    code: QRCode[object] = QRCode(error_correction=ERROR_CORRECT_M)
    code.add_data(qr_text(HOME, 8000), optimize=0)
    assert decode(code.make_image().get_image().convert("RGB")) == ["HTTP://192.168.1.20:8000/"]
    assert code.version <= 2
    longest = QRCode(error_correction=ERROR_CORRECT_M)
    longest.add_data(qr_text(Address("192.168.178.131", "wlan0", "home", True), 65535), optimize=0)
    longest.make()
    assert longest.version <= 2


def test_the_code_in_a_dark_terminal_is_read_by_a_real_decoder() -> None:
    assert decode(photograph(draw(qr_text(HOME, 8000), Terminal()), DARK)) == ["HTTP://192.168.1.20:8000/"]


@pytest.mark.parametrize("background", [DARK, LIGHT])
@pytest.mark.parametrize("blocks", [True, False])
def test_with_colours_the_code_is_read_on_any_background_even_in_ascii(background: str, blocks: bool) -> None:
    drawn = draw(qr_text(HOME, 8000), Terminal(blocks=blocks, colours=True))
    assert blocks or drawn.isascii()
    assert decode(photograph(drawn, background)) == ["HTTP://192.168.1.20:8000/"]


def test_light_modules_are_inked_so_that_a_code_on_black_is_not_an_inverted_one() -> None:
    assert draw(qr_text(HOME, 8000), Terminal()).splitlines()[0] == "█" * 33


def test_what_the_terminal_can_show_is_seen_from_its_encoding_and_kind() -> None:
    latin = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    utf8 = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    assert not terminal_of(latin, {}).blocks
    assert terminal_of(utf8, {}).blocks
    assert not terminal_of(utf8, {"TERM": "xterm"}).colours


def test_a_terminal_without_blocks_and_colours_gets_words_it_can_print() -> None:
    said = greeting([HOME, LOOPBACK], 8000, terminal=Terminal(blocks=False))
    assert said.isascii()
    assert "can't draw the QR code" in said
    assert "http://192.168.1.20:8000/" in said


def test_a_narrow_window_gets_words_and_no_wrapped_code() -> None:
    said = greeting([HOME], 8000, terminal=Terminal(columns=30))
    assert "too narrow" in said
    assert "█" not in said


def test_the_greeting_names_the_address_the_board_and_how_to_stop() -> None:
    said = greeting([HOME, VPN, LOOPBACK], 8000, terminal=Terminal())
    assert "http://192.168.1.20:8000/  (wlan0)" in said
    assert "The board, on this machine: http://127.0.0.1:8000/" in said
    assert "Ctrl-C" in said
    assert "10.8.0.6" not in said
    assert "taken" not in said
    assert decode(photograph(said, DARK)) == ["HTTP://192.168.1.20:8000/"]


def test_other_plausible_addresses_are_printed_with_their_interface() -> None:
    said = greeting([HOME, CABLE, LOOPBACK], 8000, terminal=Terminal())
    assert "several networks" in said
    assert "http://10.0.0.5:8000/  (eth0)" in said


def test_a_moved_port_is_said() -> None:
    said = greeting([HOME], 8001, 8000, Terminal())
    assert "Port 8000 was taken, so Companion uses port 8001." in said
    assert "http://192.168.1.20:8001/" in said


def test_when_no_address_is_plausible_words_say_so() -> None:
    said = greeting([VPN, LOOPBACK], 8000, terminal=Terminal())
    assert "Phones can probably not reach this machine: its best address is of a VPN." in said
    assert "http://10.8.0.6:8000/  (tun0)" in said
    for nothing in ([LOOPBACK], []):
        said = greeting(nothing, 8000, terminal=Terminal())
        assert "This machine is in no network, so phones can't reach it." in said
        assert "Connect it to the wifi" in said
        assert "http://127.0.0.1:8000/" in said
