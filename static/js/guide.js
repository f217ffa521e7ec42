// The rulebook at hand: what is typed filters it in place. Without scripts the server does it.

// Shows of `rules` only the entries in which each word of `asked` stands; all if nothing is asked for.
export function filter(rules, asked) {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (entry) => words.every((word) => entry.textContent.toLowerCase().includes(word));
  show(rules, fits);
}

// Shows of `rules` only the entries that fit, and the sections that have any.
export function show(rules, fits) {
  for (const section of rules.querySelectorAll("section")) {
    const entries = [...section.querySelectorAll(".entry")];
    for (const entry of entries) {
      entry.hidden = !fits(entry);
    }
    section.hidden = entries.every((entry) => entry.hidden);
  }
  rules.querySelector(".none").hidden = rules.querySelector("section:not([hidden])") !== null;
}

// Lets the search field of `rules` filter them while somebody types.
export function search(rules) {
  const form = rules.querySelector(".find");
  form.addEventListener("input", () => filter(rules, form.q.value));
  form.addEventListener("submit", (event) => event.preventDefault());
}

const page = document.querySelector("main .rules");
if (page) {
  search(page);
}
