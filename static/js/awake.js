// The scoreboard stays awake where the browser allows it; where it does not, it says so once, and names the setting.
const dark = document.getElementById("dark");
const KNOWN = "dark is known";
let awake = null;

function sayDark() {
  dark.hidden = localStorage.getItem(KNOWN) !== null;
}

// A browser lets the screen go when the page is out of sight: it is asked again when the page is back.
async function stayAwake() {
  if (document.hidden || (awake && !awake.released)) {
    return;
  }
  try {
    awake = await navigator.wakeLock.request("screen");
    dark.hidden = true;
  } catch {
    if (!document.hidden) {
      sayDark(); // a low battery, say
    }
  }
}

dark.querySelector("button").addEventListener("click", () => {
  localStorage.setItem(KNOWN, "yes");
  dark.hidden = true;
});
if ("wakeLock" in navigator) {
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
} else {
  sayDark(); // plain http on another machine than the server
}
