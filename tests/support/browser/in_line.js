// What of a scoreboard's rows does not stand in line: one sentence each. It changes nothing.
() => {
  const wrong = [];
  const isVisible = (element) => element.checkVisibility({ visibilityProperty: true });
  const visible = (selector) => [...document.querySelectorAll(selector)].filter(isVisible);
  const apart = (numbers) => Math.max(...numbers) - Math.min(...numbers);

  const days = visible(".fd-days > li");
  const heights = days.map((row) => row.getBoundingClientRect().height);
  if (days.length && apart(heights) > 1) {
    wrong.push(`the rows of a day are ${heights.map(Math.round).join(", ")} px high`);
  }
  const scales = visible(".fd-run").map((chain) => chain.getScreenCTM().a);
  if (scales.length && apart(scales) > 0.01) {
    wrong.push(`chains are drawn to scales of ${scales.map((scale) => scale.toFixed(2)).join(", ")}`);
  }

  const tracks = visible(".dw-race .dw-skulls");
  if (tracks.length !== visible(".dw-race > li").length && document.querySelector(".dw-race")) {
    wrong.push(`${tracks.length} tracks of ${visible(".dw-race > li").length} are seen`);
  }
  // A track has a skull at each 24 units of its drawing.
  const rulers = tracks.map((track) => track.getScreenCTM());
  if (tracks.length && (apart(rulers.map(({ e }) => e)) > 1 || apart(rulers.map(({ a }) => a)) > 0.01)) {
    const drawn = rulers.map(({ a, e }) => `from ${Math.round(e)} by ${a.toFixed(2)}`);
    wrong.push(`the skulls stand ${drawn.join(", ")}`);
  }
  return wrong;
}
