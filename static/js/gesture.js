// What the dead of a game send to its scoreboard: a crow flies over the top edge, or a flower lies by their name for a
// while. It waits as long as something unfolds.
import { emit, part } from "./page.js";
import { phaseNow } from "./unfold.js";

const STAYS = { crow: 6000, flower: 12000 }; // milliseconds
const LOOKS = 250; // so often it looks whether all is shown
const place = part("private");

function lay(flower) {
  const mark = document.querySelector(`.standing > .s${flower.dataset.seat} .mark`);
  if (mark) {
    const { left, right, top, bottom } = mark.getBoundingClientRect();
    const isTurned = document.documentElement.matches(".turned");
    const [x, y] = isTurned ? [innerWidth - left, innerHeight - bottom] : [right, top];
    flower.style.translate = `calc(${x}px - 60%) calc(${y}px - 25%)`;
  }
}

function show(figure) {
  if (phaseNow()) {
    setTimeout(show, LOOKS, figure);
  } else if (figure.isConnected) {
    const { kind } = figure.dataset;
    figure.removeAttribute("hidden");
    if (kind === "flower") {
      lay(figure);
    }
    emit("act", { kind });
    setTimeout(() => figure.remove(), STAYS[kind]);
  }
}

new MutationObserver((changes) => {
  for (const figure of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (figure.classList?.contains("gesture")) {
      show(figure);
    }
  }
}).observe(place, { childList: true });
