"""The routes of the app in ten groups, by the modules of their views."""

from collections.abc import Iterable, Sequence
from random import Random

from flask import Flask
from werkzeug.routing import Rule

WEB = "companion.web."
WHOLE = ("copy.db", "records.jsonl", "ledgers.csv", "results.csv", "plays.bgsplay")
WEIGHTS = {f"/history/{name}": 0.15 for name in WHOLE} | {"/group/group.jsonl": 0.2, "/group/file": 4}
GROUPS = {
    "programs": ("api",),
    "coming in": ("evening.join", "evening.opening", "evening.front", "evening.again"),
    "devices": ("evening.devices", "evening.shared_phone", "evening.own_habits", "evening.host_role"),
    "around an evening": ("evening.spectators", "evening.hall", "evening.network"),
    "starts": ("evening.start",),
    "taps": ("play.taps", "play.corrections", "play.proposals", "play.folds"),
    "sheets": ("play.sheet", "play.notebook", "play.effects", "play.names"),
    "the group": ("group.people", "group.decks", "group.file", "group.keeper"),
    "the history": ("history.pages", "history.exports", "history.handover", "history.statistics"),
    "for everybody": (
        "public",
        "static_files",
        "choosing_language",
        "choosing_letters",
        "guide.pages",
        "guide.laying_out",
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
