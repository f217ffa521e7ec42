// The slider over the lines of a game: while it is dragged the number follows, once it is let go the screen does.
const slide = document.getElementById("slide");
const range = slide.querySelector("[type=range]");
const label = slide.querySelector("label");
const words = label.textContent;

slide.querySelector("button").hidden = true;
range.addEventListener("input", () => {
  label.textContent = words.replace(/\d+/, range.value);
});
range.addEventListener("change", () => slide.submit());
document.addEventListener("keydown", (event) => {
  const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const step = way && event.target !== range && document.querySelector(`[rel=${way}]`);
  if (step) {
    location.assign(step.href);
  }
});
