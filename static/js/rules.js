// Ways to the rulebook at hand: links, and cards of which it tells. The dialog is fetched when somebody first asks.

// A card of which the rules tell: held, or tapped where nothing else is to be tapped.
const HELD = 450; // milliseconds
const STILL = 6; // pixels that a finger which rests may move
let resting = 0;
let isHeld = false;

document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest("[data-rule]");
  isHeld = false;
  if (card) {
    resting = setTimeout(() => {
      isHeld = true;
      open(ruleOf(card));
    }, HELD);
  }
});
for (const end of ["pointerup", "pointercancel", "pointermove"]) {
  document.addEventListener(end, (event) => {
    if (end !== "pointermove" || Math.hypot(event.movementX, event.movementY) > STILL) {
      clearTimeout(resting);
    }
  });
}
document.addEventListener("contextmenu", (event) => {
  if (event.target.closest("[data-rule]")) {
    event.preventDefault();
  }
});
document.addEventListener(
  "click",
  (event) => {
    const card = event.target.closest("[data-rule]");
    if (card && isHeld) {
      event.preventDefault(); // it was no tap
      event.stopPropagation();
    } else if (card && !card.matches("button")) {
      open(ruleOf(card));
    }
    isHeld = false;
  },
  { capture: true },
);

document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="/rules/"]');
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    open(link);
  }
});

// Of a card in a list below the list's address; of a button by its value.
function ruleOf(card) {
  const list = card.closest("[data-rules]")?.dataset.rules ?? "";
  return new URL(list + (card.dataset.rule || `#${card.value}`), location.href);
}

// A dialog that cannot be fetched is asked for as any page is.
async function open(link) {
  const dialog = await import("./rules_dialog.js").catch(() => null);
  if (dialog) {
    dialog.open(link);
  } else {
    location.assign(link.href);
  }
}
