// The scoreboard stays awake where the browser allows it; where it does not, the lobby says so in a line.
let awake = null;

function mayGoDark(isSo) {
  document.body.classList.toggle("may-go-dark", isSo);
}

// A browser lets the screen go when the page is out of sight: it is asked again when the page is back.
async function stayAwake() {
  if (document.hidden || (awake && !awake.released)) {
    return;
  }
  try {
    awake = await navigator.wakeLock.request("screen");
    mayGoDark(false);
  } catch {
    if (!document.hidden) {
      mayGoDark(true); // a low battery, say
    }
  }
}

if ("wakeLock" in navigator) {
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
} else {
  mayGoDark(true); // plain http on another machine than the server
}
