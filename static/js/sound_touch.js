// A phone vibrates: when its seat is waited for, when something is out, when its own player dies. What it goes by is what
// the shared part shows to everybody, so that what a phone does tells no more than the table knows; and all phones do it
// at the same instant, never before a scoreboard has shown it. One that cannot flashes at a question.
import { isQuiet } from "./parts.js";
import { asks } from "./question.js";
import { stepsOf } from "./reveal.js";
import { dying, instantOf, soundsAtLast } from "./sound_cues.js";

const PATTERNS = { question: [80], reveal: [50, 70, 50], death: [250, 120, 500] };
const RANKS = Object.keys(PATTERNS);
const AFTER = 60; // milliseconds, for a scoreboard that draws a little later
const shared = document.getElementById("shared");
const own = document.getElementById("private");
const due = new Map(); // what is told at which instant
let isOn = true;
let free = 0; // when a scoreboard has shown all that has come
let seats = []; // of this phone
let question = questionNow();

export function turn(on) {
  isOn = on;
  if (!on) {
    navigator.vibrate?.(0);
  }
}

// The seats of this phone, by their marks; the last that were seen, where the line of those who are waited for is empty.
function questionNow() {
  const waiting = shared.querySelector(".waiting");
  const marks = [...(waiting?.querySelectorAll(".mark") ?? [])].map((mark) => mark.outerHTML);
  const ours = [...own.querySelectorAll(".me > .mark, .hands-row .mark")].map((mark) => mark.outerHTML);
  if (!marks.length) {
    return "";
  }
  seats = [...marks.keys()].filter((seat) => ours.includes(marks[seat]));
  const done = waiting.querySelector("[data-done]").dataset.done.split(" ");
  const asked = seats.filter((seat) => !done.includes(String(seat)));
  return asked.length ? `${asked} ${waiting.querySelector("span").textContent}` : "";
}

function tellAt(instant, kind, words = "") {
  const before = due.get(instant);
  if (!before) {
    setTimeout(() => tell(instant), instant - performance.now());
  }
  const kinds = [...(before?.kinds ?? []), kind];
  due.set(instant, { kinds, words: words || (before?.words ?? "") });
}

function tell(instant) {
  const { kinds, words } = due.get(instant) ?? { kinds: [] };
  due.delete(instant);
  const still = kinds.filter((kind) => kind !== "question" || question);
  if (still.length) {
    const strongest = RANKS[Math.max(...still.map((kind) => RANKS.indexOf(kind)))];
    shake(PATTERNS[strongest], still.includes("question"));
    document.dispatchEvent(new CustomEvent("told", { detail: words }));
  }
}

function shake(pattern, isAsked) {
  if (!navigator.vibrate && isAsked) {
    const [asked] = asks();
    flash(asked?.closest("form, section") ?? asked);
  } else if (isOn && navigator.userActivation?.hasBeenActive !== false) {
    navigator.vibrate?.(pattern);
  }
}

function flash(asked) {
  asked?.classList.add("flash");
  asked?.addEventListener("animationend", () => asked.classList.remove("flash"), { once: true });
}

document.addEventListener("moment", ({ detail: { unfold: words = "", board } }) => {
  const steps = stepsOf(words, { isBoard: false, hasBoard: board !== undefined });
  free = instantOf(steps, performance.now() + AFTER, free);
  const isOwnDeath = dying(words).some((seat) => seats.includes(seat));
  if (isOwnDeath || soundsAtLast(words).length || steps.some(({ phase }) => phase === "count")) {
    tellAt(free, isOwnDeath ? "death" : "reveal", words);
  }
});

new MutationObserver(() => {
  const before = question;
  question = questionNow();
  if (shared.querySelector(".last.corrected")) {
    due.clear();
    free = 0;
  } else if (question && question !== before && !isQuiet()) {
    tellAt(Math.max(performance.now(), free), "question");
  }
}).observe(shared, { childList: true, subtree: true });
