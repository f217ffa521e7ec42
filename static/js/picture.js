// A card as a picture: its drawing on a canvas; shared where the browser can, else shown to be kept.

const WIDE = 1080;
const HIGH = 1350;

// What the button says of itself: the name of the file, and the words for what happens. False if there is no picture.
export async function save(button) {
  const blob = await pictureOf(button.closest("figure").querySelector("svg, img")).catch(() => null);
  const file = blob && new File([blob], button.dataset.save, { type: blob.type });
  if (file && !(await isShared(file))) {
    show(file, button.dataset);
  }
  return Boolean(file);
}

// The drawing needs nothing of the page: it is a file of its own, or is made one.
async function pictureOf(card) {
  const source = card.matches("img") ? null : new XMLSerializer().serializeToString(card);
  const address = source && URL.createObjectURL(new Blob([source], { type: "image/svg+xml" }));
  try {
    const image = new Image(WIDE, HIGH);
    image.src = address ?? card.src;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = WIDE;
    canvas.height = HIGH;
    canvas.getContext("2d").drawImage(image, 0, 0, WIDE, HIGH);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

// Whether it was shared; who thinks better of it has answered, too. Any other refusal shows it.
async function isShared(file) {
  const files = { files: [file] };
  if (!navigator.canShare?.(files)) {
    return false;
  }
  return navigator.share(files).then(
    () => true,
    ({ name }) => name === "AbortError",
  );
}

function show(file, { hold, download, back }) {
  const address = URL.createObjectURL(file);
  const dialog = made("dialog", { className: "picture" });
  const image = made("img", { src: address, alt: file.name, width: WIDE, height: HIGH });
  const link = made("a", { className: "button", href: address, download: file.name, textContent: download });
  const close = made("button", { type: "button", textContent: back });
  const ways = made("p", { className: "row" });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    URL.revokeObjectURL(address);
    dialog.remove();
  });
  dialog.setAttribute("aria-label", file.name);
  ways.append(link, close);
  dialog.append(image, made("p", { textContent: hold }), ways);
  document.body.append(dialog);
  dialog.showModal();
}

function made(kind, properties) {
  return Object.assign(document.createElement(kind), properties);
}
