// The rulebook at hand: what is typed filters it in place. Without scripts the server does it.

// A text in small letters, without accents, wide letters as narrow ones; kana keep their marks, as on the server.
function plain(text) {
  const bare = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  return bare.normalize("NFKC").toLowerCase();
}

// Shows of `rules` only the entries in which each word of `asked` stands, or to which it leads; all if nothing is asked.
// Of what is laid out it shows the first number of players whose list has them.
export function filter(rules, asked) {
  const words = plain(asked).split(/\s+/).filter(Boolean);
  const has = (entry, part) => {
    const text = plain(`${part.textContent}\n${entry.dataset.words}`);
    return words.every((word) => text.includes(word));
  };
  const ways = (entry) => [...entry.querySelectorAll(".things")];
  const parts = (entry) => (entry.matches(".laid") ? ways(entry) : [entry]);
  show(rules, (entry) => parts(entry).some((part) => has(entry, part)));
  const laid = rules.querySelector(".laid:not([hidden])");
  if (laid && words.length) {
    const way = ways(laid).findIndex((one) => has(laid, one));
    laid.querySelectorAll("input")[way].checked = true;
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
