"""A state around a game: what has happened at an evening, and the pages that its devices ask for then."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask

from tests.support.states.around.crowd import Crowd


@dataclass(frozen=True)
class Page:
    """What a device asks for, by GET or with a form, and how that is answered.

    `device`: the name of one of the crowd's; names in braces in `path` and `form` stand for `Crowd.values`. `refusal`:
    the code of the refusal that the page tells.
    """

    device: str
    path: str
    form: Mapping[str, Any] | None = None
    status: int = 200
    refusal: str = ""


@dataclass(frozen=True)
class AroundState:
    """A state by name: `prepare` brings an evening that nobody is at yet into it; `names` are the players'.

    `is_kept`: another process that opens the data folder finds the same state.
    """

    name: str
    prepare: Callable[[Crowd], None]
    pages: tuple[Page, ...]
    is_kept: bool = True
    names: tuple[str, ...] = ()

    def open(self, app: Flask) -> Crowd:
        """The evening of this app in this state."""
        crowd = Crowd(app, self.names)
        self.prepare(crowd)
        return crowd

    def __repr__(self) -> str:
        return self.name


def looks(*devices_and_paths: str) -> tuple[Page, ...]:
    """Pages that are fetched: each as "DEVICE PATH"."""
    split = (text.partition(" ") for text in devices_and_paths)
    return tuple(Page(device, path) for device, _, path in split)


def refusal(code: str, device: str, path: str, status: int = 422, /, **form: Any) -> Page:
    """A page that tells a refusal: of a form, or of an address if no field is given."""
    return Page(device, path, form or None, status, code)
