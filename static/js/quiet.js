// A quiet form changes the evening; the stream brings what it looks like then, and the page stays where it is.
import { tell } from "./page.js";

document.addEventListener("htmx:beforeRequest", async (event) => {
  const form = event.target.closest("[data-quiet]");
  if (form) {
    event.preventDefault();
    const body = new URLSearchParams(event.detail.requestConfig.formData);
    form.reset();
    const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
    tell(answer.ok ? "" : await answer.text());
  }
});
