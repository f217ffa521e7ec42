// A card at the end of a game becomes a picture. What makes it is fetched when somebody first asks.

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("button[data-save]");
  if (button) {
    button.disabled = true;
    const maker = await import("./picture.js").catch(() => null);
    if (!(await maker?.save(button))) {
      button.textContent = button.dataset.failed;
    }
    button.disabled = false;
  }
});
