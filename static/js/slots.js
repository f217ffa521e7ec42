// The slots of a screen: named places, each between two comments, into which the stream puts what they show now. What
// comes for a slot has empty places for its rows (`standing/2` of `standing`), which are slots, too.

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
  return new Map([...slots].filter(([name]) => known.has(name.split("/")[0])));
}

// The slots of a part with what they show, rows and all: as `fill` takes them.
export function slotsOf(part) {
  const outer = [...places(part)].filter(([name]) => !name.includes("/"));
  return new Map(outer.map(([name, begin]) => [name, htmlOf(rangeOf(begin))]));
}

function htmlOf(range) {
  const box = document.createElement("div");
  box.append(range.cloneContents());
  return box.innerHTML;
}

// Puts HTML into slots of a part, then into their rows; `ready` is called with each element that is new.
export function fill(part, slots, ready) {
  const rows = [...slots].filter(([name]) => name.includes("/"));
  const others = [...slots].filter(([name]) => !name.includes("/"));
  put(part, others, ready);
  put(part, rows, ready);
}

// All of them are emptied first, and folds elsewhere give way: of those with one name a browser keeps the one open that
// was there before. A row that came before its slot did may have no place by now.
function put(part, slots, ready) {
  const known = places(part);
  const lying = slots.filter(([name]) => known.has(name));
  const ranges = new Map(lying.map(([name]) => [name, emptied(known.get(name))]));
  for (const [name, html] of lying) {
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
  const range = rangeOf(begin);
  range.deleteContents();
  return range;
}

function rangeOf(begin) {
  const range = document.createRange();
  range.setStartAfter(begin);
  range.setEndBefore(endOf(begin));
  return range;
}

function endOf(begin) {
  let node = begin.nextSibling;
  while (node.data !== begin.data.replace("[", "[/")) {
    node = node.nextSibling;
  }
  return node;
}
