// A page beside the table, the sheet or the history, tells when the next game has begun: whoever reads is waited for.
const news = document.getElementById("moved-on");
const left = sessionStorage.getItem("sheet"); // of the table that was left for this page; empty: people gathered

// To a page that says nothing of itself, the server sends `reload` at every change, with the table that is shown.
function follow() {
  const stream = new EventSource("/live");
  stream.addEventListener("reload", ({ data }) => {
    news.hidden = data === "" || left === `/table/${data}/sheet`;
  });
}

if (left !== null) {
  follow();
}
