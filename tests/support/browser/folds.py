"""Folds in a real browser: what is in them is fetched as if somebody opened each once, and no other tap is made."""

from playwright.sync_api import Page

FETCH = """async () => {
    const depth = (element) => element ? depth(element.parentElement) + element.matches('details') : 0;
    const [link] = [...document.querySelectorAll('details > a.later')]
        .filter((one) => !one.hidden && !one.isTried).sort((one, other) => depth(one) - depth(other));
    if (!link) {
        return;
    }
    const fold = link.parentElement;
    const { open, name } = fold;
    fold.name = '';
    fold.open = true;
    const look = () => fetch(link.href, { headers: { 'HX-Request': 'true' } }).then((answer) => answer.text());
    for (let looks = 0; looks < 5 && fold.isConnected && !link.hidden; looks += 1) {
        await look().catch(() => ''); // as long as the fold itself takes; clocks may stand still
    }
    link.isTried = !link.hidden;
    const now = fold.isConnected ? fold : document.getElementById(fold.id) ?? fold;
    now.open = open;
    now.name = name;
}"""
PAGES = "(links) => links.map((link) => link.href)"


def fetch_next(page: Page) -> None:
    """Let one more fold hold what is in it, an outer one before those inside; one that is closed stays so."""
    page.evaluate(FETCH)


def pages(page: Page) -> list[str]:
    """Where the folds of a page without scripts lead."""
    links: list[str] = page.locator("details > a.later").evaluate_all(PAGES)
    return links
