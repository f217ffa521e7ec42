// What a phone asks: whenever it is another thing, it is brought into view, unless somebody is typing. What is told
// above it comes first: it is never scrolled past.

// Whatever is asked, the first first; some of it may be folded away. Where nothing is, how it ended.
export function asks() {
  const asked = [...document.querySelectorAll(".own .ask")];
  return asked.length ? asked : [...document.querySelectorAll(".own .endcard > img")];
}

// What is asked, in words; of a card at the end, what it shows.
export function wordsOf(asked) {
  return (asked.alt ?? asked.textContent).replace(/\s+/g, " ").trim();
}

// What is asked now: the round, the first question as it is read, and by which form it is answered.
export function question() {
  const form = document.querySelector(".own form.tap");
  return (
    [document.querySelector(".me .where"), asks()[0]].map((one) => one && wordsOf(one)).join("\n") + form?.dataset.ask
  );
}

export function bringIntoView() {
  if (document.activeElement?.matches("input, select, textarea")) {
    return;
  }
  window.scrollTo(0, 0);
  const [asked] = asks();
  for (const one of [asked?.closest("form, section") ?? asked, document.querySelector(".own .about:has(> *)")]) {
    one?.scrollIntoView({ block: "nearest" });
  }
}
