"""The screen stays on while a game runs: by the browser's lock, or by a silent video."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, expect

from tests.browser.table import Screen, Table, record_lines

LINES = record_lines("zoo_police", "whole_game_of_three")
LOCK = """
  window.locks = [];
  Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => {
    if (window.refusesLocks) throw new DOMException("no", "NotAllowedError");
    const lock = { kind, released: false, release: async () => { lock.released = true; } };
    window.locks.push(lock);
    return lock;
  } } });
"""
HELD = "window.locks.filter((lock) => lock.kind === 'screen' && !lock.released).length"
PLAYING = "[...document.querySelectorAll('video')].filter((video) => !video.paused && video.readyState > 1).length"


def until(screen: Screen, what: str, count: int) -> None:
    screen.until(lambda: screen.page.evaluate(what) == count)


def switch(screen: Screen, fold: str) -> None:
    page = screen.page
    if page.locator(f"{fold}:not([open])").count():
        page.locator(f"{fold} > summary").click()
    page.locator("[data-stay]").click(force=True)


def test_on_a_secure_page_the_browsers_lock_is_held_and_asked_for_again_on_return(table: Table) -> None:
    table.open_record(LINES[:8])
    ann = table.take_over("Ann")
    ann.page.add_init_script(LOCK)
    ann.page.reload()
    ann.page.locator("#now").click()
    until(ann, HELD, 1)
    ann.hide(True)
    until(ann, HELD, 0)
    ann.hide(False)
    until(ann, HELD, 1)
    ann.page.locator("#now").click()
    assert ann.page.evaluate("window.locks.length") == 2
    assert ann.page.locator("video").count() == 0


def test_the_switch_lets_go_and_is_remembered(table: Table) -> None:
    table.open_record(LINES[:8])
    page = table.board.page
    page.add_init_script(LOCK)
    page.reload()
    expect(page.locator("[data-stay]")).to_be_checked()
    page.locator("#now").click()
    until(table.board, HELD, 1)
    switch(table.board, "#people")
    until(table.board, HELD, 0)
    page.reload()
    page.locator("#now").click()
    page.wait_for_timeout(500)
    expect(page.locator("[data-stay]")).not_to_be_checked()
    assert page.evaluate(HELD) == 0
    before = table.board.revision
    table.board.send("/undo")
    expect(page.locator("#live")).not_to_have_attribute("data-revision", before)
    expect(page.locator("[data-stay]")).not_to_be_checked()
    switch(table.board, "#people")
    until(table.board, HELD, 1)


def test_by_itself_and_only_as_long_as_the_game_runs(table: Table) -> None:
    table.open_record(LINES)
    page = table.board.page
    page.add_init_script(LOCK)
    page.reload()
    assert page.locator("[data-stay]").count() == 0
    table.board.send("/undo")
    until(table.board, HELD, 1)  # nobody has tapped: a lock needs none
    last = dict(LINES[-1])
    table.act(last.pop("seat"), last.pop("do"), **last)
    until(table.board, HELD, 0)


def test_a_refused_lock_gives_way_to_the_video(table: Table) -> None:
    table.open_record(LINES[:8])
    page = table.board.page
    page.add_init_script("window.refusesLocks = true;" + LOCK)
    page.reload()
    page.locator("#now").click()
    until(table.board, PLAYING, 1)


def test_on_a_plain_page_a_silent_video_plays_behind_it_from_the_first_tap(
    table: Table, launch: Callable[..., Browser]
) -> None:
    browser = launch("--host-resolver-rules=MAP table.test 127.0.0.1")
    table.open_record(LINES[:8])
    ann = table.take_over("Ann", browser=browser, host="table.test")
    page = ann.page
    assert page.evaluate("window.isSecureContext") is False
    page.wait_for_timeout(300)
    assert page.locator("video").count() == 0
    page.locator("#now").click()
    until(ann, PLAYING, 1)
    facts = page.evaluate("""() => { const v = document.querySelector("video"), box = v.getBoundingClientRect();
      return [v.muted, v.loop, v.playsInline, box.width >= innerWidth, box.height >= innerHeight, v.duration > 5,
              v.getAttribute("aria-hidden"), document.elementFromPoint(5, 300) !== v]; }""")
    assert facts == [True, False, True, True, True, True, "true", True]
    page.evaluate("document.querySelector('video').currentTime = 5.5")
    ann.until(lambda: page.evaluate("document.querySelector('video').currentTime") < 5)
    ann.hide(True)
    until(ann, PLAYING, 0)
    ann.hide(False)
    until(ann, PLAYING, 1)
    switch(ann, "#own")
    until(ann, PLAYING, 0)
    switch(ann, "#own")
    until(ann, PLAYING, 1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_mp4_plays_too(table: Table) -> None:
    """Safari takes no other; here only whether it can be played at all."""
    table.open_record(LINES[:8])
    page = table.board.page
    page.add_init_script(
        """
      window.refusesLocks = true;
      Object.defineProperty(navigator, "vendor", { get: () => "Apple Computer, Inc." });
    """
        + LOCK
    )
    page.reload()
    page.locator("#now").click()
    until(table.board, PLAYING, 1)
    assert page.evaluate("document.querySelector('video').src").endswith("awake.mp4")
    assert page.evaluate("document.querySelector('video').muted") is False
