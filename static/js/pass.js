// A private page that was passed round covers itself: after a minute without a tap, when the page is hidden, when it is
// left. What the address itself brings is the curtain.
"use strict";

(() => {
  const COVER_AFTER = 60000;
  const open = () => document.querySelector("#screen[data-uncovered]");
  let timer = 0;

  function cover() {
    const screen = open();
    if (!screen) return;
    screen.remove();  // at once: also what the browser may keep of this page holds nothing
    location.replace(location.pathname);
  }
  function wait() {
    clearTimeout(timer);
    timer = setTimeout(cover, COVER_AFTER);
  }

  for (const sign of ["pointerdown", "click", "keydown", "input"]) document.addEventListener(sign, wait, true);
  document.addEventListener("visibilitychange", () => { if (document.hidden) cover(); });
  addEventListener("pagehide", () => { const screen = open(); if (screen) screen.remove(); });
  addEventListener("pageshow", (event) => { if (event.persisted) location.replace(location.pathname); });
})();
