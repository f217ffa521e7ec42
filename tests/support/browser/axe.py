"""What axe-core says against a page as it stands: all of its rules, those of good practice too."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

OPTIONS = {"resultTypes": ["violations", "incomplete"]}
UNDECIDED = ("aria-valid-attr-value",)  # rules that decide nothing where an attribute has a value that there is not
OPEN_FOLDS = "() => document.querySelectorAll('details:not(.corner)').forEach((fold) => { fold.open = true; })"

SCRIPT = Axe().axe_script


def faults(page: Page) -> list[str]:
    """Each thing that is wrong, with the rule and the element."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(SCRIPT)
    told: dict[str, Any] = page.evaluate("options => axe.run(options)", OPTIONS)
    wrong = [*told["violations"], *(rule for rule in told["incomplete"] if rule["id"] in UNDECIDED)]
    return [f"{rule['id']}: {_spelt(node)}" for rule in wrong for node in rule["nodes"]]


def _spelt(node: dict[str, Any]) -> str:
    """An element with what it lacks."""
    why = [check["message"] for check in (*node["any"], *node["all"], *node["none"])]
    return f"{node['html'][:160]} ({' '.join(why)[:200]})"
