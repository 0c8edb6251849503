// The picture of an ended game, handed to the device's own sharing: only where the browser can share files.
"use strict";

(() => {
  const root = document.documentElement;
  if (root.classList.contains("can-share")) return; // the page was drawn anew
  const file = (blob, name) => new File([blob], name, { type: blob.type });
  const probe = file(new Blob(["x"], { type: "image/png" }), "x.png");
  if (!navigator.canShare || !navigator.canShare({ files: [probe] })) return;
  root.classList.add("can-share");

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-share]");
    if (!button) return;
    button.disabled = true;
    try {
      const title = button.dataset.title, answer = await fetch(button.dataset.share);
      if (answer.ok) await navigator.share({ files: [file(await answer.blob(), `${title}.png`)], title });
    } catch { /* put away by whoever was sharing */ } finally { button.disabled = false; }
  });
})();
