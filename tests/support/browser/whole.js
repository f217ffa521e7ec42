// What of a scoreboard cannot be seen without a finger on it: one sentence each. It changes nothing.
() => {
  const wrong = [];
  const box = (element) => element.getBoundingClientRect();
  const style = (element) => getComputedStyle(element);
  const isVisible = (element) => element.checkVisibility({ visibilityProperty: true }) && box(element).width > 1;
  const words = (element) => (element.innerText || element.textContent || "").trim().replace(/\s+/g, " ").slice(0, 40);
  const called = (element) => {
    const classes = [...element.classList].map((name) => "." + name).join("");
    return `${element.localName}${classes} “${words(element)}”`;
  };

  const high = document.documentElement.scrollHeight;
  if (high > innerHeight) {
    wrong.push(`the scoreboard is ${high} px high on ${innerHeight}`);
  }
  const needed = ".standing bdi, .standing .total, .moment, .waiting, .last, .own button.main";
  for (const element of document.querySelectorAll(needed)) {
    if (isVisible(element) && !element.closest(".drawer") && box(element).bottom > innerHeight + 1) {
      wrong.push(`${called(element)} is ${Math.round(box(element).bottom - innerHeight)} px below the screen`);
    }
  }

  // --- no words lie on other words, but for what is opened over the rest
  const isAbove = (element) => {
    for (let outer = element; outer; outer = outer.parentElement) {
      if (["absolute", "fixed"].includes(style(outer).position)) {
        return true;
      }
    }
    return false;
  };
  const lines = [];
  const walk = document.createTreeWalker(document.querySelector("#screen"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, element = node.parentElement;
    if (node.data.trim() && isVisible(element) && !isAbove(element) && !element.closest("svg, select, datalist")) {
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right, top, bottom } of range.getClientRects()) {
        const inset = 0.24 * (bottom - top); // a line's box is higher than its letters
        lines.push({ element, left: left + 1, right: right - 1, top: top + inset, bottom: bottom - inset });
      }
    }
  }
  const overlap = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  // What has been scrolled out of its box is not to be seen either.
  const cuts = (element) => style(element).overflowY !== "visible";
  const outerOf = (element) => element && (cuts(element) ? element : outerOf(element.parentElement));
  const shown = lines
    .map((line) => {
      const outer = outerOf(line.element);
      if (!outer) {
        return line;
      }
      const { left, right, top, bottom } = box(outer);
      return { ...line, left: Math.max(line.left, left), right: Math.min(line.right, right),
        top: Math.max(line.top, top), bottom: Math.min(line.bottom, bottom) };
    })
    .filter((line) => line.left < line.right && line.top < line.bottom);
  const seen = new Set();
  shown.forEach((line, place) => {
    for (const other of shown.slice(place + 1)) {
      if (line.element !== other.element && overlap(line, other)) {
        seen.add(`${called(line.element)} and ${called(other.element)} lie on each other`);
      }
    }
  });
  return [...wrong, ...seen];
}
