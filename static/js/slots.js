// The slots of a screen: named places, each between two comments, into which the stream puts what they show now.

const BEGINS = /^\[([^/].*)\]$/;

// The comments by which the slots of a part begin, by name.
function places(part) {
  const found = new Map();
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_COMMENT);
  for (let comment = walker.nextNode(); comment; comment = walker.nextNode()) {
    const named = BEGINS.exec(comment.data);
    if (named) {
      found.set(named[1], comment);
    }
  }
  return found;
}

// Those of these slots that lie in a part.
export function slotsIn(part, slots) {
  const known = places(part);
  return new Map([...slots].filter(([name]) => known.has(name)));
}

// Puts HTML into slots of a part; `ready` is called with each element that is new. All of them are emptied first, and
// folds elsewhere give way: of those with one name a browser keeps the one open that was there before.
export function fill(part, slots, ready) {
  const known = places(part);
  const ranges = new Map([...slots.keys()].map((name) => [name, emptied(known.get(name))]));
  for (const [name, html] of slots) {
    const range = ranges.get(name);
    const fragment = range.createContextualFragment(html);
    const elements = [...fragment.children];
    giveWay(part, fragment);
    range.insertNode(fragment);
    elements.forEach(ready);
  }
}

function giveWay(part, fragment) {
  for (const fold of fragment.querySelectorAll("details[name][open]")) {
    for (const other of part.querySelectorAll(`details[name="${fold.getAttribute("name")}"][open]`)) {
      other.open = false;
    }
  }
}

function emptied(begin) {
  const range = document.createRange();
  range.setStartAfter(begin);
  range.setEndBefore(endOf(begin));
  range.deleteContents();
  return range;
}

function endOf(begin) {
  let node = begin.nextSibling;
  while (node.data !== begin.data.replace("[", "[/")) {
    node = node.nextSibling;
  }
  return node;
}
