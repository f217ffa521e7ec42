// What of a page's letters nobody can read as it was written: words that break inside, and feet that are cut off. One
// sentence each. It changes nothing.
() => {
  const WORD = /[\p{Script=Latin}\p{N}\p{M}’']+/gu; // a Japanese line may end after any letter
  const wrong = new Set();
  const style = (element) => getComputedStyle(element);
  const isHiddenFromEyes = (element) => {
    for (let outer = element; outer; outer = outer.parentElement) {
      if (style(outer).clipPath === "inset(50%)") {
        return true;
      }
    }
    return false;
  };
  const isVisible = (element) => element.checkVisibility({ visibilityProperty: true }) && !isHiddenFromEyes(element);
  const cuts = (element) => ["hidden", "clip"].includes(style(element).overflowY);
  const outerOf = (element) => element && (cuts(element) ? element : outerOf(element.parentElement));
  const selector = ({ localName, classList }) => localName + [...classList].map((name) => "." + name).join("");
  const called = (element) => `${selector(element.parentElement)} > ${selector(element)}`;

  const pen = document.createElement("canvas").getContext("2d");
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, element = node.parentElement;
    if (!node.data.trim() || !isVisible(element) || element.closest("svg, select, datalist, script, style, [hidden]")) {
      continue;
    }
    const box = outerOf(element);
    const { font } = style(element);
    pen.font = font;
    for (const { 0: word, index } of node.data.matchAll(WORD)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      const tops = new Set(lines.map(({ top }) => Math.round(top)));
      const limits = box && box.getBoundingClientRect();
      const isInside = ({ left, right, top, bottom }) =>
        (top + bottom) / 2 < limits.bottom && bottom > limits.top && left < limits.right && right > limits.left;
      // A run of letters that no line could hold has to break somewhere.
      const run = node.data.slice(0, index).match(/\S*$/)[0] + node.data.slice(index).match(/^\S*/)[0];
      // So does a name for which there is no room beside its mark, or before the comma that stays with it.
      const comma = node.data.endsWith(run) ? (element.nextSibling?.data ?? "").match(/^\S*/)[0] : "";
      const { clientWidth } = element.matches(".who > *") ? element : element.parentElement;
      const fits = pen.measureText(run + comma).width <= clientWidth;
      if (tops.size > 1 && (run === word || fits) && (!box || lines.every(isInside))) {
        wrong.add(`${called(element)}: “${word}” breaks inside`);
      }
      const line = lines.at(-1);
      if (!box || !line || !isInside(line)) {
        continue;
      }
      // A line's letters stand on it as far above its box's end as the font reaches below it.
      const { actualBoundingBoxDescent, fontBoundingBoxDescent } = pen.measureText(word);
      const foot = line.bottom - fontBoundingBoxDescent + actualBoundingBoxDescent;
      const cut = foot - (limits.bottom - parseFloat(style(box).borderBottomWidth));
      if (cut > 0.75 && !["auto", "scroll"].includes(style(box).overflowX)) {
        wrong.add(`${called(element)}: the feet of “${word}” are cut off by ${cut.toFixed(1)} px`);
      }
    }
  }
  return [...wrong];
}
