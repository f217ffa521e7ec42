// The last page of an evening: whoever takes the device up again is told when the next one has begun. On a scoreboard it
// begins with the last act: in the dark one title after the other, the winner of the night, and then the page itself.
import { calm, isBoard } from "./page.js";
import { Reveal } from "./reveal.js";

const STAYS = { dark: 1200, title: 3000, winner: 4500 }; // milliseconds
const TAPPING = ["Enter", " "];
const scenes = [...document.querySelectorAll(".scene")];
const { act } = document.querySelector("[data-act]").dataset;
const again = document.getElementById("again");
const reveal = new Reveal({ show, ended });

function start() {
  document.body.classList.add("acting");
  reveal.start([
    { kind: "dark", stays: STAYS.dark },
    ...scenes.map((scene) => ({ scene, kind: scene.dataset.scene, stays: STAYS[scene.dataset.scene] })),
  ]);
}

function show({ scene, kind }) {
  stand(scene);
  document.body.dataset.scene = kind;
  tell(kind);
}

function stand(alone) {
  for (const each of scenes) {
    each.classList.toggle("now", each === alone);
  }
}

function ended() {
  stand(null);
  document.body.classList.remove("acting");
  delete document.body.dataset.scene;
  scrollTo(0, 0);
  tell("picture");
}

function tell(kind) {
  document.dispatchEvent(new CustomEvent("act", { detail: { kind } }));
}

// A tap goes on, and so does a key that taps; two taps, or Escape, show all of it.
function goOn(event) {
  if (!reveal.isRunning || event.target.closest(".switch")) {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  if (event.key === "Escape" || event.detail > 1) {
    reveal.end();
  } else if (!event.repeat) {
    reveal.next();
  }
}

document.addEventListener("click", goOn, true);
document.addEventListener("keydown", (event) => [...TAPPING, "Escape"].includes(event.key) && goOn(event), true);
again.addEventListener("click", start);
again.hidden = calm.matches || !scenes.length;
if (isBoard && !again.hidden && localStorage.getItem("act") !== act) {
  localStorage.setItem("act", act);
  start();
}

const look = () => document.hidden || location.reload();
document.addEventListener("visibilitychange", look);
window.addEventListener("pageshow", ({ persisted }) => persisted && look());
