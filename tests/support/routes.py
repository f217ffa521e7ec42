"""Routes whose addresses are compiled once in a process of the tests, not once for every app of it."""

from collections.abc import Callable
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

Builder = Callable[..., tuple[str, str]]
BUILDERS: dict[tuple[Any, ...], Builder] = {}


class SharedRule(Rule):
    """A route as Werkzeug makes it; what fills in its address is the same function in every app."""

    def _compile_builder(self, append_unknown: bool = True) -> Builder:
        recipe = (self.rule, *self._trace, repr(self.defaults), append_unknown)
        if recipe not in BUILDERS:
            BUILDERS[recipe] = super()._compile_builder(append_unknown)
        return BUILDERS[recipe]


def share() -> None:
    """Let every app of this process take its routes from those that were made before."""
    Flask.url_rule_class = SharedRule
