// The round table: a host drags a mark to another place, or moves it with the arrow keys. The form "Who sits where" does
// the same without scripts. Clockwise is the order of the list.
import { tell } from "./page.js";

const shared = document.getElementById("shared");
const FAR = 8; // pixels; less is a tap
let dragged = null;
let moved = ""; // whoever was moved by a key keeps the focus

function places() {
  return [...shared.querySelectorAll(".around li[data-person]")];
}

function maySeat() {
  return document.querySelector('form[action="/order"]') !== null;
}

async function seat(person, place) {
  const body = new URLSearchParams({ person, place });
  const answer = await fetch("/order", { method: "POST", body, headers: { "HX-Request": "true" } });
  tell(answer.ok ? "" : await answer.text());
}

// The place whose middle is nearest to a point.
function nearest(x, y) {
  const distance = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return Math.hypot(left + width / 2 - x, top + height / 2 - y);
  };
  const others = places().filter((one) => one !== dragged.item);
  return others.reduce((best, one) => (best && distance(best) <= distance(one) ? best : one), null);
}

function offer() {
  for (const item of maySeat() ? places() : []) {
    item.tabIndex = 0;
    if (item.dataset.person === moved) {
      item.focus();
      moved = "";
    }
  }
}

document.addEventListener("pointerdown", (event) => {
  const item = event.target.closest(".around li[tabindex]");
  if (item && event.isPrimary && event.button === 0) {
    dragged = { item, x: event.clientX, y: event.clientY };
    item.setPointerCapture(event.pointerId);
  }
});
document.addEventListener("pointermove", (event) => {
  if (dragged) {
    const x = event.clientX - dragged.x;
    const y = event.clientY - dragged.y;
    dragged.item.classList.toggle("dragged", Math.hypot(x, y) > FAR);
    dragged.item.style.translate = `${x}px ${y}px`;
  }
});
document.addEventListener("pointerup", (event) => {
  if (dragged?.item.matches(".dragged")) {
    const target = nearest(event.clientX, event.clientY);
    if (target) {
      seat(dragged.item.dataset.person, places().indexOf(target));
    }
  }
  letGo();
});
document.addEventListener("pointercancel", letGo);

function letGo() {
  dragged?.item.classList.remove("dragged");
  dragged?.item.style.removeProperty("translate");
  dragged = null;
}

document.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const item = step && event.target.closest(".around li[tabindex]");
  if (item) {
    event.preventDefault();
    const all = places();
    moved = item.dataset.person;
    seat(moved, (all.indexOf(item) + step + all.length) % all.length);
  }
});

new MutationObserver(offer).observe(shared, { childList: true, subtree: true });
offer();
