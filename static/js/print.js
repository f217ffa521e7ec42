// A button prints the page on which it stands.

for (const button of document.querySelectorAll("button.print")) {
  button.addEventListener("click", () => print());
}
