// The menu of a phone closes when something beside it is tapped, or something in it opens a dialog.
const menu = () => document.getElementById("menu");

document.addEventListener("click", ({ target }) => {
  if (menu()?.open && (!target.closest("#menu") || target.closest('a[href^="/rules/"]'))) {
    menu().open = false;
  }
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && menu()?.open) {
    menu().open = false;
    menu().querySelector("summary").focus();
  }
});
