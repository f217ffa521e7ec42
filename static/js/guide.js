// The rulebook at hand: what is typed filters it in place. Without scripts the server does it.

// A text in small letters, without accents, wide letters as narrow ones; kana keep their marks, as on the server.
function plain(text) {
  const bare = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  return bare.normalize("NFKC").toLowerCase();
}

// Shows of `rules` only the entries in which each word of `asked` stands, or to which it leads; all if nothing is asked.
export function filter(rules, asked) {
  const words = plain(asked).split(/\s+/).filter(Boolean);
  const has = (...texts) => words.every((word) => plain(texts.join("\n")).includes(word));
  show(rules, (entry) => has(entry.textContent, entry.dataset.words ?? ""));
  const laid = rules.querySelector(".laid");
  const ways = [...(laid?.querySelectorAll(".things") ?? [])];
  const way = words.length ? ways.find((one) => has(one.textContent, laid.dataset.words ?? "")) : null;
  if (way) {
    laid.querySelectorAll("input")[ways.indexOf(way)].checked = true;
  }
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
