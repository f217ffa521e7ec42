// A phone that several share shows nothing until a finger rests on it.
const HELD = 400; // milliseconds
let resting = null;

function lift() {
  clearTimeout(resting?.timer);
  resting?.button.classList.remove("held");
  resting = null;
}

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("[data-hold] button");
  if (button) {
    button.classList.add("held");
    resting = {
      button,
      timer: setTimeout(() => {
        lift();
        button.form.requestSubmit(button);
      }, HELD),
    };
  }
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, lift);
}
document.addEventListener(
  "click",
  (event) => {
    if (event.detail !== 0 && event.target.closest("[data-hold] button")) {
      event.preventDefault(); // a tap is too light; a key is not
    }
  },
  { capture: true },
);
