"""Options of a game from a form."""

from functools import lru_cache
from typing import Any

import msgspec
from werkzeug.datastructures import MultiDict

from companion.games.game import Game
from companion.web.forms.numbers import whole

HABIT = "habit."
LONGEST_HABIT = 80
OPTION = "option."
ONLY = "only."
PRESET = "preset."
OWN = "own"


def options(game: Game, form: MultiDict[str, str]) -> dict[str, Any]:
    """Read the options in the fields `option.NAME`; an empty field leaves the rulebook's.

    A field `only.NAME`, as `OTHER=VALUE`, keeps an option only with that value of another one. A list may be set as a
    whole by `preset.NAME`, with blanks between its values; `own`: by its own fields.
    """
    sent = {name: (shape, _texts(name, form)) for name, shape in fields(game).items() if _goes(name, form)}
    lists = {
        name: _list(*sent_option)
        for name, sent_option in sent.items()
        if sent_option[0].get("type") == "array" and sent_option[1]
    }
    given = {name: (shape, texts[-1]) for name, (shape, texts) in sent.items() if name not in lists and texts}
    plain = {name: _value(shape, text) for name, (shape, text) in given.items() if text != ""}
    return lists | plain | _numbers_within(form) | _card_values(form)


def preferences(game: Game, form: MultiDict[str, str]) -> dict[str, Any]:
    """Read the group's preferences for a game: its options, and the fields `habit.NAME`, which screens read, cut to
    `LONGEST_HABIT` characters."""
    habits = {name.removeprefix(HABIT): _one_line(value) for name, value in form.items() if name.startswith(HABIT)}
    return habits | {"options": options(game, form)}


def _one_line(text: str) -> str:
    return " ".join(text.split())[:LONGEST_HABIT]


def fields(game: Game) -> dict[str, dict[str, Any]]:
    """JSON Schema of each option of `game` that a field can hold, by name; values taught by decks are left out."""
    return _fields(game.Options)


@lru_cache
def _fields(options: Any) -> dict[str, dict[str, Any]]:
    schema = msgspec.json.schema(options)
    shape = schema["$defs"][options.__name__]
    properties: dict[str, dict[str, Any]] = shape["properties"]
    return {name: schema_of_option for name, schema_of_option in properties.items() if "$ref" not in schema_of_option}


def _goes(name: str, form: MultiDict[str, str]) -> bool:
    other, _, value = form.get(ONLY + name, "").partition("=")
    return not other or value in (form.get(OPTION + other), form.get(PRESET + other))


def _texts(name: str, form: MultiDict[str, str]) -> list[str]:
    preset = form.get(PRESET + name, OWN)
    return form.getlist(OPTION + name) if preset == OWN else ["", *preset.split()]


def _value(shape: dict[str, Any], text: str) -> Any:
    kinds = {shape.get("type"), *(one.get("type") for one in shape.get("anyOf", ()))}
    if "boolean" in kinds:
        return text in ("true", "on")
    return _number(text) if "integer" in kinds else text


def _number(text: str) -> int | str:
    """Parse a number; other text is returned as it is, and refused with the options."""
    try:
        return whole(text)
    except ValueError:
        return text


def _numbers_within(form: MultiDict[str, str]) -> dict[str, Any]:
    """Read options that hold several numbers, each in a field option.NAME.NUMBER; an empty one leaves the
    rulebook's."""
    numbers: dict[str, Any] = {}
    for key, text in form.items():
        parts = key.removeprefix(OPTION).split(".")
        if len(parts) == 2 and key.startswith(OPTION) and text.strip() and _goes(parts[0], form):
            numbers.setdefault(parts[0], {})[parts[1]] = _number(text)
    return numbers


def _card_values(form: MultiDict[str, str]) -> dict[str, Any]:
    """Read the values printed on one's own cards, a side a field: option.NAME.CARD.0, option.NAME.CARD.1 …; empty is
    unknown."""
    sides_of_cards: dict[str, Any] = {}
    for key in sorted(form):
        if len(parts := key.removeprefix(OPTION).split(".")) == 3 and key.startswith(OPTION):
            side = _number(form[key]) if form[key].strip() else None
            sides_of_cards.setdefault(parts[0], {}).setdefault(parts[1], []).append(side)
    filled_in = {
        name: {card: sides for card, sides in cards.items() if sides.count(None) < len(sides)}
        for name, cards in sides_of_cards.items()
    }
    return {name: cards for name, cards in filled_in.items() if cards}


def _list(shape: dict[str, Any], texts: list[str]) -> list[Any]:
    """Read a list: in one of fixed length an empty field is the rulebook's value, in any other it is left out."""
    if "minItems" in shape:
        texts = [text.strip() or usual for text, usual in zip(texts, shape["default"], strict=False)]
    numbers = all(isinstance(value, int) for value in shape["items"].get("enum", [""]))
    return [_number(text) if numbers else text for text in texts if text != ""]
