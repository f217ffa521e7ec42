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
    "coming in": ("pages.evening.join", "pages.evening.opening", "pages.evening.front", "pages.evening.again"),
    "devices": (
        "pages.evening.devices",
        "pages.evening.shared_phone",
        "pages.play.own_habits",
        "pages.evening.host_role",
    ),
    "around an evening": ("pages.evening.spectators", "pages.evening.hall", "pages.evening.network"),
    "starts": ("pages.evening.start",),
    "taps": ("pages.play.taps", "pages.play.corrections", "pages.play.proposals", "pages.play.folds"),
    "sheets": ("pages.play.sheet", "pages.play.notebook", "pages.play.effects", "pages.play.names"),
    "the group": ("pages.group.people", "pages.group.decks", "pages.group.file", "pages.group.keeper"),
    "the history": (
        "pages.history.pages",
        "pages.history.exports",
        "pages.history.handover",
        "pages.history.statistics",
    ),
    "for everybody": (
        "pages.public",
        "access.static_files",
        "pages.choosing_language",
        "pages.choosing_letters",
        "pages.guide",
        "pages.laying_out",
    ),
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
