"""A table as people see it: one board and a phone for each of them, driven by the names of forms and fields alone."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.server import Server
from tests.browser.wire import Wire

RECORDS = Path(__file__).parent.parent / "games"
BOARD, PHONE = {"width": 1024, "height": 768}, {"width": 390, "height": 844}
SIGNED_OUT = ("the server responded with a status of 403",)
USED_LINK = ("the server responded with a status of 410",)
OFFLINE = ("net::ERR_INTERNET_DISCONNECTED", "htmx:error: Failed to fetch")

expect.set_options(timeout=15_000)

SEND = """([selector, fields]) => {
  // Fills a form of the page as a person would and taps its button; says which fields no such form has.
  let missing = ["a form " + selector];
  for (const form of document.querySelectorAll(selector)) {
    const left = new Map(Object.entries(fields)), chosen = [];
    for (const field of form.elements) {
      const said = field.name === "also" ? [...new URLSearchParams(field.value)] : [[field.name, field.value]];
      const fits = said.every(([name, value]) => String(fields[name]) === value);
      const typed = field.name in fields && ["number", "text", "textarea", "select-one"].includes(field.type);
      if (field.disabled || !(typed || (fits && said.length))) continue;
      chosen.push(field);
      said.forEach(([name]) => left.delete(name));
    }
    missing = [...left.keys()];
    if (missing.length) continue;
    let button = null;
    for (const field of chosen) {
      if (field.type === "submit") button = field;
      else if (["radio", "checkbox"].includes(field.type)) { if (!field.checked) field.click(); }
      else if (field.type !== "hidden") field.value = fields[field.name];
    }
    const plain = [...form.elements].filter((e) => e.type === "submit" && !e.name && !e.disabled);
    (button || plain[0]).click();
    return [];
  }
  return missing;
}"""

WAIT = """([revision, changed]) => new Promise((done) => {
  const end = Date.now() + 15000;
  const look = () => {
    const live = document.getElementById("live");
    if (live && (live.dataset.revision === revision) !== changed) done(true);
    else if (Date.now() > end) done(false);
    else setTimeout(look, 5);
  };
  look();
})"""

MARK = """async ([key, value]) => {
  const form = document.querySelector("form[data-sheet]"), body = new FormData();
  const id = crypto.getRandomValues(new Uint32Array(2)).join("");
  const fields = { token: form.elements.token.value, id, key, value, quiet: 1 };
  for (const [name, said] of Object.entries(fields)) body.set(name, said);
  const answer = await fetch(form.action, { method: "POST", body });
  if (!answer.ok) throw new Error(answer.status);
}"""

HIDE = """(yes) => {
  for (const [name, value] of [["hidden", yes], ["visibilityState", yes ? "hidden" : "visible"]])
    Object.defineProperty(document, name, { configurable: true, get: () => value });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class Screen:
    def __init__(self, context: BrowserContext, wire: Wire, root: str) -> None:
        self.context, self.wire, self.root = context, wire, root
        self.complaints: list[str] = []
        self.excused: tuple[str, ...] = ()
        self.page = self.tab()

    def tab(self) -> Page:
        page = self.context.new_page()
        page.on("console", lambda told: self._note(told.text) if told.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self._note(str(error)))
        return page

    def _note(self, words: str) -> None:
        if not any(part in words for part in self.excused):
            self.complaints.append(words)

    def goto(self, path: str) -> None:
        self.page.goto(self.root + path)

    def send(self, action: str, **fields: Any) -> None:
        """Sends the form whose address ends so."""
        self._send(f'form[action$="{action}"]', fields)

    def command(self, do: str, fields: dict[str, str]) -> None:
        """Sends the form of a command."""
        self._send(f'form:has(input[name="do"][value="{do}"])', fields)

    def _send(self, selector: str, fields: dict[str, Any]) -> None:
        missing = self.page.evaluate(SEND, [selector, fields])
        assert missing == [], f"{selector} lacks {missing} of {fields} on {self.page.url}"

    def mark(self, key: str, value: str) -> None:
        """Writes a mark upon the private sheet that no button offers."""
        self.page.evaluate(MARK, [key, value])

    def hide(self, yes: bool) -> None:
        """As when the phone's screen goes dark; headless pages are never hidden by themselves."""
        self.page.evaluate(HIDE, yes)

    def until(self, so: Callable[[], bool]) -> None:
        end = time.monotonic() + 15
        while not so():
            assert time.monotonic() < end
            self.page.wait_for_timeout(20)

    # ---- without script -----------------------------------------------------------------------------------------

    def tap(self, action: str, **fields: str) -> None:
        self._tap(self.page.locator(f'form[action$="{action}"]'), fields)

    def tap_command(self, line: dict[str, Any]) -> None:
        fields = flat({name: value for name, value in line.items() if name not in ("seat", "do")})
        self._tap(self.page.locator(f'form:has(input[name="do"][value="{line["do"]}"])'), fields)

    def _tap(self, forms: Locator, fields: dict[str, str]) -> None:
        """Opens what is folded, fills in and taps; then a whole new page comes."""
        where = urlencode({name: fields[name] for name in ("owner", "row") if name in fields})
        selectors = {name: field_selector(name, value, where) for name, value in fields.items()}
        for selector in selectors.values():
            forms = forms.filter(has=self.page.locator(selector))
        form = forms.first
        for folded in self.page.locator("details:not([open])").filter(has=form).all():
            folded.locator("summary").first.click()
        button = form.locator("button:not([name])").last
        for name, value in fields.items():
            field = form.locator(selectors[name]).first
            if field.evaluate("field => field.tagName") == "BUTTON":
                button = field
            elif field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            elif field.get_attribute("type") in ("radio", "checkbox"):
                field.check(force=True)
            else:
                field.fill(value)
        with self.page.expect_navigation():
            button.click()

    @property
    def live(self) -> Locator:
        return self.page.locator("#live")

    @property
    def revision(self) -> str:
        return self.live.get_attribute("data-revision") or ""

    def cell(self, key: str) -> Locator:
        return self.page.locator(f'[data-cell="{key}"]')


def field_selector(name: str, value: str, where: str) -> str:
    """The field as such, or the one button that says owner and row together."""
    own = f'[name="{name}"][value="{value}"], [name="{name}"]:not([value]), input.input[name="{name}"]'
    return f'{own}, [name="also"][value="{where}"]' if name in ("owner", "row") else own


def settled(page: Page, revision: str, *, changed: bool = False) -> None:
    """Waits until the page shows that revision of the table (with `changed`: another one) without being asked to."""
    assert page.evaluate(WAIT, [revision, changed]), f"revision {revision}: {page.locator('#live').first}"


def serious_faults(page: Page) -> list[str]:
    """What axe calls serious or critical, in light and in dark."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for fault in Axe().run(page).response["violations"]:
            if fault["impact"] in ("serious", "critical"):
                found += [f"{scheme}: {fault['id']}: {node['html'][:200]}" for node in fault["nodes"]]
    return found


def record_lines(game: str, name: str) -> list[dict[str, Any]]:
    """The lines of a golden record."""
    text = (RECORDS / game / "records" / f"{name}.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


def flat(fields: Any, path: str = "") -> dict[str, str]:
    """Fields of a command as a form names them: `numbers.1`, `types.pink.own`."""
    parts = fields.items() if isinstance(fields, dict) else enumerate(fields, 1)
    told: dict[str, str] = {}
    for name, value in parts:
        here = f"{path}.{name}" if path else str(name)
        told |= flat(value, here) if isinstance(value, dict | list) else {here: str(value)}
    return told


class Table:
    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser, self.server = browser, server
        self._told_before = server.told.stat().st_size
        self.code = ""
        self.screens: list[Screen] = []
        self.phones: dict[str, Screen] = {}

    # ---- screens ------------------------------------------------------------------------------------------------

    def screen(self, size: dict[str, int], *, browser: Browser | None = None, host: str = "", **context: Any) -> Screen:
        """`readable` asks the server for uncompressed answers, so that its wire can be read."""
        wire = Wire(self.server.port)
        if context.pop("readable", False):
            context["extra_http_headers"] = {"Accept-Encoding": "identity"}
        context = {"viewport": size, "has_touch": size is PHONE, "reduced_motion": "reduce", **context}
        made = (browser or self.browser).new_context(**context)
        made.set_default_timeout(15_000)
        screen = Screen(made, wire, f"http://{host or '127.0.0.1'}:{wire.port}")
        self.screens.append(screen)
        return screen

    def board_screen(self, **context: Any) -> Screen:
        self.board = self.screen(BOARD, **context)
        return self.board

    def open(self, game: str, **context: Any) -> None:
        self.board_screen(**context).goto("/")
        self.board.page.locator(f'button[name="game"][value="{game}"]').click()
        self._on_the_board()

    def open_record(self, lines: list[dict[str, Any]], **context: Any) -> None:
        """The game stands where the lines end; nobody has a phone."""
        text = "".join(json.dumps(line) + "\n" for line in lines)
        self.board_screen(**context).goto("/")
        file = {"name": "game.jsonl", "mimeType": "text/plain", "buffer": text.encode()}
        self.board.page.locator('input[type="file"][name="record"]').set_input_files(file)
        self.board.send("/import")
        self._on_the_board()

    def _on_the_board(self) -> None:
        self.board.page.wait_for_url("**/board")
        self.code = urlsplit(self.board.page.url).path.split("/")[1]

    def join(self, name: str, **context: Any) -> Screen:
        """By the code, as somebody new."""
        phone = self.phones[name] = self.screen(PHONE, **context)
        phone.goto(f"/{self.code}")
        form = phone.page.locator('form[action$="/join"]:has(input[name="name"])')
        form.locator('input[name="name"]').fill(name)
        form.locator('button:not([type="button"])').last.click()
        phone.page.wait_for_url("**/seat")
        return phone

    def take_over(self, name: str, **context: Any) -> Screen:
        """By the code, as one who has played without a phone so far."""
        phone = self.phones[name] = self.screen(PHONE, **context)
        phone.goto(f"/{self.code}")
        phone.page.locator(f'form[action$="/join"]:has(input[name="seat"]):has-text("{name}") button').click()
        phone.page.wait_for_url("**/seat")
        return phone

    def start(self, game: str, names: str, options: dict[str, str] | None = None, **context: Any) -> None:
        """Everyone joins by phone, in this order round the table; the first one begins."""
        self.open(game, **context)
        for name in names.split():
            self.join(name, **context)
        seats = self.board.page.locator("[data-seat]")
        expect(seats).to_have_count(len(self.phones))
        if options:
            self.board.send("/board/options", **options)
            self.all_settled()
        self.board.send("/board/start", first=seats.first.get_attribute("data-seat"))
        for screen in self.screens:
            expect(screen.page.locator("section.game")).to_be_visible()
        self.all_settled()

    # ---- playing ------------------------------------------------------------------------------------------------

    def act(self, seat: str | None, do: str, **fields: Any) -> None:
        """One command on that seat's phone, or on the board when it has none; then all screens show it."""
        screen = self.phones.get(seat or "", self.board)
        before = screen.revision
        screen.command(do, flat(fields))
        settled(screen.page, before, changed=True)
        self.all_settled(screen.revision)

    def play(self, lines: list[dict[str, Any]]) -> None:
        for line in lines:
            self.act(**line)

    def all_settled(self, revision: str = "") -> None:
        newest = revision or str(max(int(screen.revision) for screen in self.screens))
        for screen in self.screens:
            settled(screen.page, newest)

    # ---- the end ------------------------------------------------------------------------------------------------

    def complaints(self) -> list[str]:
        names = {id(phone): name for name, phone in self.phones.items()}
        found = [f"{names.get(id(s), 'board')}: {words}" for s in self.screens for words in s.complaints]
        told = self.server.told.read_text()[self._told_before :]
        return found + ([f"server: {told}"] if told else [])

    def close(self) -> None:
        for screen in self.screens:
            screen.context.close()
            screen.wire.close()


PASSING = re.compile(
    r'value="[0-9a-f]{24}"|data-revision="\d+"|name="seen" value="\d+"|'
    r"(?:data|X-Revision|Content-Length|Date): ?[^\r\n]*|[0-9A-Fa-f]+\r\n(?=event: )"
)


def lasting(heard: str) -> str:
    """What was heard, without what is different each time (ids, versions, their length, dates) and without the log."""
    return re.sub(r'<details[^>]* id="log".*?</details>', "", PASSING.sub("", heard), flags=re.DOTALL)
