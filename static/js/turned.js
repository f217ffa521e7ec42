// A scoreboard that lies on the table is turned to who sits opposite, and stays so on this screen.
import { memory } from "./sound.js";

const { classList } = document.documentElement;
classList.toggle("turned", memory()?.getItem("turned") === "on");

document.addEventListener("click", ({ target }) => {
  if (target.closest("[name=turn]")) {
    memory()?.setItem("turned", classList.toggle("turned") ? "on" : "off");
  }
});
