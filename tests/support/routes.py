"""Routes whose addresses are compiled once in a process of the tests, not once for every app of it."""

from typing import Any

from flask import Flask
from werkzeug.routing import Rule

COMPILED: dict[tuple[Any, ...], "SharedRule"] = {}


class SharedRule(Rule):
    """A route as Werkzeug makes it; what reads and fills in its address is the same in every app."""

    def compile(self) -> None:
        """Take over what the first route of this address has made of it, or make it."""
        address = (self.rule, self.subdomain, self.merge_slashes, repr(self.defaults))
        first = COMPILED.get(address)
        if first is None:
            COMPILED[address] = self
            super().compile()
            return
        self._parts, self._trace, self._converters = first._parts, first._trace, first._converters
        self.arguments |= first.arguments
        self._build = first._build.__func__.__get__(self)  # type: ignore[attr-defined]  # a method of each route
        self._build_unknown = first._build_unknown.__func__.__get__(self)  # type: ignore[attr-defined]


def share() -> None:
    """Let every app of this process take its routes from those that were made before."""
    Flask.url_rule_class = SharedRule
