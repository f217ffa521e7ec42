// Keeps a screen right: the server pushes each part of it when it changes; a screen that was away fetches itself.
"use strict";

const screen_ = document.getElementById("screen");
const note = document.getElementById("note");
const lost = document.getElementById("lost");
let stream = null;
let heardAt = 0;

function part(name) {
  return document.getElementById(name);
}

function momentOf(element) {
  const found = element.querySelector("[data-moment]");
  return found ? found.dataset.moment : "";
}

function take(name, data) {
  const [mark, ...lines] = data.split("\n");
  if (screen_.dataset[name] === mark) {
    return;
  }
  screen_.dataset[name] = mark;
  const target = part(name);
  const before = momentOf(target);
  target.innerHTML = lines.join("\n");
  htmx.process(target);
  if (name === "shared" && before && momentOf(target) !== before) {
    unfold(target);
  }
}

// What is new unfolds; a tap shows it all at once.
function unfold(target) {
  const counting = target.querySelector(".countdown");
  document.body.classList.add("unfolding");
  document.body.classList.toggle("counting", counting !== null);
  const steps = target.querySelectorAll(".unfold").length;
  clearTimeout(unfold.timer);
  unfold.timer = setTimeout(settle, 1800 * (counting !== null) + 900 * steps + 600);
}

function settle() {
  document.body.classList.remove("unfolding", "counting");
}

function connect() {
  if (stream || document.hidden) {
    return;
  }
  const have = new URLSearchParams({
    shared: screen_.dataset.shared, private: screen_.dataset.private, layout: screen_.dataset.layout,
  });
  stream = new EventSource(screen_.dataset.live + "?" + have);
  stream.addEventListener("shared", (event) => { heard(); take("shared", event.data); });
  stream.addEventListener("private", (event) => { heard(); take("private", event.data); });
  stream.addEventListener("reload", () => location.reload());
  stream.addEventListener("beat", heard);
  stream.addEventListener("open", heard);
  stream.addEventListener("error", () => {
    const refused = stream.readyState === EventSource.CLOSED;
    disconnect();
    lost.hidden = false;
    setTimeout(refused ? () => location.reload() : connect, 500 + Math.random() * 700);
  });
}

function heard() {
  lost.hidden = true;
  heardAt = performance.now();
}

function disconnect() {
  if (stream) {
    stream.close();
    stream = null;
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
document.addEventListener("click", () => {
  if (document.body.classList.contains("unfolding")) {
    settle();
  }
});
// A refusal has come into the note, an answer into the private part: the other one is out of date.
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) {
    note.textContent = "";
    screen_.dataset.private = event.detail.xhr.getResponseHeader("X-Private") || "";
  }
});
document.addEventListener("htmx:sendError", () => { lost.hidden = false; });
// A stream can die without a word: the server beats every 15 seconds.
setInterval(() => {
  if (stream && performance.now() - heardAt > 40000) {
    wake();
  }
}, 5000);
heard();
connect();
