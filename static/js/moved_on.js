// A page beside the table, the sheet or the history, tells when the next game begins: whoever reads is waited for.
const news = document.getElementById("moved-on");
const seen = JSON.parse(sessionStorage.getItem("screen") ?? "null");
let stream = null;
let newest = seen?.line ?? 0;

// The server sends `reload` as soon as the screen has another layout or game than `has` says.
function follow(has) {
  stream?.close();
  stream = new EventSource(`/live?${new URLSearchParams(has)}`);
  stream.addEventListener("reload", () => (has.game ? follow(gathering(has)) : tell()));
  stream.addEventListener("shown", ({ data }) => {
    const line = Number(data.split(" ")[1]);
    if (line < newest) {
      tell(); // the same game, from its first line
    }
    newest = line;
  });
}

// The screen while people gather between two games.
function gathering({ layout }) {
  return { layout: layout.replace(" table", " gather"), game: "" };
}

function tell() {
  stream.close();
  news.hidden = false;
}

if (seen) {
  follow(seen);
}
