// The taps of this page: those that wait for the server, and those that are on their way.
import { Outbox } from "./outbox.js";
import { showUnsaved, tell } from "./page.js";

const SOON = 600; // milliseconds; a tap that takes longer is shown as not saved yet

export const outbox = new Outbox({
  send: (path, request) => fetch(path, request),
  later: (task, milliseconds) => setTimeout(task, milliseconds),
  changed: showUnsaved,
  refused: tell,
});

const slow = new Map(); // the forms on their way, each with the timer after which that is shown
const sent = new WeakSet(); // the forms whose fields are not restored

export function isTapping() {
  return slow.size > 0;
}

export function isSent(form) {
  return sent.has(form);
}

export function begin(form) {
  slow.set(
    form,
    setTimeout(() => showUnsaved(true), SOON),
  );
  sent.add(form);
}

export function end(form, successful) {
  clearTimeout(slow.get(form));
  slow.delete(form);
  showUnsaved(!outbox.isEmpty);
  if (!successful) {
    sent.delete(form);
  }
}
