// Keeps a screen right: the server pushes each part of it when it changes; a screen that was away fetches itself.
"use strict";

const screen_ = document.getElementById("screen");
const note = document.getElementById("note");
const said = document.getElementById("said");
const lost = document.getElementById("lost");
const SHOWN = 1200; // so soon after its answer a tap is on the screen, if the stream is alive
const QUIET = 1000; // what a screen that comes back has missed does not unfold
let stream = null;
let patience = 0;
let tries = 0;
let heardAt = 0;
let quietUntil = 0;
const shown = { shared: Number(screen_.dataset.line), private: Number(screen_.dataset.line) }; // the line of each part
let awaited = 0; // the line of an own tap that the private part does not show yet
let missing = 0;
let moment = momentOf(screen_)?.id;

function part(name) {
  return document.getElementById(name);
}

// The moment that a part shows: the shared part says data-moment, a phone's own part data-now.
function momentOf(element) {
  const found = element.querySelector("[data-moment], [data-now]");
  return found && { id: found.dataset.moment ?? found.dataset.now, how: found.dataset };
}

// What was done, and for a while the way back; the screen itself comes by the stream, or the stream has died.
function taken(strip) {
  part("taken").outerHTML = strip;
  htmx.process(part("taken"));
  said.textContent = part("taken").textContent;
  const newest = Number(part("taken").dataset.newest);
  awaited = shown.private < newest ? newest : 0;
  connect();
  clearTimeout(missing);
  missing = setTimeout(() => { if (Math.max(shown.shared, shown.private) < newest) { wake(); } }, SHOWN);
}

function tell(message) {
  note.innerHTML = message;
}

function take(name, data, line) {
  const [mark, ...lines] = data.split("\n");
  const isOwnTap = name === "private" && (isTapping() || (awaited && awaited <= Number(line)));
  shown[name] = Number(line);
  if (screen_.dataset[name] === mark) {
    return;
  }
  screen_.dataset[name] = mark;
  const target = part(name);
  const kept = inHand(target);
  const standing = standingOf(target);
  target.innerHTML = lines.join("\n");
  giveBack(target, kept.fields, isOwnTap ? new Map() : kept.open, kept.focus); // an own tap opens what comes next
  awaited = isOwnTap ? 0 : awaited;
  htmx.process(target);
  if (name === "shared") {
    said.textContent = target.querySelector(".last .said")?.textContent ?? "";
    forgetTaken(line);
  }
  show(target, standing);
}

// A new moment unfolds, whichever part tells of it first; on the scoreboard the shared one, which holds it.
function show(target, standing) {
  const now = momentOf(target);
  if (!now || (isBoard && target.id === "private")) {
    return;
  }
  if (now.id === moment) {
    if (isBoard) {
      settle();
    }
    return;
  }
  moment = now.id;
  if (performance.now() < quietUntil) {
    settle();
    return;
  }
  const shown = target.querySelector(".standing");
  unfold(now.how, standing && shown && /\d/.test(now.how.unfold) && !calm.matches ? holdBack(shown, standing) : null);
}

// What fingers are at stays: half-written names, what is ticked, what is open, where the cursor is.
function key(field) {
  const said = (name) => field.form?.querySelector(`input[type=hidden][name=${name}]`)?.value;
  const about = [field.form?.dataset.ask ?? field.form?.getAttribute("action"), said("seat") ?? said("person")];
  return [...about, field.name, ["radio", "checkbox"].includes(field.type) ? field.value : ""].join("\n");
}

function fieldsOf(target) {
  return target.querySelectorAll("input:not([type=hidden]), select");
}

function inHand(target) {
  const kept = { fields: new Map(), open: new Map(), focus: null };
  for (const field of fieldsOf(target)) {
    if (!sent.has(field.form)) {
      kept.fields.set(key(field), { value: field.value, checked: field.checked });
    }
    if (field === document.activeElement) {
      kept.focus = { key: key(field), start: field.selectionStart, end: field.selectionEnd };
    }
  }
  for (const fold of target.querySelectorAll("details[id]")) {
    kept.open.set(fold.id, fold.open);
  }
  return kept;
}

