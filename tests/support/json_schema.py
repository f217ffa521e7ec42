"""As much of JSON Schema as describes options and moves: an unknown word in a schema is an error, not a yes."""

import re
from typing import Any

KINDS: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "integer": int,
    "number": (int, float),
}
TOLD = {"title", "description", "default", "discriminator", "$defs", "$schema"}  # says nothing of what is valid


def is_valid(value: Any, schema: dict[str, Any], root: dict[str, Any] | None = None) -> bool:
    """Whether `value` fits `schema`."""
    root = schema if root is None else root
    return all(_holds(word, said, value, schema, root) for word, said in schema.items() if word not in TOLD)


def _holds(word: str, said: Any, value: Any, schema: dict[str, Any], root: dict[str, Any]) -> bool:
    match word:
        case "$ref":
            assert said.startswith("#/$defs/"), said
            return is_valid(value, root["$defs"][said.removeprefix("#/$defs/")], root)
        case "anyOf":
            return any(is_valid(value, one, root) for one in said)
        case "enum":
            return any(value == one and type(value) is type(one) for one in said)
        case "const":
            return value == said and type(value) is type(said)
        case "not":
            return not is_valid(value, said, root)
        case "type":
            kinds: list[str] = [said] if isinstance(said, str) else said
            return any(
                isinstance(value, KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool)) for kind in kinds
            )
    if isinstance(value, dict):
        return _object_holds(word, said, value, schema, root)
    if isinstance(value, list):
        return _array_holds(word, said, value, schema, root)
    if isinstance(value, str):
        return _string_holds(word, said, value)
    return _number_holds(word, said, value)


WORDS = {
    dict: {"properties", "required", "additionalProperties"},
    list: {"items", "prefixItems", "minItems", "maxItems", "uniqueItems"},
    str: {"minLength", "maxLength", "pattern"},
    int: {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"},
}


def _of_others(word: str, kind: type) -> bool:
    """Words about values of other kinds always hold."""
    assert any(word in words for words in WORDS.values()), f"This is no word of JSON Schema known here: {word}"
    return word not in WORDS[kind]


def _object_holds(word: str, said: Any, value: Any, schema: dict[str, Any], root: dict[str, Any]) -> bool:
    match word:
        case "properties":
            return all(is_valid(value[name], of, root) for name, of in said.items() if name in value)
        case "required":
            return all(name in value for name in said)
        case "additionalProperties":
            others = value.keys() - schema.get("properties", {}).keys()
            return not others if said is False else all(is_valid(value[name], said, root) for name in others)
    return _of_others(word, dict)


def _array_holds(word: str, said: Any, value: Any, schema: dict[str, Any], root: dict[str, Any]) -> bool:
    match word:
        case "prefixItems":
            return all(is_valid(one, of, root) for one, of in zip(value, said, strict=False))
        case "items":
            rest = value[len(schema.get("prefixItems", ())) :]
            return not rest if said is False else all(is_valid(one, said, root) for one in rest)
        case "minItems":
            return len(value) >= said
        case "maxItems":
            return len(value) <= said
        case "uniqueItems":
            return not said or all(one not in value[:at] for at, one in enumerate(value))
    return _of_others(word, list)


def _string_holds(word: str, said: Any, value: str) -> bool:
    match word:
        case "minLength":
            return len(value) >= said
        case "maxLength":
            return len(value) <= said
        case "pattern":
            return re.search(said, value) is not None
    return _of_others(word, str)


def _number_holds(word: str, said: Any, value: Any) -> bool:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        match word:
            case "minimum":
                return value >= said
            case "maximum":
                return value <= said
            case "exclusiveMinimum":
                return value > said
            case "exclusiveMaximum":
                return value < said
    return _of_others(word, int)
