// Keeps the screen on while a game runs: by the browser's own lock, which only secure pages have, otherwise by a silent
// video. By their sources the engines count a video only so: Blink in sight and larger than a fifth of the page, Gecko
// with a track of sound, WebKit not muted either, and not told to loop. Companion.js loads this with the first tap.
"use strict";

const OFF = "companion-awake", BEFORE_THE_END = 5;
const isWebKit = navigator.vendor.startsWith("Apple");
let lock = null, video = null, asking = false;

function isOn() {
  try { return localStorage.getItem(OFF) !== "off"; } catch { return true; }
}
const isWanted = () => isOn() && !document.hidden && document.querySelector("#screen[data-awake]");

function makeVideo() {
  const made = document.createElement("video");
  made.src = new URL(`../media/awake.${isWebKit || !made.canPlayType("video/webm") ? "mp4" : "webm"}`, import.meta.url);
  made.muted = !isWebKit;
  made.playsInline = made.disableRemotePlayback = true;
  made.tabIndex = -1;
  made.setAttribute("aria-hidden", "true");
  const behind = { position: "fixed", inset: 0, width: "100%", height: "100%", zIndex: -1 };
  Object.assign(made.style, behind, { opacity: 0.01, pointerEvents: "none" });
  if (navigator.audioSession) navigator.audioSession.type = "ambient";  // and other people's music goes on
  made.addEventListener("timeupdate", () => { if (made.currentTime > BEFORE_THE_END) made.currentTime = 0; });
  made.addEventListener("error", () => { made.remove(); });
  document.body.append(made);
  return made;
}

async function hold() {
  if (!isWanted()) {
    if (video) video.pause();
    if (lock) lock.release().catch(() => {});
    lock = null;
    return;
  }
  if (asking || (lock && !lock.released)) return;
  asking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    if (video) video.pause();
  } catch {  // no such lock here, or not now
    video = video || makeVideo();
    if (video.paused) video.play().catch(() => { /* not without a tap: the next one tries again */ });
  }
  asking = false;
  if (!isWanted()) hold();  // it took a while
}

function dress() {
  document.querySelectorAll("[data-stay]").forEach((tick) => { tick.checked = isOn(); });
  hold();
}

document.addEventListener("visibilitychange", hold);
document.addEventListener("click", hold, true);
document.addEventListener("htmx:after:swap", dress);
document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-stay]")) return;
  try { localStorage.setItem(OFF, event.target.checked ? "on" : "off"); } catch { return; }
  hold();
});
dress();
