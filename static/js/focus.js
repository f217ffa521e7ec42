// The keyboard, and whoever listens to a screen reader, stay at the same control when a part is replaced; where it is
// gone, and after an own tap, they go on to what is asked.
import { fieldKey } from "./fields.js";
import { part } from "./page.js";
import { asks } from "./question.js";

const CONTROLS = "a[href], button:enabled, summary, input:enabled:not([type=hidden]), select:enabled";
const FIELDS = "input, select, textarea";
let isOwed = false; // what is asked could not take the focus yet: something unfolds over it

// Tells a control from all others, also in another rendering of its part.
export function controlKey(control) {
  const key = { A: () => control.getAttribute("href"), SUMMARY: () => control.parentElement.id || control.textContent };
  return [control.tagName, (key[control.tagName] ?? (() => `${fieldKey(control)}\n${control.value}`))()].join("\n");
}

// Where the focus is before `target` is replaced: by a key within it, "" where nothing has it, null elsewhere.
export function focusBefore(target) {
  const control = document.activeElement;
  if (control === document.body || control === null) {
    return "";
  }
  return target.contains(control) ? controlKey(control) : null;
}

// Gives the focus back in the new `target`. Whoever is somewhere else, or types, is left alone.
export function restoreFocus(target, before, isOwnTap) {
  if (before === null || document.activeElement.matches(FIELDS) || (before === "" && !isOwnTap)) {
    return;
  }
  const same = isOwnTap ? null : reachable(target).find((control) => controlKey(control) === before);
  if (same) {
    same.focus({ preventScroll: true });
  } else {
    focusQuestion();
  }
}

// What is asked, of this player before others; else the next best.
function focusQuestion() {
  const seen = asks().filter(isSeen);
  const [asked] = [...seen.filter((one) => !one.matches(".calm")), ...seen, ...nextBest()];
  isOwed = seen.length === 0;
  if (asked && !asked.matches(CONTROLS)) {
    asked.tabIndex = -1;
  }
  asked?.focus({ preventScroll: true });
}

// Where nothing is asked: the first control of the own part, else what the scoreboard is about.
function nextBest() {
  return [...reachable(part("private")), ...document.querySelectorAll(".moment")].filter(isSeen);
}

// When all is shown: what was asked meanwhile.
export function settleFocus() {
  if (isOwed && document.activeElement.matches("body, .moment")) {
    focusQuestion();
  }
}

function reachable(target) {
  return [...target.querySelectorAll(CONTROLS)].filter(isSeen);
}

function isSeen(element) {
  return element.checkVisibility({ visibilityProperty: true });
}
