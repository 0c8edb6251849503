// Small helpers of every page. Everything works without them, only less smoothly.
"use strict";

(() => {
  const BEAT_MISSED = 20000, POLL = 2000, RETRY_STREAM = 30000, GIVE_UP = 16000;
  const screen = () => document.getElementById("screen");
  const live = () => document.getElementById("live");

  // ---- the stream: hear that something changed, then ask for it --------------------------------------------------

  let source = null, poll = 0, heard = 0, mark = null, asking = 0, again = false, fresh = false;

  function refresh() {
    const here = live();
    if (!here) return;
    if (Date.now() - asking < GIVE_UP) { again = true; return; }
    asking = Date.now();
    htmx.trigger(here, "refresh");
  }

  function answered(ok) {
    asking = 0;
    lost(!ok);
    if (again) { again = false; refresh(); }
  }

  function lost(yes) {
    const banner = document.getElementById("lost");
    if (banner && banner.hidden === yes) banner.hidden = !yes;
    if (!yes) send();
  }

  function close() {
    if (source) source.close();
    source = null;
    clearInterval(poll);
    poll = 0;
  }

  function open() {
    close();
    const here = screen();
    if (!here || !here.dataset.stream || document.hidden) return;
    heard = Date.now();
    fresh = true;
    const opened = source = new EventSource(here.dataset.stream);
    opened.addEventListener("revision", (event) => {
      heard = Date.now();
      const now = live();
      if (now && (fresh && !again ? Number(event.data) !== Number(now.dataset.revision)
                                  : Number(event.data) > Number(now.dataset.revision))) refresh();
      else lost(false);
      fresh = false;
    });
    opened.addEventListener("beat", (event) => {
      heard = Date.now();
      if (mark !== null && mark !== event.data) refresh();
      mark = event.data;
    });
    opened.addEventListener("error", () => {
      // No thread to spare (204) closes for good, a lost server is tried again by the browser: ask meanwhile.
      if (!poll && source === opened) {
        poll = setInterval(refresh, POLL);
        if (opened.readyState === EventSource.CLOSED) setTimeout(open, RETRY_STREAM);
        refresh();
      }
    });
    opened.addEventListener("open", () => { clearInterval(poll); poll = 0; });
  }

  function wake() {
    if (document.hidden) { close(); return; }
    refresh();
    open();
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  addEventListener("online", wake);
  addEventListener("offline", () => lost(true));
  addEventListener("pagehide", close);
  setInterval(() => { if (source && Date.now() - heard > BEAT_MISSED) wake(); }, 5000);

  // ---- htmx: never go back to an older state ---------------------------------------------------------------------

  document.addEventListener("htmx:before:swap", (event) => {
    const headers = event.detail.ctx && event.detail.ctx.response && event.detail.ctx.response.headers;
    const revision = headers && headers.get("X-Revision");
    const now = live();
    const { request, sourceElement } = event.detail.ctx;
    const isAsking = sourceElement === now || (request && request.method === "GET");
    if (revision && now && isAsking && Number(revision) < Number(now.dataset.revision)) event.preventDefault();
  });
  document.addEventListener("htmx:after:swap", () => { dress(); goOn(); });
  document.addEventListener("htmx:finally:request", (event) => {
    const ctx = event.detail.ctx;
    const ok = Boolean(ctx && ctx.response);
    if (ctx && ctx.sourceElement && ctx.sourceElement.id === "live") answered(ok);
    else lost(!ok);
  });

  // A drawer that somebody opened or shut stays so when the page changes round it.
  document.addEventListener("click", (event) => {
    const summary = event.target.closest("summary");
    if (summary) summary.parentNode.chosen = true;
  });
  // When what was sent is accepted, its form forgets what was tapped, and a drawer that says [data-once] shuts. What
  // others send leaves a half-filled form as it is.
  document.addEventListener("htmx:before:swap", (event) => {
    const { sourceElement, response } = event.detail.ctx;
    if (!sourceElement || !response || response.raw.status >= 400) return;
    const drawer = sourceElement.closest("details[data-once]");
    if (drawer) drawer.chosen = false;
    const form = sourceElement.closest(".game form:has([name=do]), #add form");
    if (form) form.reset();
  });
  if (window.htmx) htmx.registerExtension("drawers", {
    // A form's field named id hides the form's own id, and a form that is not known again would lose what was tapped.
    init: (api) => {
      const known = api.isSoftMatch;
      api.isSoftMatch = (was, now) => (was instanceof HTMLFormElement && now instanceof HTMLFormElement
        ? was.getAttribute("id") === now.getAttribute("id") : known(was, now));
    },
    htmx_before_morph_attr: (element, detail) => !(detail.attrName === "open" && element.chosen),
  });

  // ---- the next step is at the top: go there once the form that was sent is gone ----------------------------------

  let sent = "";
  document.addEventListener("submit", (event) => {
    if (event.target.closest(".game, .dock")) sent = event.target.getAttribute("id");
  });
  document.addEventListener("htmx:finally:request", () => { sent = ""; });
  function goOn() {
    const form = document.getElementById(sent);
    if (sent && (!form || form.closest("details:not([open])"))) scrollTo(0, 0);
  }

  // ---- a throw is heard and felt by those who want it: off until [data-felt] is ticked, each device for itself ------

  const FELT = "companion-felt";
  const wanted = () => { try { return localStorage.getItem(FELT) === "on"; } catch { return false; } };
  let thrown = null, voice = null;
  function rattle() {
    if (navigator.vibrate) navigator.vibrate([30, 70, 30, 90, 120]);
    voice = voice || new AudioContext();
    for (const [at, pitch] of [[0, 240], [0.1, 200], [0.22, 260], [0.38, 170]]) {
      const tone = voice.createOscillator(), loud = voice.createGain(), start = voice.currentTime + at;
      tone.type = "triangle";
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.25, start);
      loud.gain.exponentialRampToValueAtTime(0.001, start + 0.08);
      tone.connect(loud).connect(voice.destination);
      tone.start(start);
      tone.stop(start + 0.09);
    }
  }
  function feel() {
    document.querySelectorAll("[data-felt]").forEach((tick) => { tick.checked = wanted(); });
    const now = document.querySelector("[data-throw]"), last = thrown;
    thrown = now ? now.dataset.throw : "";
    if (last !== null && thrown && thrown !== last && wanted()) rattle();
  }
  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-felt]")) return;
    try { localStorage.setItem(FELT, event.target.checked ? "on" : "off"); } catch { return; }
    if (event.target.checked) rattle();
  });

  // ---- what a choice made impossible ([data-tidy]: its label cannot be tapped any more) is not sent with it -----------

  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (form && form.querySelector("[data-tidy]")) form.querySelectorAll("label > input:checked").forEach((field) => {
      if (getComputedStyle(field.parentNode).pointerEvents === "none") field.checked = false;
    });
  });

  // ---- one tap sends ([data-send]); whoever chooses by keys, one after the other, presses the button ------------------

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-send]:not(:focus-visible)")) event.target.form.requestSubmit();
  });

  // ---- steppers --------------------------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-step]");
    if (!button) return;
    const input = button.closest("[data-stepper]").querySelector("input");
    const low = Number(input.min || 0), high = Number(input.max || 99);
    input.value = Math.min(high, Math.max(low, (Number(input.value) || 0) + Number(button.dataset.step)));
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });

  // ---- finding a card; a file into a text field -------------------------------------------------------------------

  // <input data-filter="list">: of the elements with data-words in #list, those that hold what was typed.
  function sift(box) {
    const list = document.getElementById(box.dataset.filter), typed = box.value.trim().toLowerCase();
    if (!list) return;
    list.querySelectorAll("[data-words]").forEach((one) => { one.hidden = !one.dataset.words.includes(typed); });
    if (typed) list.querySelectorAll("details:has([data-words])").forEach((one) => { one.open = true; });
  }
  document.addEventListener("input", (event) => { if (event.target.matches("[data-filter]")) sift(event.target); });
  document.addEventListener("change", async (event) => {
    const into = event.target.matches("input[data-into]") && document.getElementById(event.target.dataset.into);
    if (into && event.target.files[0]) into.value = await event.target.files[0].slice(0, 300000).text();
  });

  // ---- covers: shut again by themselves --------------------------------------------------------------------------

  const COVER_AFTER = 20000;
  document.addEventListener("toggle", (event) => {
    const cover = event.target;
    if (!cover.matches || !cover.matches("details[data-cover]")) return;
    clearTimeout(cover.shut);
    if (cover.open) cover.shut = setTimeout(() => { cover.open = false; }, COVER_AFTER);
  }, true);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) document.querySelectorAll("details[data-cover][open]").forEach((d) => { d.open = false; });
  });

  // ---- dragging seats --------------------------------------------------------------------------------------------

  let dragged = null;
  document.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest("[data-handle]");
    if (!handle) return;
    event.preventDefault();
    dragged = handle.closest("[data-seat]");
    dragged.classList.add("dragging");
    handle.setPointerCapture(event.pointerId);
  });
  document.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    const over = document.elementFromPoint(event.clientX, event.clientY);
    const row = over && over.closest("[data-seat]");
    if (!row || row === dragged || row.parentNode !== dragged.parentNode) return;
    const box = row.getBoundingClientRect();
    row.parentNode.insertBefore(dragged, event.clientY > box.top + box.height / 2 ? row.nextSibling : row);
  });
  document.addEventListener("pointerup", () => {
    if (!dragged) return;
    const form = document.getElementById(dragged.parentNode.dataset.form) || dragged.closest("form");
    const to = [...dragged.parentNode.children].indexOf(dragged);
    const add = (name, value) => {
      const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
      form.append(field);
      return field;
    };
    const fields = [add("seat", dragged.dataset.seat), add("to", to)];
    dragged.classList.remove("dragging");
    dragged = null;
    form.requestSubmit();
    fields.forEach((field) => field.remove());
  });

  // ---- the private sheet: marked at once, sent when the table can be reached --------------------------------------

  const shelf = (code) => `companion-sheet-${code}`;
  const cycle = (form) => ["", ...(form.dataset.cycle || "out,ring").split(",")];

  function waiting(code) {
    try { return JSON.parse(localStorage.getItem(shelf(code)) || "[]"); } catch { return []; }
  }
  function keep(code, marks) {
    try {
      if (marks.length) localStorage.setItem(shelf(code), JSON.stringify(marks));
      else localStorage.removeItem(shelf(code));
    } catch { /* private browsing: the mark is still sent at once */ }
  }
  const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");

  function paint(key, value) {
    document.querySelectorAll("[data-cell]").forEach((cell) => {
      if (cell.dataset.cell !== key) return;
      cell.dataset.mark = value;
      cell.classList.remove(...["blank", ...cycle(cell.form)].map((mark) => `cell-${mark}`));
      cell.classList.add(`cell-${value || "blank"}`);
      let drawn = cell.querySelector(".mark-own");
      if (drawn) drawn.remove();
      if (value) {
        const sprite = document.querySelector(`.legend use[href$="#mark-${value}"]`);
        if (sprite) cell.append(sprite.closest("svg").cloneNode(true));
      }
    });
  }

  let sending = false;
  async function send() {
    const form = document.querySelector("form[data-sheet]");
    if (!form || sending) return;
    const code = form.dataset.sheet;
    sending = true;
    try {
      for (let marks = waiting(code); marks.length; marks = waiting(code)) {
        const body = new FormData();
        const { id, ...rest } = marks[0];
        body.set("token", form.elements.token.value);
        body.set("id", id);
        body.set("quiet", "1");
        for (const [name, value] of Object.entries(rest)) body.set(name, value);
        const answer = await fetch(form.action, { method: "POST", body });
        if (answer.status >= 500) break;
        keep(code, waiting(code).filter((mark) => mark.id !== id));
        if ("undo" in rest) refreshWhole();
        if (tabs) tabs.postMessage(code);
      }
    } catch { lost(true); } finally { sending = false; }
  }

  function mend(code, mark) {
    keep(code, [...waiting(code), { id: newId(), ...mark }]);
    send();
  }
  function refreshWhole() { const here = live(); if (here) htmx.trigger(here, "refresh"); }

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-sheet]");
    if (!form) return;
    event.preventDefault();
    const button = event.submitter;
    if (button && button.dataset.cell !== undefined) {
      const marks = cycle(form), value = marks[(marks.indexOf(button.dataset.mark || "") + 1) % marks.length];
      paint(button.dataset.cell, value);
      mend(form.dataset.sheet, { key: button.dataset.cell, value });
    } else if (button && button.name === "undo") mend(form.dataset.sheet, { undo: "1" });
  });
  document.addEventListener("change", (event) => {
    const field = event.target.closest("form[data-sheet] [data-note]");
    if (field) mend(field.form.dataset.sheet, { key: field.dataset.note, value: field.value });
  });

  // Two tabs of one seat: the other one follows.
  const tabs = "BroadcastChannel" in window ? new BroadcastChannel("companion-sheets") : null;
  if (tabs) tabs.addEventListener("message", (event) => {
    const form = document.querySelector("form[data-sheet]");
    if (form && form.dataset.sheet === event.data) refreshWhole();
  });

  function dress() {
    feel();
    document.querySelectorAll("[data-filter]").forEach((box) => { if (box.value) sift(box); });
    const form = document.querySelector("form[data-sheet]");
    if (form) waiting(form.dataset.sheet).forEach((mark) => { if (mark.key) paint(mark.key, mark.value); });
    const over = document.querySelector("#screen[data-over]");
    if (over) close();
  }

  // ---- the screen stays on while a game runs: with the first tap, or by itself where none is needed ---------------

  function stayAwake() {
    const here = screen();
    if (!here || !here.dataset.awake) return;
    removeEventListener("click", stayAwake, true);
    import(here.dataset.awake).catch(() => {});
  }
  addEventListener("click", stayAwake, true);
  if (isSecureContext) setTimeout(stayAwake, 3000);

  document.documentElement.classList.add("script");
  addEventListener("DOMContentLoaded", () => { dress(); open(); send(); });
})();
