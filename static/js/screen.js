// Keeps a screen right: the server pushes each part of it when it changes; a screen that was away fetches itself.
import "./card.js";
import { start } from "./connection.js";
import "./enough.js";
import "./hold.js";
import "./menu.js";
import { isBoard } from "./page.js";
import "./quiet.js";
import "./rules.js";
import "./taps.js";

start();

// Nothing sounds before a page has been touched: a phone fetches what does so then. What cannot be fetched is asked for
// at the next touch.
function listen() {
  import("./sound.js").catch(() => null);
}
if (isBoard) {
  listen();
}
for (const touch of ["pointerdown", "keydown"]) {
  window.addEventListener(touch, listen, true);
}
