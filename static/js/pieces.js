// The pieces of HTML of which parts are made: the server sends each once, as long as the screen shows it.

const html = new Map(); // the HTML of a piece, by its hash
const shown = new Map(); // the hashes of a part, by its name

// The data of an event `piece`: its hash in the first line, then its HTML.
export function keep(data) {
  const [hash] = data.split("\n", 1);
  html.set(hash, data.slice(hash.length + 1));
}

// The HTML of a part by the hashes of its pieces, or nothing if one was never sent. What no part shows is forgotten.
export function compose(name, hashes) {
  if (hashes.some((hash) => !html.has(hash))) {
    return undefined;
  }
  shown.set(name, hashes);
  const used = new Set([...shown.values()].flat());
  for (const hash of [...html.keys()].filter((kept) => !used.has(kept))) {
    html.delete(hash);
  }
  return hashes.map((hash) => html.get(hash)).join("");
}

// A new stream sends everything anew.
export function forgetPieces() {
  html.clear();
  shown.clear();
}
