"""Folds in a real browser: what is in them is fetched as if somebody opened each once, and no other tap is made."""

from playwright.sync_api import Page

FETCH = """async () => {
    const isFresh = (link) => link.hidden && !('stale' in link.dataset);
    const tried = new Set();
    const next = () => [...document.querySelectorAll('details > a.later')]
        .find((link) => !isFresh(link) && !tried.has(link.href));
    for (let link; (link = next()); tried.add(link.href)) {
        const fold = link.parentElement;
        const { open, name } = fold;
        fold.name = '';
        fold.open = true;
        for (let waited = 0; waited < 250 && fold.isConnected && !isFresh(link); waited += 1) {
            await new Promise((go) => setTimeout(go, 10));
        }
        const now = fold.isConnected ? fold : document.getElementById(fold.id) ?? fold;
        now.open = open;
        now.name = name;
    }
}"""
PAGES = "(links) => links.map((link) => link.href)"


def fetch(page: Page) -> None:
    """Let every fold hold what is in it; those that are closed stay so."""
    page.evaluate(FETCH)


def pages(page: Page) -> list[str]:
    """Where the folds of a page without scripts lead."""
    links: list[str] = page.locator("details > a.later").evaluate_all(PAGES)
    return links
