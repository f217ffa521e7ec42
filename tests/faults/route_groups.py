"""The routes of the app in ten groups, by the modules of their views."""

from collections.abc import Iterable, Sequence
from random import Random

from flask import Flask
from werkzeug.routing import Rule

WEB = "companion.web."
WHOLE = ("copy.db", "records.jsonl", "ledgers.csv", "results.csv", "plays.bgsplay")
WEIGHTS = {f"/history/{name}": 0.15 for name in WHOLE} | {"/group/group.jsonl": 0.2, "/group/file": 4}
GROUPS = {
    "programs": ("pages.api",),
    "coming in": ("pages.evening.join", "pages.evening.front", "pages.evening.place"),
    "devices": ("pages.evening.devices",),
    "around an evening": ("pages.watching", "pages.evening.hall", "pages.evening.prints", "pages.evening.network"),
    "starts": ("pages.evening.start",),
    "taps": ("pages.play.taps", "pages.play.corrections", "pages.play.proposals"),
    "sheets": (
        *("pages.play.sheet", "pages.play.notebook", "pages.play.cards", "pages.play.laying_out"),
        "pages.play.end_cards",
    ),
    "the group": ("pages.group.people", "pages.group.decks", "pages.group.keeper"),
    "the history": (
        *("pages.history.pages", "pages.history.exports", "pages.history.statistics"),
        "pages.history.leagues",
    ),
    "for everybody": ("access.static_files", "pages.choices", "pages.guide", "pages.home_screen"),
}


def grouped(app: Flask, rules: Iterable[Rule]) -> dict[str, list[Rule]]:
    """The routes of each group; AssertionError where one is in no group, or none is in a group."""
    by_module = {WEB + module: group for group, modules in GROUPS.items() for module in modules}
    groups: dict[str, list[Rule]] = {group: [] for group in GROUPS}
    for rule in rules:
        module = app.view_functions[rule.endpoint].__module__
        assert module in by_module, f"{rule} of {module} is in no group"
        groups[by_module[module]].append(rule)
    assert all(groups.values()), groups
    return groups


def drawn(rng: Random, rules: Sequence[Rule]) -> Rule:
    """One of these routes: less often what reads the whole of a history, which grows, more often what reads a file."""
    [rule] = rng.choices(rules, [WEIGHTS.get(rule.rule, 1) for rule in rules])
    return rule
