// The stream: opened, opened again after a sleep, and given up for a reload where the page itself is out of date.
import { becomeStale, doubtFolds } from "./folds.js";
import { screenElement, showLost } from "./page.js";
import { becomeQuiet, newestShown, stayQuiet, take } from "./parts.js";
import { outbox } from "./pending.js";

const SILENCE = 40000; // milliseconds; the server beats every 9 seconds
let stream = null;
let patience = 0;
let tries = 0;
let heardAt = 0;
let isLeaving = false;

// After a sleep the connections that the browser keeps, six at most, may be dead: who does not answer soon is asked
// anew, over the next one; whoever is only slow has more time after that.
export function connect() {
  if (stream || document.hidden) {
    return;
  }
  clearTimeout(patience);
  patience = setTimeout(wake, tries < 7 ? 1200 : 6000);
  tries += 1;
  const slots = new Map(); // that have come since the last `shown`
  stream = new EventSource(`${screenElement.dataset.live}?${new URLSearchParams(whatIsHere())}`);
  stream.addEventListener("slot", ({ data }) => {
    const [name] = data.split("\n", 1);
    slots.set(name, data.slice(name.length + 1));
  });
  stream.addEventListener("shown", ({ data }) => {
    heard();
    const [state, newest] = data.split(" ");
    if (!take(new Map(slots), state, Number(newest))) {
      reload();
    }
    slots.clear();
  });
  stream.addEventListener("stale", ({ data }) => becomeStale(data));
  stream.addEventListener("reload", reload);
  stream.addEventListener("beat", heard);
  stream.addEventListener("open", opened);
  stream.addEventListener("error", failed);
}

function whatIsHere() {
  const { state, layout } = screenElement.dataset;
  return { state, layout, line: newestShown(), game: document.body.dataset.game ?? "" };
}

function opened() {
  clearTimeout(patience);
  tries = 0;
  heard();
  becomeQuiet();
  doubtFolds();
  outbox.send();
}

function failed() {
  const isRefused = stream.readyState === EventSource.CLOSED;
  disconnect();
  showLost(true);
  // If this tap has ended the evening, a stream would be refused: the next page comes first.
  patience = setTimeout(isRefused ? reload : connect, (isLeaving ? 5000 : 500) + Math.random() * 700);
}

function heard() {
  showLost(false);
  heardAt = performance.now();
}

function disconnect() {
  clearTimeout(patience);
  if (stream) {
    stream.close();
    stream = null;
    stayQuiet();
  }
}

export function wake() {
  disconnect();
  connect();
}

// The page is fetched whole, once what was tapped on it has been sent; not while it is left for another one anyway.
async function reload() {
  if (isLeaving) {
    return;
  }
  await outbox.send();
  if (outbox.isEmpty) {
    disconnect(); // what follows is another page's, and may be refused
    location.reload();
  } else {
    setTimeout(reload, 1000);
  }
}

// A stream can die without a word.
function checkSilence() {
  if (stream && performance.now() - heardAt > SILENCE) {
    wake();
  }
}

export function start() {
  document.addEventListener("submit", (event) => {
    isLeaving = !event.defaultPrevented;
  });
  window.addEventListener("pageshow", () => {
    isLeaving = false;
    wake();
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : wake()));
  window.addEventListener("pagehide", () => {
    sessionStorage.setItem("sheet", document.querySelector("nav [href$='/sheet']")?.pathname ?? ""); // for moved_on.js
    disconnect();
  });
  window.addEventListener("online", wake);
  setInterval(checkSilence, 5000);
  heard();
  connect();
}
