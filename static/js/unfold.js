// What is new unfolds: three, two, one; the hands; the order place by place. A tap shows it all at once.
import { calm, isBoard } from "./page.js";

const STEP = 600,
  HANDS = 2600,
  PLACE = 900;
const count = document.getElementById("count");
const lookup = document.getElementById("lookup");
const unfolding = { timer: 0, left: [], settled: null };

// `how` is what the moment says of itself: data-unfold ("count hands 5") and data-board, whether there is a scoreboard.
export function unfold(how, settled) {
  settle();
  unfolding.settled = settled;
  if (calm.matches) {
    settle();
    return;
  }
  const words = (how.unfold || "").split(/\s+/);
  const places = words.map(Number).find((number) => number > 0) || 0;
  const phases = words.includes("count") ? [3, 2, 1].map((number) => ["count", STEP, number]) : [];
  if (isBoard) {
    phases.push(
      ...(words.includes("hands") ? [["hands", HANDS]] : []),
      ...(places ? [["places", PLACE * places + 700]] : []),
    );
  } else if (places && "board" in how) {
    phases.push(["lookup", (words.includes("hands") ? HANDS : 0) + PLACE * places + 700]);
  }
  if (phases.length) {
    document.body.classList.add("unfolding");
  } else {
    phases.push(["new", 700]);
  }
  unfolding.left = phases;
  next();
}

function next() {
  if (!unfolding.left.length) {
    settle();
    return;
  }
  const [phase, milliseconds, number] = unfolding.left.shift();
  document.body.dataset.phase = phase;
  count.hidden = phase !== "count";
  lookup.hidden = phase !== "lookup";
  if (number) {
    const shown = document.createElement("b");
    shown.textContent = number;
    count.replaceChildren(shown);
  }
  unfolding.timer = setTimeout(next, milliseconds);
}

export function settle() {
  const { settled } = unfolding;
  clearTimeout(unfolding.timer);
  unfolding.left = [];
  unfolding.settled = null;
  delete document.body.dataset.phase;
  document.body.classList.remove("unfolding");
  count.hidden = lookup.hidden = true;
  if (settled) {
    settled();
  }
}

// The standing is right at once, but looks as it did until the order has unfolded; then everybody moves to the new place.
export function holdBack(standing, before) {
  for (const row of standing.children) {
    const was = before.get(row.classList[0]);
    if (was) {
      row.style.transform = `translate(${was.x - row.offsetLeft}px, ${was.y - row.offsetTop}px)`;
      row.querySelector(".total").dataset.before = was.total;
    }
  }
  return () => {
    standing.classList.add("moving");
    for (const row of standing.children) {
      row.style.transform = "";
      delete row.querySelector(".total").dataset.before;
    }
  };
}

export function standingOf(part) {
  const standing = isBoard && part.querySelector(".standing");
  const placeOf = (row) => ({ x: row.offsetLeft, y: row.offsetTop, total: row.querySelector(".total").textContent });
  return standing ? new Map([...standing.children].map((row) => [row.classList[0], placeOf(row)])) : null;
}

document.addEventListener(
  "click",
  (event) => {
    if (document.body.classList.contains("unfolding")) {
      event.preventDefault();
      settle();
    }
  },
  true,
);