function giveBack(target, fields, open, focus) {
  for (const fold of target.querySelectorAll("details[id]")) {
    if (open.has(fold.id)) {
      fold.open = open.get(fold.id);
    }
  }
  for (const field of fieldsOf(target)) {
    const was = fields.get(key(field));
    if (was && ["radio", "checkbox"].includes(field.type)) {
      field.checked = was.checked;
    } else if (was && (!field.options || [...field.options].some((option) => option.value === was.value))) {
      field.value = was.value;
    }
    if (focus?.key === key(field)) {
      field.focus();
      if (focus.start !== null) {
        field.setSelectionRange(focus.start, focus.end);
      }
    }
  }
}

// A line can be taken back as long as it is the newest.
function forgetTaken(line) {
  const taken = part("taken").querySelector("[name=line]");
  if (taken && Number(line) > Number(taken.value)) {
    part("taken").replaceChildren();
  }
}

// After a sleep the connections that the browser keeps, six at most, may be dead: who does not answer soon is asked
// anew, over the next one; whoever is only slow has more time after that.
function connect() {
  if (stream || document.hidden) {
    return;
  }
  clearTimeout(patience);
  patience = setTimeout(wake, tries < 7 ? 1200 : 6000);
  tries += 1;
  const have = new URLSearchParams({
    shared: screen_.dataset.shared, private: screen_.dataset.private, layout: screen_.dataset.layout, game: document.body.dataset.game ?? "",
  });
  stream = new EventSource(screen_.dataset.live + "?" + have);
  stream.addEventListener("shared", (event) => { heard(); take("shared", event.data, event.lastEventId); });
  stream.addEventListener("private", (event) => { heard(); take("private", event.data, event.lastEventId); });
  stream.addEventListener("reload", reload);
  stream.addEventListener("beat", heard);
  stream.addEventListener("open", () => { clearTimeout(patience); tries = 0; heard(); quietUntil = performance.now() + QUIET; sendOutbox(); });
  stream.addEventListener("error", () => {
    const refused = stream.readyState === EventSource.CLOSED;
    disconnect();
    lost.hidden = false;
    setTimeout(refused ? reload : connect, 500 + Math.random() * 700);
  });
}

// The page is fetched whole, once what was tapped on it has been sent; not while it is left for another one anyway.
let leaving = false;
document.addEventListener("submit", (event) => { leaving = !event.defaultPrevented; });
window.addEventListener("pageshow", () => { leaving = false; });

function reload() {
  if (leaving) {
    return;
  }
  sendOutbox().finally(() => (outbox.length ? setTimeout(reload, 1000) : location.reload()));
}

function heard() {
  lost.hidden = true;
  heardAt = performance.now();
}

function disconnect() {
  clearTimeout(patience);
  if (stream) {
    stream.close();
    stream = null;
    quietUntil = Infinity;
  }
}

function wake() {
  disconnect();
  connect();
}

document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : wake()));
window.addEventListener("pageshow", wake);
window.addEventListener("pagehide", disconnect);
window.addEventListener("online", wake);
// A quiet form changes the evening; the stream brings what it looks like then, and the page stays where it is.
document.addEventListener("htmx:beforeRequest", async (event) => {
  const form = event.target.closest("[data-quiet]");
  if (form) {
    event.preventDefault();
    const { formData } = event.detail.requestConfig;
    form.reset();
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(formData), headers: { "HX-Request": "true" } });
    tell(answer.ok ? "" : await answer.text());
  }
});
// A stream can die without a word: the server beats every 9 seconds.
setInterval(() => {
  if (stream && performance.now() - heardAt > 40000) {
    wake();
  }
}, 5000);
heard();
connect();
