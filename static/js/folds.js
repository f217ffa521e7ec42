// Folds whose content is no part of the screen: it is fetched when one is opened, and again once the stream says that it
// is stale. In each lies a link to the same as a page, for whoever has no scripts; it is hidden as long as the content is
// there, beside it.
import { rememberFields, restoreFields } from "./fields.js";
import { focusBefore, restoreFocus } from "./focus.js";
import { isSent } from "./pending.js";

// The folds in `target` with their links, and where these lie.
function* folds(target = document) {
  for (const link of target.querySelectorAll("details a.later")) {
    yield { fold: link.closest("details"), place: link.parentElement, link };
  }
}

function at(address) {
  return [...folds()].find(({ link }) => link.getAttribute("href") === address);
}

document.addEventListener(
  "toggle",
  ({ target }) => {
    const own = [...folds(target)].filter(({ fold }) => fold === target);
    for (const { link } of own.filter(({ fold }) => fold.open)) {
      if (!link.hidden) {
        load(link.getAttribute("href"));
      }
    }
  },
  { capture: true },
);

// Where it cannot be fetched, the link stays, or what was there before.
async function load(address) {
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  const html = answer?.ok ? await answer.text().catch(() => null) : null;
  const found = at(address);
  if (html !== null && found) {
    put(found, html);
  }
}

function put({ place, link }, html) {
  const kept = rememberFields(place, isSent);
  const before = focusBefore(place);
  const putBack = holdFolds(place);
  empty(place);
  link.insertAdjacentHTML("afterend", html);
  link.hidden = true;
  putBack();
  restoreFields(place, kept);
  restoreFocus(place, before, false);
  window.htmx.process(place);
}

function inside(place) {
  return [...place.childNodes].filter((child) => !(child instanceof Element && child.matches("summary, a.later")));
}

function empty(place) {
  for (const child of inside(place)) {
    child.remove();
  }
}

function hasSent(place) {
  return [...place.querySelectorAll("form")].some(isSent);
}

// Keeps what the folds in `target` hold while it is replaced; what is returned puts it into the same folds again. One
// from which somebody has tapped starts afresh.
export function holdFolds(target) {
  const held = new Map();
  for (const { place, link } of folds(target)) {
    if (link.hidden && !hasSent(place)) {
      held.set(link.getAttribute("href"), { link, content: inside(place) });
    }
  }
  return () => {
    for (const { place, link } of folds(target)) {
      const before = held.get(link.getAttribute("href"));
      if (before && before.link !== link) {
        link.replaceWith(before.link);
        place.append(...before.content);
      }
    }
  };
}

// The stream says that something else is in this fold by now.
export function becomeStale(address) {
  const found = at(address);
  if (found?.link.hidden) {
    renew(found);
  }
}

// Whoever was away asks anew.
export function doubtFolds() {
  for (const found of [...folds()].filter(({ link }) => link.hidden)) {
    renew(found);
  }
}

// What nobody looks at, and holds nothing half-typed, is fetched when it is opened again.
function renew({ fold, place, link }) {
  if (!hasSent(place) && (fold.open || rememberFields(place).fields.size)) {
    load(link.getAttribute("href"));
  } else {
    fold.open = false;
    link.hidden = false;
    empty(place);
  }
}
