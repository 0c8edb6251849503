"""Passing the tablet round: the private page of somebody without a phone, on the board, behind a curtain.

A POST alone opens the curtain. What a GET brings (a reload, the back key, the history) is the curtain again.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict

from werkzeug.routing import BaseConverter

ANSWERED_KEPT = 2000
LONGEST_ID = 64


class SideConverter(BaseConverter):
    """Whose screen: the board's, the seat of this phone, or a seat that is passed round on the board, by its id."""

    regex = r"(?:board|seat|pass-[1-9][0-9]{0,8})"
    part_isolating = True


def side_of(seat_id: int) -> str:
    return f"pass-{seat_id}"


def passed_seat(side: str) -> int | None:
    """The id of the seat that is passed round, `None` on boards and phones."""
    return int(side.removeprefix("pass-")) if re.match(r"pass-\d", side) else None


def is_passed(side: str) -> bool:
    return passed_seat(side) is not None


class Answered:
    """Forms whose answer has been shown. Without script a reload sends a form again, and whoever holds the tablet next
    would see that answer."""

    def __init__(self) -> None:
        self._ids: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def first_time(self, form_id: str) -> bool:
        with self._lock:
            if not 0 < len(form_id) <= LONGEST_ID or form_id in self._ids:
                return False
            self._ids[form_id] = None
            if len(self._ids) > ANSWERED_KEPT:
                self._ids.popitem(last=False)
            return True
