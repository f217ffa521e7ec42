// What takes turns on a scoreboard between two games: what is worth remembering of the last one, and, while people sit
// down, how it is played: the steps on a scoreboard take turns, by the clock, so that a step stays when
// the screen is drawn anew. They stand in the room that is left below the games, or below who sits there; if there is
// too little of it, nowhere.
const EACH = 9000; // milliseconds
const LEAST = 84; // pixels: three lines
const WIDE = 900; // pixels: a narrower screen scrolls, and has no room to fill
const screen = document.getElementById("screen");

function turn(isFresh) {
  for (const list of screen.querySelectorAll(".tips ol, .boasts")) {
    turnIn(list.children, isFresh);
  }
}

function turnIn(steps, isFresh) {
  const now = Math.floor(Date.now() / EACH) % steps.length;
  for (const [index, step] of [...steps].entries()) {
    const isNow = index === now;
    step.classList.toggle("fresh", isNow && (step.classList.contains("fresh") || (isFresh && !step.matches(".now"))));
    step.classList.toggle("now", isNow);
  }
}

function place() {
  const tips = screen.querySelector(".tips");
  const games = screen.querySelector(".games-to-play:has(.box)");
  const above = games ?? screen.querySelector(".around");
  if (!tips || !above) {
    return;
  }
  const whole = screen.getBoundingClientRect();
  const { left, width } = above.getBoundingClientRect();
  const bottom = Math.max(
    ...[...(games?.querySelectorAll(".start") ?? above.children)].map((child) => child.getBoundingClientRect().bottom),
  );
  const room = innerHeight - scrollY - bottom;
  tips.classList.toggle("placed", room >= LEAST && innerWidth > WIDE);
  Object.assign(tips.style, {
    left: `${left - whole.left}px`,
    top: `${bottom - whole.top}px`,
    width: `${width}px`,
    height: `${room}px`,
  });
}

// A step that does not fit is left out.
function show(isFresh) {
  turn(isFresh);
  place();
  const tips = screen.querySelector(".tips.placed");
  tips?.classList.toggle("placed", tips.scrollHeight <= tips.clientHeight + 1);
}

for (const part of screen.children) {
  new MutationObserver(() => show(false)).observe(part, { childList: true, subtree: true });
}
addEventListener("resize", () => show(false));
setInterval(() => show(true), EACH / 9);
show(false);
