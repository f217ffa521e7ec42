"""The templates of games: they read only what they are given."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import meta, nodes

from companion.games import GAMES
from companion.web.screens import asking, end_cards, private, shared, slots
from companion.web.screens.region import Region
from tests.support import TOP

FOLDER = TOP / "templates"
OTHERS = {
    "words",
    "options",
    "manner",
    "past",
    "late",
    "ornament",
    "paper",
    "deck-card",
    "deck-fields",
    "changed",
    "symbols",
}  # drawn by no region, like the drawings of guides
REGIONS: dict[str, type[Region]] = {
    "about": private.About,
    "alone": asking.AloneAsk,
    "ask": asking.AskForm,
    "beside": shared.Beside,
    "card": end_cards.EndCard,
    "fold": shared.SharedFold,
    "head": shared.PhoneHead,
    "laying": shared.LayingOut,
    "moment": shared.Moment,
    "notes": private.Notebook,
    "spot": shared.Spotlight,
    "standing": shared.Standing,
}
WITH_ROWS = ("moment-", "phone-head-")  # what is drawn alone there
FILES = [file for slug in ("any", *GAMES) for file in sorted((FOLDER / "games" / slug).glob("[!_]*.html"))]
DRAWN = [file for file in FILES if file.stem not in OTHERS and not file.stem.startswith("guide-")]


def parsed(app: Flask, name: str) -> nodes.Template:
    return app.jinja_env.parse((FOLDER / name).read_text("utf-8"))


def bound(tree: nodes.Template) -> set[str]:
    """The names that a template sets, imports or defines, which those that it includes may read."""
    imported = {alias for node in tree.find_all(nodes.FromImport) for alias in aliases(node)}
    imported |= {node.target for node in tree.find_all(nodes.Import)}
    imported |= {node.name for node in tree.find_all(nodes.Macro)}
    return imported | {node.name for node in tree.find_all(nodes.Name) if node.ctx == "store"}


def aliases(node: nodes.FromImport) -> Iterator[str]:
    for name in node.names:
        yield name if isinstance(name, str) else name[1]


def wanted(app: Flask, name: str) -> set[str]:
    """The names that a template and those that it includes by name read from what they are given."""
    tree = parsed(app, name)
    includes = [node.template.value for node in tree.find_all(nodes.Include) if isinstance(node.template, nodes.Const)]
    inner: set[str] = set().union(*(wanted(app, include) for include in includes))
    return (meta.find_undeclared_variables(tree) | inner) - bound(tree)


@pytest.mark.parametrize("file", DRAWN, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_template_of_a_game_reads_only_the_fields_of_its_region(app: Flask, file: Path) -> None:
    is_row = file.stem.endswith("-row") or file.stem.startswith(WITH_ROWS)
    region = slots.Row if is_row else REGIONS[file.stem.split("-")[0]]
    given = {*region.__dataclass_fields__} | {
        name for name in dir(region) if isinstance(vars(region).get(name), property)
    }
    given |= bound(parsed(app, region.TEMPLATE)) | app.jinja_env.globals.keys() | {"slots"}
    assert wanted(app, str(file.relative_to(FOLDER))) - given == set(), f"{region.__name__} has no such field"
