// What lies over a screen, the menu of a phone and the large code, closes when something beside it is tapped, or
// something in it opens a dialog.
const OVER = "#menu[open], .corner[open]";
const IN_IT = "#menu, .corner > *"; // what dims the screen beside the large code is the corner itself

document.addEventListener("click", ({ target }) => {
  const fold = document.querySelector(OVER);
  if (fold && (!target.closest(IN_IT) || target.closest('a[href^="/rules/"]'))) {
    fold.open = false;
  }
});
document.addEventListener("keydown", ({ key }) => {
  const fold = document.querySelector(OVER);
  if (key === "Escape" && fold) {
    fold.open = false;
    fold.querySelector("summary").focus();
  }
});
