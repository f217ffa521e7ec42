// A tap on its way: seen at once, not lost while the server is away, and sent once when it is back.
import { connect, wake } from "./connection.js";
import { announce, part, showLost, tell } from "./page.js";
import { expectOwnTap, isShown } from "./parts.js";
import { isNotNow } from "./outbox.js";
import { begin, end, outbox } from "./pending.js";

const SHOWN = 1200; // milliseconds; so soon after its answer a tap is on the screen, if the stream is alive
const TROUBLES = ["htmx:sendError", "htmx:timeout", "htmx:responseError"];
let missing = 0;
const controls = new WeakMap(); // by which control a form was sent

function isTap(form) {
  return form.matches?.("form.tap");
}

// The stream may replace a form before its answer comes: then the form itself hears of it, and the document does not.
document.addEventListener("htmx:beforeRequest", (event) => {
  const form = event.detail.elt;
  if (isTap(form)) {
    begin(form);
    controls.set(form, document.activeElement);
  }
  form.addEventListener("htmx:afterRequest", answered);
  for (const trouble of TROUBLES) {
    form.addEventListener(trouble, keepTap);
  }
});

function answered({ detail: { elt: form, xhr: answer, successful, target } }) {
  end(form, successful);
  giveBack(form);
  if (answer.status) {
    tell(successful ? "" : answer.responseText);
  }
  if (successful && form.matches("[hx-swap=none]")) {
    showTaken(answer.responseText);
  } else if (successful && !target.isConnected) {
    wake(); // the answer has come into a part that is there no more
  }
}

// A button that is not to be tapped twice has lost the focus meanwhile; it gets it back as long as it is there.
function giveBack(form) {
  if (document.activeElement === document.body) {
    controls.get(form)?.focus({ preventScroll: true });
  }
}

// What was done, and for a while the way back; the screen itself comes by the stream, or the stream has died.
function showTaken(strip) {
  part("taken").outerHTML = strip;
  window.htmx.process(part("taken"));
  announce(part("taken").textContent);
  const newest = Number(part("taken").dataset.newest);
  expectOwnTap(newest);
  connect();
  clearTimeout(missing);
  missing = setTimeout(() => isShown(newest) || wake(), SHOWN);
}

// The question that a tap answers: of several answers the newest is kept.
function questionOf(fields) {
  return ["seen", "move", "seat"].map((name) => fields.get(name)).join(" ");
}

// The tap itself is kept, not the form: it is the same tap when it is sent again.
function keepTap(event) {
  const { elt: form, xhr, requestConfig, pathInfo } = event.detail;
  const answer = event.type === "htmx:responseError" ? xhr : null;
  const retryAfter = answer?.getResponseHeader("Retry-After") ?? null;
  if (event.type === "htmx:sendError") {
    showLost(true);
  }
  if (!isTap(form) || (answer && !isNotNow(answer.status, retryAfter))) {
    return;
  }
  if (answer) {
    outbox.sendLater(retryAfter);
  }
  const body = new URLSearchParams(requestConfig.formData).toString();
  outbox.add({ key: questionOf(new URLSearchParams(body)), path: pathInfo.requestPath, body });
  requestConfig.triggeringEvent?.submitter?.setAttribute("aria-describedby", "unsaved");
  for (const button of form.querySelectorAll("button")) {
    setTimeout(() => {
      button.disabled = true;
    });
  }
}
