// A tap on its way: seen at once, not lost while the server is away, and sent once when it is back.
"use strict";

const SOON = 600; // what takes longer is said
const HELD = 400;
const AGAIN = [408, 429]; // not now: the same tap is sent again after a while
const unsaved = document.getElementById("unsaved");
let outbox = []; // in memory only: what is secret must not be found in the browser by the next one

// A 503 says after what time to come again; of a damaged game it says nothing, and the tap would wait for ever.
function isNotNow(status, after) {
  return AGAIN.includes(status) || (status === 503 && after !== null);
}

function keepOutbox(taps) {
  outbox = taps;
  unsaved.hidden = taps.length === 0;
}

// A tap is the form that was sent; its key makes it one line however often it arrives.
function isTap(form) {
  return form.matches?.("form.tap");
}

const slow = new Map(); // the taps on their way, each with the timer after which that is shown
const sent = new WeakSet(); // the forms whose fields are not given back

function isTapping() {
  return slow.size > 0;
}

// The stream may replace a form before its answer comes: then the form itself hears of it, and the document does not.
document.addEventListener("htmx:beforeRequest", (event) => {
  const form = event.detail.elt;
  if (isTap(form)) {
    slow.set(form, setTimeout(() => { unsaved.hidden = false; }, SOON));
    sent.add(form);
  }
  form.addEventListener("htmx:afterRequest", answered);
  for (const trouble of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    form.addEventListener(trouble, keepTap);
  }
});

function answered({ detail: { elt: form, xhr: answer, successful, target } }) {
  clearTimeout(slow.get(form));
  slow.delete(form);
  unsaved.hidden = outbox.length === 0;
  if (!successful) {
    sent.delete(form);
  }
  if (answer.status) {
    tell(successful ? "" : answer.responseText);
  }
  if (successful && form.matches("[hx-swap=none]")) {
    taken(answer.responseText);
  } else if (successful && !target.isConnected) {
    wake(); // the answer has come into a part that is there no more
  }
}

function keepTap(event) {
  const { elt: form, xhr, requestConfig, pathInfo } = event.detail;
  const answer = event.type === "htmx:responseError" ? xhr : null;
  const after = answer?.getResponseHeader("Retry-After") ?? null;
  lost.hidden = lost.hidden && event.type !== "htmx:sendError";
  if (!isTap(form) || (answer && !isNotNow(answer.status, after))) {
    return;
  }
  if (answer) {
    sendLater(after);
  }
  const body = new URLSearchParams(requestConfig.formData).toString();
  const key = new URLSearchParams(body).get("key");
  keepOutbox([...outbox.filter((tap) => tap.key !== key), { key, path: pathInfo.requestPath, body }]);
  for (const button of form.querySelectorAll("button")) {
    setTimeout(() => { button.disabled = true; });
  }
}

function sendLater(seconds) {
  setTimeout(sendOutbox, (Number(seconds) || 1) * 1000 + Math.random() * 500);
}

// One after the other, each until the server has said yes or no.
let sending = false;
async function sendOutbox() {
  if (sending) {
    return;
  }
  sending = true;
  try {
    while (outbox.length) {
      const tap = outbox[0];
      const headers = { "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded" };
      const answer = await fetch(tap.path, { method: "POST", body: tap.body, headers });
      const after = answer.headers.get("Retry-After");
      if (isNotNow(answer.status, after)) {
        sendLater(after);
        break;
      }
      if (answer.status >= 500 && answer.status !== 503) {
        break;
      }
      keepOutbox(outbox.filter((of) => of.key !== tap.key));
      tell(answer.ok ? "" : await answer.text());
    }
  } catch {
    // still away: the next time that the stream opens, it is tried again
  } finally {
    sending = false;
  }
}

// A phone that several share shows nothing until a finger rests on it.
let resting = null;

function lift() {
  clearTimeout(resting?.timer);
  resting?.button.classList.remove("held");
  resting = null;
}

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("[data-hold] button");
  if (button) {
    button.classList.add("held");
    resting = { button, timer: setTimeout(() => { lift(); button.form.requestSubmit(button); }, HELD) };
  }
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, lift);
}
document.addEventListener("click", (event) => {
  if (event.detail !== 0 && event.target.closest("[data-hold] button")) {
    event.preventDefault(); // a tap is too light; a key is not
  }
}, { capture: true });
