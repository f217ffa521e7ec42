// A scoreboard fills the screen by a switch, and goes on to do so on this screen: a page that follows when it is
// touched, for no browser allows it before. One that was opened from the home screen fills it anyway.
import { memory } from "./sound.js";

const button = document.querySelector(".switch[name=full]");

function show() {
  button.setAttribute("aria-pressed", document.fullscreenElement !== null);
}

function fill() {
  document.documentElement.requestFullscreen({ navigationUI: "hide" }).catch(show);
}

function changed() {
  show();
  memory()?.setItem("full", document.fullscreenElement ? "on" : "off");
}

if (document.fullscreenEnabled && !matchMedia("(display-mode: fullscreen)").matches) {
  button.hidden = false;
  show();
  document.addEventListener("fullscreenchange", changed);
  button.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : fill()));
  if (memory()?.getItem("full") === "on") {
    const goOn = ({ target }) => button.contains(target) || fill();
    window.addEventListener("click", goOn, { capture: true, once: true });
  }
}
