"""Moves that nobody is asked for: of every kind of a game, filled by chance, to see what its rules refuse."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from companion.games.moves import Adjust, Move, Refused, Stop
from companion.table.fold import append
from companion.table.model import Table
from companion.table.moves import move, move_to_json
from companion.table.strict_json import Unreadable


def refusals(rng: random.Random, table: Table, tries: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Codes with which the rules refuse a move at this table, each with the move; the last is to count it."""
    for number in range(tries + 1):
        plain = attempt(rng, table) if number < tries else {"move": "count"}
        try:
            append(table, move(table.game, plain))
        except Unreadable:
            continue  # not even the shape of a move
        except Refused as refused:
            yield refused.code, plain


def attempt(rng: random.Random, table: Table) -> dict[str, Any]:
    """Some move as JSON: one that was reported before, perhaps for another seat, or one of any kind."""
    if table.lines and rng.random() < 0.2:
        plain = dict(rng.choice(reported(table)))
        return plain | ({"seat": rng.randrange(len(table.seats))} if "seat" in plain and rng.random() < 0.5 else {})
    if rng.random() < 0.1:
        return _correction(rng, table)
    kinds: list[type[Move]] = [*table.game.MOVES, Adjust, Stop]
    return _filled(rng, table, rng.choice(kinds))


def reported(table: Table) -> list[dict[str, Any]]:
    """All moves of the sheet, as JSON."""
    return [move_to_json(recorded.move) for stands in table.sheet for recorded in stands] or [{"move": "stop"}]


def _correction(rng: random.Random, table: Table) -> dict[str, Any]:
    corrections = [line.number for line in table.lines if line.recorded is None]
    if corrections and rng.random() < 0.5:
        return {"move": "correct", "lines": [[rng.choice(corrections), {"move": "stop"}]]}
    numbers = [rng.randint(0, len(table.lines) + 1) for _ in range(rng.randint(0, 2))]
    return {
        "move": "correct",
        "lines": [[number, rng.choice([None, rng.choice(reported(table))])] for number in numbers],
    }


def _filled(rng: random.Random, table: Table, kind: type[Move]) -> dict[str, Any]:
    schema, definitions = _schema(kind)
    names = [name for name in schema["properties"] if name in schema["required"] or rng.random() < 0.3]
    fields = {name: _value(rng, table, schema["properties"][name], definitions) for name in names}
    if "seat" in fields:
        fields["seat"] = rng.randrange(len(table.seats) + (rng.random() < 0.1))
    return fields


@cache
def _schema(kind: type[Move]) -> tuple[dict[str, Any], dict[str, Any]]:
    (shape,), definitions = msgspec.json.schema_components([kind])
    return definitions[shape["$ref"].rpartition("/")[2]], definitions


def _value(rng: random.Random, table: Table, schema: dict[str, Any], definitions: dict[str, Any]) -> Any:
    """A value of this JSON Schema, rather small; texts are mostly of this table."""
    if "$ref" in schema:
        return _value(rng, table, definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in schema:
        return _value(rng, table, rng.choice(schema["anyOf"]), definitions)
    if "enum" in schema:
        return rng.choice(schema["enum"])
    if "const" in schema:
        return schema["const"]
    match schema.get("type"):
        case "boolean":
            return rng.choice([True, False])
        case "integer":
            least = max(schema.get("minimum", 0), -3)
            return rng.randint(least, min(schema.get("maximum", 9), least + 15))
        case "string":
            return rng.choice(_texts(table))
        case "array":
            return _list(rng, table, schema, definitions)
    return None


def _list(rng: random.Random, table: Table, schema: dict[str, Any], definitions: dict[str, Any]) -> list[Any]:
    places = schema.get("prefixItems", [])
    least = schema.get("minItems", 0)
    if places:
        return [_value(rng, table, one, definitions) for one in places]
    length = rng.choice([least, min(schema.get("maxItems", 99), max(least, rng.randint(0, len(table.seats))))])
    return [_value(rng, table, schema["items"], definitions) for _ in range(length)]


def _texts(table: Table) -> list[str]:
    """The texts of this table's lines, its tracks, and one that is nowhere."""
    told = [value for plain in reported(table) for value in plain.values() if isinstance(value, str)]
    return [*told, *table.game.TRACKS, "Nobody", "points"]
