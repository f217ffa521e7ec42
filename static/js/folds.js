// Folds whose content is no part of the screen: it is fetched when one is opened, and again once the stream says that it
// is stale. Each holds a link to the same as a page, for whoever has no scripts; it is hidden as long as the content is
// there.
import { rememberFields, restoreFields } from "./fields.js";
import { focusBefore, restoreFocus } from "./focus.js";
import { isSent } from "./pending.js";

const LINK = ":scope > a.later";

// The folds in `target` with their links.
function* folds(target = document) {
  for (const link of target.querySelectorAll("details > a.later")) {
    yield { fold: link.parentElement, link };
  }
}

function at(address) {
  return [...folds()].find(({ link }) => link.getAttribute("href") === address);
}

document.addEventListener(
  "toggle",
  ({ target: fold }) => {
    const link = fold.querySelector(LINK);
    if (fold.open && link && !link.hidden) {
      load(link.getAttribute("href"));
    }
  },
  { capture: true },
);

// Where it cannot be fetched, the link stays, or what was there before.
async function load(address) {
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  const html = answer?.ok ? await answer.text().catch(() => null) : null;
  const place = at(address);
  if (html !== null && place) {
    put(place, html);
  }
}

function put({ fold, link }, html) {
  const kept = rememberFields(fold, isSent);
  const before = focusBefore(fold);
  const putBack = holdFolds(fold);
  empty(fold);
  link.insertAdjacentHTML("afterend", html);
  link.hidden = true;
  putBack();
  restoreFields(fold, kept);
  restoreFocus(fold, before, false);
  window.htmx.process(fold);
}

function inside(fold) {
  return [...fold.childNodes].filter((child) => !(child instanceof Element && child.matches("summary, a.later")));
}

function empty(fold) {
  for (const child of inside(fold)) {
    child.remove();
  }
}

function hasSent(fold) {
  return [...fold.querySelectorAll("form")].some(isSent);
}

// Keeps what the folds in `target` hold while it is replaced; what is returned puts it into the same folds again. One
// from which somebody has tapped starts afresh.
export function holdFolds(target) {
  const held = new Map();
  for (const { fold, link } of folds(target)) {
    if (link.hidden && !hasSent(fold)) {
      held.set(link.getAttribute("href"), { link, content: inside(fold) });
    }
  }
  return () => {
    for (const { fold, link } of folds(target)) {
      const before = held.get(link.getAttribute("href"));
      if (before && before.link !== link) {
        link.replaceWith(before.link);
        fold.append(...before.content);
      }
    }
  };
}

// The stream says that something else is in this fold by now.
export function becomeStale(address) {
  const place = at(address);
  if (place?.link.hidden) {
    renew(place);
  }
}

// Whoever was away asks anew.
export function doubtFolds() {
  for (const place of [...folds()].filter(({ link }) => link.hidden)) {
    renew(place);
  }
}

// What nobody looks at, and holds nothing half-typed, is fetched when it is opened again.
function renew({ fold, link }) {
  if (!hasSent(fold) && (fold.open || rememberFields(fold).fields.size)) {
    load(link.getAttribute("href"));
  } else {
    fold.open = false;
    link.hidden = false;
    empty(fold);
  }
}
