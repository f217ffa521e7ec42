// The parts of a screen, shared and private: taken from the stream, kept as fingers have them, unfolded when new.
import { restoreFields, rememberFields } from "./fields.js";
import { focusBefore, restoreFocus } from "./focus.js";
import { holdFolds } from "./folds.js";
import { announce, ask, emit, isBoard, part, screenElement } from "./page.js";
import { isSent, isTapping } from "./pending.js";
import { asks, bringIntoView, question, wordsOf } from "./question.js";
import { fill, slotsIn } from "./slots.js";
import { phaseNow, settle, stepsFor, unfold } from "./unfold.js";

const { coming, holdBack, regionsOf, shine } = isBoard ? await import("./held.js") : {};
const NAMES = ["shared", "private"];
const QUIET = 1000; // milliseconds; what a screen that comes back has missed does not unfold
const first = Number(screenElement.dataset.line);
const shown = { shared: first, private: first }; // the line of each part
let awaited = 0; // the line of an own tap that the private part does not show yet
let quietUntil = 0;
let moment = momentOf(screenElement)?.moment;
let upcoming = null; // what has come for the shared part while a scoreboard still unfolds

// What the moment that a part shows says of itself.
function momentOf(element) {
  return element.querySelector("[data-moment]")?.dataset;
}

// The newest line of the table that is shown.
export function newestShown() {
  return Math.max(shown.shared, shown.private);
}

// Whether a part shows what was reported up to `newest`.
export function isShown(newest) {
  return newestShown() >= newest;
}

export function expectOwnTap(newest) {
  awaited = shown.private < newest ? newest : 0;
}

export function becomeQuiet() {
  quietUntil = performance.now() + QUIET;
}

export function isQuiet() {
  return performance.now() < quietUntil;
}

export function stayQuiet() {
  quietUntil = Infinity;
}

// What the stream has sent since the last time: HTML by the names of slots. Tells whether there is a place for each.
export function take(slots, state, newest) {
  const lying = NAMES.map((name) => [name, slotsIn(part(name), slots)]);
  if (lying.reduce((sum, [, some]) => sum + some.size, 0) < slots.size) {
    return false;
  }
  screenElement.dataset.state = state;
  for (const [name, some] of lying) {
    takePart(name, some, newest);
  }
  forgetTaken(newest);
  return true;
}

function takePart(name, slots, newest) {
  const isOwnTap = name === "private" && (isTapping() || (awaited && awaited <= newest));
  shown[name] = newest;
  if (slots.size === 0) {
    return;
  }
  if (name === "shared" && isBoard && phaseNow() && !isUrgent(slots)) {
    upcoming = new Map([...(upcoming ?? []), ...slots]);
  } else {
    put(name, slots, isOwnTap);
  }
}

// The scoreboard waits until all of a moment is shown, but for a correction, or an answer into the silence.
function isUrgent(slots) {
  const now = coming(slots, momentOf) ?? momentOf(part("shared"));
  return !now || now.newest === "correct" || (phaseNow() === "silence" && now.moment !== moment);
}

function put(name, slots, isOwnTap) {
  let all = slots;
  if (isBoard && name === "shared") {
    all = new Map([...(upcoming ?? []), ...slots]);
    upcoming = null;
    settle();
  }
  const target = part(name);
  const isMoment = isBoard && name === "shared" && (coming(all, momentOf)?.moment ?? moment) !== moment;
  const before = isMoment ? regionsOf(target) : null;
  const asked = question();
  replace(target, all, isOwnTap);
  if (!isBoard && question() !== asked) {
    bringIntoView();
    tellQuestion();
  }
  show(target, before);
}

// An own tap opens what comes next: then the folds are not kept as they were.
function replace(target, slots, isOwnTap) {
  const kept = rememberFields(target, isSent);
  const before = focusBefore(target);
  const putBack = holdFolds(target);
  fill(target, slots, (element) => element.outerHTML.includes("hx-post") && window.htmx.process(element));
  if (!isQuiet()) {
    shine?.(target, slots);
  }
  putBack();
  restoreFields(target, isOwnTap ? { ...kept, open: new Map() } : kept);
  restoreFocus(target, before, isOwnTap);
  awaited = isOwnTap ? 0 : awaited;
}

// Whoever has the question before them reads it; whoever is elsewhere hears of it.
function tellQuestion() {
  const [asked] = asks();
  ask(asked && asked !== document.activeElement ? wordsOf(asked) : "");
}

// A new moment unfolds; on the scoreboard the shared one, which holds it.
function show(target, before) {
  const now = momentOf(target);
  const isNew = now && now.moment !== moment && !(isBoard && target.id === "private");
  const steps = isNew && !isQuiet() ? stepsFor(now) : [];
  const release = before && steps.length ? holdBack(target, before) : null;
  if (!release) {
    announceLast(target);
  }
  if (isNew) {
    moment = now.moment;
    if (!isQuiet()) {
      emit("moment", now);
    }
    unfold(steps, release && (() => showRest(release, target)));
  }
}

// What was held back; then whatever has come since.
function showRest(release, target) {
  release();
  announceLast(target);
  if (upcoming) {
    put("shared", upcoming, false);
  }
}

function announceLast(target) {
  if (target.id === "shared") {
    const news = [".last .said", ".callback"].map((one) => target.querySelector(one)?.textContent ?? "");
    announce(news.join(" ").trim());
  }
}

// A line can be taken back as long as it is the newest.
function forgetTaken(newest) {
  const undo = part("taken").querySelector("[name=line]");
  if (undo && newest > Number(undo.value)) {
    part("taken").replaceChildren();
  }
}
