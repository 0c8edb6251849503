"""What a page asks of hands and eyes: what is tapped, how large and how far apart it is, and whether it is cut off."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

OPEN_ALL = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"

FAULTS = """() => {
  const found = [], WANTED = 48;
  const name = (e) => {
    const words = (e.innerText || e.ariaLabel || e.name || "").trim().slice(0, 30);
    return `${e.tagName.toLowerCase()}.${[...e.classList].join(".")} "${words}"`;
  };
  const size = (box) => `${Math.round(box.width)} x ${Math.round(box.height)}`;
  const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".unseen, [hidden]");
  const inner = (one, other) => one.contains(other) || other.contains(one);
  const inBar = (e) => e.closest(".undo-bar, .dock, .actions, .zg-go");  // the rest of the page passes under them

  // The page never scrolls sideways; what is wide scrolls in a frame of its own.
  const held = (e) => {
    for (let up = e.parentElement; up; up = up.parentElement)
      if (getComputedStyle(up).overflowX !== "visible") return true;
    return false;
  };
  if (document.documentElement.scrollWidth > innerWidth) {
    const all = [...document.body.querySelectorAll("*")];
    const wide = all.filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !held(e));
    const outer = wide.filter((e) => !wide.some((other) => other !== e && other.contains(e)));
    found.push(`scrolls sideways: ${outer.slice(0, 3).map(name)}`);
  }

  // What is tapped is 48 pixels wide and high, or so far from its neighbours as if it were.
  const TICKS = "[type=checkbox], [type=radio]";
  const ASKED = "a[href]:not(.skip), button, summary, select, textarea, input:not([type=hidden]), label";
  const isTapped = (e) => shown(e) && !e.disabled && (e.tagName === "LABEL"
    ? e.querySelector(":is([type=checkbox], [type=radio]):enabled") : !(e.matches(TICKS) && e.closest("label")));
  const boxes = [...document.querySelectorAll(ASKED)].filter(isTapped)
    .map((e) => ({ e, box: e.getBoundingClientRect() })).filter(({ box }) => Math.min(box.width, box.height) > 1);
  const isSmall = ({ box }) => Math.min(box.width, box.height) < WANTED - 0.5;
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  for (const { e, box } of boxes.filter(isSmall)) {
    if (getComputedStyle(e).display === "inline") {
      if (box.height < 24) found.push(`a low line to tap: ${name(e)} ${size(box)}`);
      continue;
    }
    const [x, y] = middle(box);
    const near = boxes.find((other) => {
      if (inner(e, other.e) || inBar(e) !== inBar(other.e)) return false;
      const there = other.box, [ox, oy] = middle(there);
      if (isSmall(other)) return Math.hypot(x - ox, y - oy) < WANTED - 0.5;
      const dx = Math.max(there.left - x, 0, x - there.right), dy = Math.max(there.top - y, 0, y - there.bottom);
      return Math.hypot(dx, dy) < WANTED / 2 - 0.5;
    });
    if (near) found.push(`small: ${name(e)} ${size(box)}, near ${name(near.e)}`);
    else if (Math.min(box.width, box.height) < 24) found.push(`tiny: ${name(e)} ${size(box)}`);
  }
  for (const [at, { e, box }] of boxes.entries()) for (const { e: other, box: there } of boxes.slice(at + 1)) {
    if (inner(e, other) || inBar(e) !== inBar(other)) continue;
    const across = Math.min(box.right, there.right) - Math.max(box.left, there.left);
    const down = Math.min(box.bottom, there.bottom) - Math.max(box.top, there.top);
    if (across > 2 && down > 2) found.push(`one over the other: ${name(e)} and ${name(other)}`);
  }

  // A phone zooms into a field with smaller letters.
  for (const { e } of boxes)
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(e.tagName) && !e.matches("[type=checkbox], [type=radio], [type=file]")
        && parseFloat(getComputedStyle(e).fontSize) < 16) found.push(`zooms when tapped: ${name(e)}`);

  for (const e of document.body.querySelectorAll("*")) {
    const style = getComputedStyle(e), cuts = /hidden|clip/.test(style.overflowX + style.overflowY);
    if (!shown(e) || !e.innerText || e.clientWidth < 3) continue;
    if (e.closest("svg, .seat-name, .topbar-title")) continue;  // a long name ends in an ellipsis
    if (!cuts && !e.children.length && e.scrollWidth > e.clientWidth + 2) found.push(`runs over its edge: ${name(e)}`);
    const tooMuch = e.scrollWidth > e.clientWidth + 2 || e.scrollHeight > e.clientHeight + 2;
    if (cuts && tooMuch) found.push(`cut off: ${name(e)}`);
  }
  for (const { e, box } of boxes) for (const part of e.querySelectorAll("span, b, small, bdi")) {
    const there = part.getBoundingClientRect();
    const isOver = there.right > box.right + 3 || there.left < box.left - 3;
    if (isOver && shown(part)) found.push(`runs over its edge: ${name(e)}`);
  }
  return [...new Set(found)];
}"""

BARS = """() => {
  const bar = document.querySelector(".undo-bar"), bottoms = [0];
  scrollTo(0, document.documentElement.scrollHeight);
  for (const e of document.querySelectorAll("main :is(a[href], button, summary, select, label:has(.inside))"))
    if (e.checkVisibility() && !bar.contains(e)) bottoms.push(e.getBoundingClientRect().bottom);
  const { top, bottom } = bar.getBoundingClientRect();
  const undo = bar.querySelector("button").getBoundingClientRect();
  scrollTo(0, 0);
  const pinned = [...document.querySelectorAll(".topbar, .now, .actions, .undo-bar")]
    .filter((e) => /fixed|sticky/.test(getComputedStyle(e).position) && e.checkVisibility());
  return {
    place: [Math.round(top), Math.round(bottom)],
    gap: undo.top - Math.max(...bottoms),
    free: 1 - pinned.reduce((sum, e) => sum + e.getBoundingClientRect().height, 0) / innerHeight,
  };
}"""


def faults(page: Page) -> list[str]:
    """With everything opened that can be opened."""
    page.evaluate(OPEN_ALL)
    found: list[str] = page.evaluate(FAULTS)
    return found


@dataclass(frozen=True)
class Bars:
    """`place`: top and bottom of the undo bar; `gap`: pixels between its button and the lowest thing to tap, at the end
    of the page; `free`: the share of the height that bars leave."""

    place: tuple[int, int]
    gap: float
    free: float


def bars(page: Page) -> Bars:
    told = page.evaluate(BARS)
    return Bars(tuple(told["place"]), told["gap"], told["free"])
