// What is wrong with the look of this page at its present size: one sentence each. It changes nothing.
([least, board, names, text]) => {
  const wrong = [];
  const style = (element) => getComputedStyle(element);
  const size = (element) => parseFloat(style(element).fontSize);
  const box = (element) => element.getBoundingClientRect();

  const isHiddenFromEyes = (element) => {
    for (let at = element; at; at = at.parentElement) {
      if (style(at).clipPath === "inset(50%)" || (style(at).overflow === "hidden" && box(at).width <= 1)) {
        return true;
      }
    }
    return false;
  };
  const isVisible = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && box(element).width > 0 && !isHiddenFromEyes(element);

  const called = (element) => {
    const id = element.id ? "#" + element.id : "";
    const classes = [...element.classList].map((name) => "." + name).join("");
    const field = element.getAttribute("name") ? `[name=${element.getAttribute("name")}]` : "";
    const words = (element.innerText || element.textContent || element.value || "").trim().replace(/\s+/g, " ");
    return element.localName + id + classes + field + (words ? ` “${words.slice(0, 40)}”` : "");
  };

  const everything = [...document.body.querySelectorAll("*")].filter(isVisible);

  // --- nothing is wider than its box, nor the page than the screen
  const scrollsItself = (element) => ["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName);
  const isShortened = (element) =>
    style(element).webkitLineClamp !== "none" ||
    (style(element).textOverflow === "ellipsis" && style(element).overflowX !== "visible");
  const mayBePushed = (element) =>
    ["auto", "scroll"].includes(style(element).overflowX) && element.tabIndex >= 0 && element.ariaLabel;
  // The words in the place of a picture, which a still does not load, are not what is looked at.
  const isCut = (element) =>
    !isShortened(element) && !element.matches("img") && !scrollsItself(element) && ["hidden", "clip"].includes(style(element).overflowY) &&
    element.scrollHeight > element.clientHeight + 1;
  const holds = (element, limits) => box(element).bottom <= box(limits).bottom + 2 && box(element).top >= box(limits).top - 2;
  const hides = (element) => ["hidden", "clip"].includes(style(element).overflowY) && !isShortened(element);
  const isCutBy = (element) => {
    for (let outer = element.parentElement; outer; outer = outer.parentElement) {
      if (hides(outer) && !holds(element, outer)) {
        return outer;
      }
    }
    return null;
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  // What is shortened to some lines shows whole lines.
  const linesShown = (element) => {
    const { paddingTop, paddingBottom, lineHeight } = style(element);
    return (element.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight);
  };
  const showsHalfLines = (element) => {
    const most = parseInt(style(element).webkitLineClamp), lines = linesShown(element);
    return most > 0 && lines > 0 && (lines > most + 0.1 || Math.abs(lines - Math.round(lines)) > 0.1);
  };
  const isTooWide = (element) =>
    element instanceof HTMLElement && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1 &&
    !isShortened(element) && !scrollsItself(element) && !mayBePushed(element);
  const wide = everything.filter(isTooWide);
  for (const element of wide.filter((outer) => !wide.some((inner) => inner !== outer && outer.contains(inner)))) {
    wrong.push(`${called(element)} needs ${element.scrollWidth} px and has ${element.clientWidth}`);
  }
  for (const element of everything.filter(isCut)) {
    wrong.push(`${called(element)} is cut off at ${element.clientHeight} of ${element.scrollHeight} px`);
  }
  for (const element of everything.filter(hasText)) {
    const outer = isCutBy(element);
    if (outer) {
      wrong.push(`${called(element)} is cut off by ${called(outer)}`);
    }
  }
  for (const element of everything.filter(showsHalfLines)) {
    wrong.push(`${called(element)} shows ${linesShown(element).toFixed(2)} lines`);
  }
  const isScrolledUp = (element) => {
    for (let outer = element.parentElement; outer; outer = outer.parentElement) {
      if (["auto", "scroll"].includes(style(outer).overflowY) && outer.scrollTop > 0) {
        return true;
      }
    }
    return false;
  };
  const isOutside = (element) =>
    (box(element).top + scrollY < -1 && !isScrolledUp(element)) || box(element).left + scrollX < -1;
  const mayBeginOutside = (element) => isShortened(element) || element.ownerSVGElement; // cut by its drawing
  const outside = everything.filter((element) => !mayBeginOutside(element) && isOutside(element));
  for (const element of outside.filter((inner) => !outside.some((outer) => outer !== inner && outer.contains(inner)))) {
    wrong.push(`${called(element)} begins outside of the page, where nobody can scroll to`);
  }
  const page = document.documentElement.scrollWidth;
  if (page > innerWidth) {
    wrong.push(`the page is ${page} px wide`);
  }

  // --- what is touched is large enough; an input inside a label counts by the label
  const isLarge = (element) => box(element).width >= least - 0.5 && box(element).height >= least - 0.5;
  const labelRound = (element) => element.closest("label");
  const targets = document.body.querySelectorAll("a, button, summary, select, input:not([type=hidden]), label");
  for (const element of targets) {
    if (element.closest(".calendar")) {
      continue; // a day of a year: what it leads to is reached by its month, too
    }
    const isLabel = element.localName === "label";
    if ((isLabel && !element.querySelector("input")) || (!isLabel && labelRound(element))) {
      continue; // a caption; or what a label round it answers for
    }
    if (isVisible(element) && !isLarge(element)) {
      const { width, height } = box(element);
      wrong.push(`${called(element)} is a target of ${Math.round(width)} × ${Math.round(height)} px`);
    }
  }

  // --- the scoreboard is read from three metres
  const screen = document.querySelector("#screen");
  if (innerWidth >= board && screen && screen.dataset.layout.startsWith("board")) {
    const told = screen.querySelectorAll(".standing .who bdi, .standing .total");
    if (screen.dataset.layout === "board table" && told.length < 4) {
      wrong.push("the scoreboard has no standing");
    }
    for (const element of told) {
      const least = names * (element.closest(".long") ? 0.8 : 1); // a long name is whole before it is large
      if (size(element) < least) {
        wrong.push(`${called(element)} is written in ${size(element)} px: on a scoreboard ${least} px`);
      }
    }
    const scale = (element) => Math.abs(element.getScreenCTM?.().a ?? 1); // upside down it is as large
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const written = new Set([...document.body.querySelectorAll("select, input:not([type=hidden])")]
      .filter((element) => !["radio", "checkbox"].includes(element.type)));
    while (walk.nextNode()) {
      const isDrawn = walk.currentNode.parentElement.closest(".guide-drawing, .endcard"); // what it shows is told beside it
      if (walk.currentNode.data.trim() && !isDrawn) {
        written.add(walk.currentNode.parentElement);
      }
    }
    for (const element of written) {
      const shown = size(element) * scale(element);
      if (isVisible(element) && shown < text - 0.2) { // each engine rounds in its own way
        wrong.push(`${called(element)} is written in ${Math.round(shown * 10) / 10} px: on a scoreboard ${text} px`);
      }
    }
  }
  return wrong;
}
