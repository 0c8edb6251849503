// The Print button of a page that is made for paper.
"use strict";

document.querySelector("[data-print]").addEventListener("click", () => window.print());
