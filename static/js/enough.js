// A question to which so many answers are enough is answered by the last of them, unless somebody says that there are
// more: `data-enough` at the box that says so, which is sent to nobody.

document.addEventListener("change", ({ target }) => {
  const more = target.closest("form.tap")?.querySelector("[data-enough]");
  const picked = more?.form.querySelectorAll("[name]:checked").length;
  if (more && target !== more && !more.checked && picked === Number(more.dataset.enough)) {
    more.form.requestSubmit();
  }
});
