// What stands beside the moment stays as it was until the moment has unfolded: round, standing, who is awaited, last line.

const GLIDES = 330; // milliseconds

// What `read` finds in slots that come.
export function coming(slots, read) {
  const page = document.createElement("template");
  page.innerHTML = [...slots.values()].find((html) => html.includes("data-moment")) ?? "";
  return read(page.content);
}

// The regions of a part but for its moment, as they look now.
export function regionsOf(part) {
  return besides(part).map((region) => region.cloneNode(true));
}

function besides(part) {
  return [...part.children].filter((region) => !region.matches(".moment"));
}

// The rows of the standing that is shown, by seat.
function rowsOf(part) {
  const [standing] = [...part.querySelectorAll(".standing")].filter((one) => !one.closest("[hidden]"));
  return new Map([...(standing?.children ?? [])].map((row) => [row.classList[0], row]));
}

// Shows the regions of before instead of those of now; what is returned puts that right again.
export function holdBack(part, regions) {
  const now = besides(part);
  for (const region of now) {
    region.hidden = true;
    const before = regions.find((one) => one.classList[0] === region.classList[0]);
    if (before) {
      region.after(asBefore(before));
    }
  }
  return () => {
    const places = new Map([...rowsOf(part)].map(([seat, row]) => [seat, placeOf(row)]));
    for (const region of now) {
      region.hidden = false;
    }
    for (const before of part.querySelectorAll(":scope > .as-before")) {
      before.remove();
    }
    glide(rowsOf(part), places);
  };
}

// To be looked at alone: its names belong to the region that is there by now.
function asBefore(region) {
  region.classList.add("as-before");
  region.inert = true;
  for (const named of region.querySelectorAll("[id]")) {
    named.removeAttribute("id");
  }
  return region;
}

function placeOf(row) {
  return { x: row.offsetLeft, y: row.offsetTop };
}

// Each row moves from the place that it had to the one that it has.
function glide(rows, places) {
  const now = [...rows].map(([seat, row]) => ({ row, was: places.get(seat), is: placeOf(row) }));
  for (const { row, was, is } of now) {
    if (was && (was.x !== is.x || was.y !== is.y)) {
      row.animate({ transform: [`translate(${was.x - is.x}px, ${was.y - is.y}px)`, "none"] }, GLIDES);
    }
  }
}

// What has just happened stands alone for a moment (`.spot`): what a page has when it is opened does not.
export function shine(part, slots) {
  if (slots.has("spot")) {
    part.querySelector(".spot")?.classList.add("now");
  }
}
