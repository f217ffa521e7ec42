// The rulebook at hand in a dialog over the screen: nothing below it is touched, so half-filled fields stay.
import { search, show } from "./guide.js";

const dialog = document.getElementById("rules");
const whole = document.getElementById("rules-whole");
const content = dialog.querySelector(".guide");

// A page that cannot be fetched here is asked for as any link is.
export async function open(link) {
  const answer = await fetch(link.pathname).catch(() => null);
  if (!answer?.ok) {
    location.assign(link.href);
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  wear(page);
  content.replaceChildren(page.querySelector(".rules, .games"));
  content.dataset.game = page.body.dataset.game ?? "";
  begin(link.hash.slice(1));
}

// The sheets of games that this page lacks: their drawings have looks of their own.
function wear(page) {
  for (const sheet of page.querySelectorAll('link[rel="stylesheet"][href*="/games/"]')) {
    const href = sheet.getAttribute("href");
    if (!document.querySelector(`link[rel="stylesheet"][href="${CSS.escape(href)}"]`)) {
      document.head.append(sheet);
    }
  }
}

// Shows the entry called `key` alone, or all of it.
function begin(key) {
  const rules = content.querySelector(".rules");
  const place = key && rules ? rules.querySelector(`#${CSS.escape(key)}`) : null;
  const entry = place?.matches(".entry") ? place : null;
  if (rules) {
    search(rules);
    rules.classList.toggle("one", entry !== null);
    show(rules, (one) => !entry || one === entry);
  }
  whole.hidden = entry === null;
  if (!dialog.open) {
    dialog.showModal();
  }
  dialog.scrollTop = 0;
  if (place !== entry) {
    place.scrollIntoView({ block: "start" });
  }
}

document.getElementById("rules-close").addEventListener("click", () => dialog.close());
whole.addEventListener("click", () => {
  const entry = content.querySelector(".entry:not([hidden])");
  begin("");
  entry.scrollIntoView({ block: "start" });
});
