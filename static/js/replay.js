// A game of the past plays by itself on a scoreboard: line after line is fetched, and shown as it was when it came.
import { screenElement } from "./page.js";
import { take } from "./parts.js";
import { slotsOf } from "./slots.js";
import { phaseNow } from "./unfold.js";

const WHOLE = 120_000; // milliseconds; what unfolds takes as long as it did, and the lines share what is left
const LEAST = 250; // so long stays a line
const MOST = 2500;
const ENDED = 10_000; // so long stays the last one on the scoreboard of an evening, which then goes back to its table
const stop = document.getElementById("stop");
const words = document.querySelector(".steps output");
const { line: first, last, home } = screenElement.dataset;
let shown = slotsOf(document.getElementById("shared"));

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function addressOf(line) {
  return `${location.pathname}?line=${line}`;
}

async function slotsAfter(line) {
  const answer = await fetch(addressOf(line));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return slotsOf(page.getElementById("shared"));
}

// Whether there was a place for all that this line has changed.
function show(line, slots) {
  const changed = new Map([...slots].filter(([name, html]) => shown.get(name) !== html));
  shown = slots;
  stop.href = addressOf(line);
  words.textContent = words.textContent.replace(/\d+/, line);
  return take(changed, "", line);
}

async function play() {
  const end = performance.now() + WHOLE;
  await pause(MOST);
  for (let line = Number(first) + 1; line <= last; line += 1) {
    const slots = await slotsAfter(line);
    if (!show(line, slots)) {
      throw new Error(`No place for line ${line}`);
    }
    await pause(Math.min(MOST, Math.max(LEAST, (end - performance.now()) / (last - line + 1))));
    while (phaseNow()) {
      await pause(LEAST);
    }
  }
  await pause(home ? ENDED : 0);
  location.replace(home || addressOf(last));
}

// It stops at the first tap, also while something unfolds, where a tap would only go on.
window.addEventListener(
  "click",
  (event) => {
    if (stop.contains(event.target)) {
      event.preventDefault();
      event.stopPropagation();
      location.replace(stop.href);
    }
  },
  true,
);
// A line that cannot be fetched: the page of the last one that could, where one goes on by hand.
play().catch(() => location.replace(stop.href));
