// What stands beside the moment stays as it was until the moment has unfolded: round, standing, who is awaited, last line.

// The regions of a part but for its moment, as they look now, and where the rows of the standing are.
export function regionsOf(part) {
  return { regions: besides(part).map((region) => region.cloneNode(true)), rows: placesOf(part) };
}

function besides(part) {
  return [...part.children].filter((region) => !region.matches(".moment"));
}

function rowsOf(part) {
  return [...(part.querySelector(".standing")?.children ?? [])].filter((row) => !row.closest(".as-before"));
}

function placesOf(part) {
  return new Map(rowsOf(part).map((row) => [row.classList[0], { x: row.offsetLeft, y: row.offsetTop }]));
}

// Shows the regions of before instead of those of now; what is returned puts that right again.
export function holdBack(part, { regions, rows }) {
  const now = besides(part);
  for (const region of now) {
    region.hidden = true;
    const before = regions.find((one) => one.classList[0] === region.classList[0]);
    if (before) {
      region.after(asBefore(before));
    }
  }
  return () => {
    for (const region of now) {
      region.hidden = false;
    }
    for (const before of part.querySelectorAll(":scope > .as-before")) {
      before.remove();
    }
    glide(rowsOf(part), rows);
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

// Each row moves from the place that it had to the one that it has.
function glide(rows, places) {
  for (const row of rows) {
    const was = places.get(row.classList[0]);
    row.style.transform = was ? `translate(${was.x - row.offsetLeft}px, ${was.y - row.offsetTop}px)` : "";
  }
  for (const row of rows) {
    row.getBoundingClientRect(); // so that the browser has drawn it where it was
    row.parentElement.classList.add("moving");
    row.style.transform = "";
  }
}

// What has just happened stands alone for a moment (`.spot`): what a page has when it is opened does not.
export function shine(part, slots) {
  if (slots.has("spot")) {
    part.querySelector(".spot")?.classList.add("now");
  }
}
