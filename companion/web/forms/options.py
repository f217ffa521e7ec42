"""A form into a game's options."""

from typing import Any

import msgspec
from werkzeug.datastructures import MultiDict

from companion.games.game import Game
from companion.web.forms.numbers import whole

HABIT = "habit."
OPTION = "option."
ONLY = "only."


def options(game: Game, form: MultiDict[str, str]) -> dict[str, Any]:
    """The options that a form names as `option.NAME`; what is left empty is the rulebook's.

    An option that goes with a value of another alone says so in a field `only.NAME`, as `OTHER=VALUE`.
    """
    told = {name: (shape, form.getlist(OPTION + name)) for name, shape in fields(game).items() if _goes(name, form)}
    lists = {name: _list(*of) for name, of in told.items() if of[0].get("type") == "array" and of[1]}
    given = {name: (shape, texts[-1]) for name, (shape, texts) in told.items() if name not in lists and texts}
    return lists | {name: _value(shape, text) for name, (shape, text) in given.items() if text != ""} | _taught(form)


def habits(game: Game, form: MultiDict[str, str]) -> dict[str, Any]:
    """How the house likes this game, as last said: its options, and `habit.NAME` for what the screens do."""
    said = {name.removeprefix(HABIT): value for name, value in form.items() if name.startswith(HABIT)}
    return said | {"options": options(game, form)}


def fields(game: Game) -> dict[str, dict[str, Any]]:
    """The JSON Schema of each option of `game` that a field can hold, by name; what a deck taught is no field."""
    schema = msgspec.json.schema(game.Options)
    shape = schema["$defs"][game.Options.__name__]
    found: dict[str, dict[str, Any]] = shape["properties"]
    return {name: of for name, of in found.items() if "$ref" not in of}


def _goes(name: str, form: MultiDict[str, str]) -> bool:
    other, _, value = form.get(ONLY + name, "").partition("=")
    return not other or form.get(OPTION + other) == value


def _value(shape: dict[str, Any], text: str) -> Any:
    kinds = {shape.get("type"), *(one.get("type") for one in shape.get("anyOf", ()))}
    if "boolean" in kinds:
        return text in ("true", "on")
    return _number(text) if "integer" in kinds else text


def _number(text: str) -> int | str:
    """The number that somebody wrote; what is none stays as it is, and is refused like any other nonsense."""
    try:
        return whole(text)
    except ValueError:
        return text


def _taught(form: MultiDict[str, str]) -> dict[str, Any]:
    """What the cards of one's own copy show: option.NAME.CARD.0 and so on for their sides; empty is unknown."""
    found: dict[str, Any] = {}
    for key in sorted(form):
        if len(parts := key.removeprefix(OPTION).split(".")) == 3 and key.startswith(OPTION):
            side = _number(form[key]) if form[key].strip() else None
            found.setdefault(parts[0], {}).setdefault(parts[1], []).append(side)
    known = {
        name: {card: sides for card, sides in of.items() if sides.count(None) < len(sides)}
        for name, of in found.items()
    }
    return {name: of for name, of in known.items() if of}


def _list(shape: dict[str, Any], texts: list[str]) -> list[Any]:
    """The fields of a list: of one with so many places each empty one is the rulebook's, of another left out."""
    if "minItems" in shape:
        texts = [text.strip() or usual for text, usual in zip(texts, shape["default"], strict=False)]
    numbers = all(isinstance(value, int) for value in shape["items"].get("enum", [""]))
    return [_number(text) if numbers else text for text in texts if text != ""]
