// The switches of a screen: its sound, which a scoreboard has from its first touch on, and a phone when it is switched
// on; and a phone's vibration. What they switch is fetched when it is wanted; no tap waits for it.
import { isBoard } from "./page.js";

const SOON = 600; // milliseconds in which a page that may be heard says so
const SWITCHES = ".switch:not([name=full])";
const AT_FIRST = { sound: isBoard, vibration: true }; // until somebody says otherwise
let speaker = null;
let touch = null;

// A browser that keeps nothing for its owner keeps no switch: it holds as long as the page.
export function memory() {
  try {
    return localStorage;
  } catch (refused) {
    if (refused.name !== "SecurityError") {
      throw refused;
    }
    return null;
  }
}

function isOnAtFirst(name) {
  const kept = memory()?.getItem(name);
  return kept ? kept === "on" : AT_FIRST[name];
}

const isOn = { sound: isOnAtFirst("sound"), vibration: isOnAtFirst("vibration") };

// What cannot be fetched now is fetched at the next touch.
function fetched(loading) {
  return loading.catch(() => null);
}

async function apply() {
  if (isOn.sound && !speaker) {
    speaker = await fetched(import("./sound_speaker.js"));
    speaker?.onChange(show);
    setTimeout(show, SOON);
  }
  speaker?.turn(isOn.sound);
  if (!isBoard) {
    touch ??= await fetched(import("./sound_touch.js"));
    touch?.turn(isOn.vibration);
  }
}

function show() {
  for (const button of document.querySelectorAll(SWITCHES)) {
    button.setAttribute("aria-pressed", isOn[button.name]);
    button.hidden = button.name === "vibration" && !navigator.vibrate;
  }
  document.body.classList.toggle("unheard", isOn.sound && speaker !== null && !speaker.mayBeHeard());
}

async function turn({ name }) {
  isOn[name] = !isOn[name];
  show();
  memory()?.setItem(name, isOn[name] ? "on" : "off");
  await apply();
  if (name === "sound" && isOn.sound) {
    await speaker?.awaken();
    speaker?.play(["tick"]);
  }
}

async function touched() {
  speaker?.awaken();
  if ((isOn.sound && !speaker) || (!isBoard && !touch)) {
    await apply();
    speaker?.awaken();
  }
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest(SWITCHES);
  if (button) {
    turn(button);
  }
});
document.addEventListener("toggle", show, true); // the menu may have been drawn anew
for (const finger of ["pointerup", "keydown"]) {
  window.addEventListener(finger, touched, true);
}
show();
if (isBoard) {
  apply();
} else {
  touched();
}
