"""Forms into options: what the host chose before a game, read by the schema of its options."""

from typing import Any

import msgspec
from werkzeug.datastructures import MultiDict

from companion.games.game import Game

HABIT = "habit."
OPTION = "option."


def options(game: Game, form: MultiDict[str, str]) -> dict[str, Any]:
    """The options that a form names as `option.NAME`; what is left empty is the rulebook's."""
    shapes = fields(game)
    given = {name: form.get(OPTION + name, "") for name in shapes}
    return {name: _value(shapes[name], text) for name, text in given.items() if text != ""}


def habits(game: Game, form: MultiDict[str, str]) -> dict[str, Any]:
    """How the house likes this game, as last said: its options, and `habit.NAME` for what the screens do."""
    said = {name.removeprefix(HABIT): value for name, value in form.items() if name.startswith(HABIT)}
    return said | {"options": options(game, form)}


def fields(game: Game) -> dict[str, dict[str, Any]]:
    """The JSON Schema of each option of `game`, by name."""
    schema = msgspec.json.schema(game.Options)
    (shape,) = schema["$defs"].values()
    found: dict[str, dict[str, Any]] = shape["properties"]
    return found


def _value(shape: dict[str, Any], text: str) -> Any:
    kinds = {shape.get("type"), *(one.get("type") for one in shape.get("anyOf", ()))}
    if "boolean" in kinds:
        return text in ("true", "on")
    if "integer" in kinds and text.lstrip("-").isdecimal():
        return int(text)
    return text
