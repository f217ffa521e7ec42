// What is new unfolds: three, two, one; the hands; what opens step by step. A tap goes on, two taps show all of it.
import { settleFocus } from "./focus.js";
import { calm, emit, isBoard } from "./page.js";
import { Reveal, stepsOf } from "./reveal.js";

const NEW = { phase: "new", stays: 700, number: 0 }; // what is new without a reveal: nothing is held back
const TAPPING = ["Enter", " "];
const count = document.getElementById("count");
const lookup = document.getElementById("lookup");
const reveal = new Reveal({ show, ended });
let settled = null;
let sleep = 0; // the timer of what wakes after a silence

// What unfolds, by what the moment says of itself: data-unfold ("count hands open"), and data-board, whether there is a
// scoreboard.
export function stepsFor(how) {
  return calm.matches ? [] : stepsOf(how.unfold ?? "", { isBoard, hasBoard: "board" in how });
}

// `afterwards` is called once, when all is shown.
export function unfold(steps, afterwards = null) {
  reveal.end();
  wakeUp();
  settled = afterwards;
  if (!calm.matches) {
    reveal.start(steps.length ? steps : [NEW]);
  }
}

export function settle() {
  reveal.end();
}

// The phase of what unfolds just now; nothing where nothing is held back.
export function phaseNow() {
  return reveal.isRunning && reveal.step !== NEW ? reveal.step.phase : "";
}

function show(step) {
  document.body.dataset.phase = step.phase;
  document.body.classList.toggle("unfolding", step !== NEW);
  count.hidden = step.phase !== "count";
  lookup.hidden = step.phase !== "lookup";
  if (step.phase === "silence") {
    fallAsleep(step.stays);
  }
  if (step.phase === "count") {
    const shown = document.createElement("b");
    shown.textContent = step.number;
    count.replaceChildren(shown);
  } else {
    open(step.number);
  }
  emit("step", step);
}

// What is asleep wakes when the silence would end, also where somebody taps it away, or with the next moment.
function fallAsleep(milliseconds) {
  document.body.classList.add("asleep");
  sleep = setTimeout(wakeUp, milliseconds);
}

function wakeUp() {
  clearTimeout(sleep);
  document.body.classList.remove("asleep");
}

function open(number) {
  for (const element of document.querySelectorAll(`.unfold.u${number}`)) {
    element.classList.add("open");
  }
}

function ended() {
  delete document.body.dataset.phase;
  document.body.classList.remove("unfolding");
  count.hidden = lookup.hidden = true;
  const afterwards = settled;
  settled = null;
  afterwards?.();
  settleFocus();
}

// A key that taps does so, too, but where somebody types.
document.addEventListener("click", goOn, true);
document.addEventListener("keydown", (event) => TAPPING.includes(event.key) && !isTyping(event) && goOn(event), true);

function goOn(event) {
  if (phaseNow() && !event.target.closest(".switch")) {
    event.preventDefault();
    event.stopPropagation();
    if (isBoard && isOneStep(event)) {
      reveal.next();
    } else {
      emit("hurried");
      settle();
    }
  }
}

function isOneStep({ type, detail, repeat }) {
  return type === "click" ? detail === 1 : !repeat;
}

function isTyping({ target }) {
  return target.matches("input, select, textarea");
}
