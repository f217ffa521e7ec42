// The page of a screen: its main element, its parts, and what it tells its reader.

export const screenElement = document.getElementById("screen");
export const isBoard = document.body.classList.contains("board");
export const calm = matchMedia("(prefers-reduced-motion: reduce)");
const note = document.getElementById("note");
const announcement = document.getElementById("said");
const asked = document.getElementById("asked");
const lost = document.getElementById("lost");
const unsaved = document.getElementById("unsaved");

export function part(name) {
  return document.getElementById(name);
}

// What went wrong: a fragment of HTML from the server, or nothing.
export function tell(message) {
  note.innerHTML = message;
}

// For screen readers alone.
export function announce(text) {
  announcement.textContent = text;
}

// What is asked by now, likewise.
export function ask(text) {
  asked.textContent = text;
}

// For what is heard and felt.
export function emit(name, detail) {
  document.dispatchEvent(new CustomEvent(name, { detail }));
}

export function showLost(isLost) {
  lost.hidden = !isLost;
}

export function showUnsaved(isUnsaved) {
  unsaved.hidden = !isUnsaved;
}
