"""Forms as a page offers them: read from its HTML, filled in with what they let one choose, ready to be submitted."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

Filled = list[tuple[str, str]]


@dataclass
class Field:
    """A field that somebody may fill in: an input, or a select with its options."""

    name: str
    kind: str
    attributes: dict[str, str]
    options: list[str] = field(default_factory=list)


@dataclass
class Form:
    """A form: where it goes, what it holds hidden, what is open in it, and its buttons (name, value)."""

    action: str
    attributes: dict[str, str]
    hidden: Filled = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    buttons: Filled = field(default_factory=list)

    @property
    def ask(self) -> str:
        """The move that the form asks for."""
        return self.attributes.get("data-ask", "")

    @property
    def seat(self) -> int | None:
        """The seat that the form is about."""
        told = dict(self.hidden).get("seat")
        return None if told is None else int(told)

    def named(self, name: str) -> Field:
        """The field with this name."""
        return next(of for of in self.fields if of.name == name)

    def filled(self, rng: random.Random, say: Callable[[str], str] = str.capitalize) -> Filled:
        """What the form sends, when everything in it is filled in somehow and one of its buttons is tapped."""
        given = list(self.hidden)
        given += [(of.name, self._value(rng, of, say)) for of in self.fields if of.kind not in ("radio", "checkbox")]
        for name in dict.fromkeys(of.name for of in self.fields if of.kind == "radio"):
            given.append((name, rng.choice(self._ticks(name))))
        for name in dict.fromkeys(of.name for of in self.fields if of.kind == "checkbox"):
            ticks = self._ticks(name)
            most = 3 if name.endswith("colors") else len(ticks)  # no card has more colours
            given += [(name, value) for value in rng.sample(ticks, rng.randint(min(2, len(ticks)), most))]
        tapped = rng.choice(self.buttons)
        return [*given, tapped] if tapped[0] else given

    def untouched(self) -> Filled:
        """What a browser sends of the form as it stands, but for its button."""
        given = list(self.hidden)
        for of in self.fields:
            if of.kind == "select":
                given.append((of.name, of.attributes.get("selected", of.options[0])))
            elif of.kind not in ("radio", "checkbox"):
                given.append((of.name, of.attributes.get("value", "")))
            elif "checked" in of.attributes:
                given.append((of.name, of.attributes["value"]))
        return given

    def _ticks(self, name: str) -> list[str]:
        return [of.attributes.get("value", "on") for of in self.fields if of.name == name]

    def _value(self, rng: random.Random, of: Field, say: Callable[[str], str]) -> str:
        if of.kind == "select":
            return rng.choice(of.options)
        if of.kind == "number":
            return str(rng.randint(int(of.attributes.get("min", -9)), int(of.attributes.get("max", 9))))
        return say(of.name)[: int(of.attributes.get("maxlength", 80))]


def forms(html: str) -> list[Form]:
    """The forms of a page."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.forms


def flat(plain: Mapping[str, Any]) -> dict[str, Any]:
    """A move as the fields of a form."""
    form: dict[str, Any] = {}
    for name, value in plain.items():
        if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
            for place, one in enumerate(value):
                form |= {f"{name}.{place}.{key}": _filled(each) for key, each in one.items()}
        else:
            form[name] = _filled(value)
    return form


def _filled(value: Any) -> Any:
    """A list as the fields of one name: an empty one too has a field, and a tuple would be a file."""
    return (list(value) or [""]) if isinstance(value, list | tuple) else value


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._inside = False
        self._outside: list[tuple[str, tuple[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "form" and given.get("role") == "search":
            return  # it sends nothing
        if tag == "form":
            assert not self._inside, "a form inside a form"
            assert given.get("method") == "post", given
            self.forms.append(Form(given["action"], given))
            self._inside = True
        elif tag == "button" and "form" in given and "disabled" not in given:
            self._outside.append((given["form"], (name, value)))
        elif not self._inside:
            return
        elif tag == "input" and given.get("type") == "hidden":
            self.forms[-1].hidden.append((name, value))
        elif tag == "input":
            self.forms[-1].fields.append(Field(name, given.get("type", "text"), given))
        elif tag == "select":
            self.forms[-1].fields.append(Field(name, "select", given))
        elif tag == "option" and self.forms[-1].fields:
            self.forms[-1].fields[-1].options.append(value)
            if "selected" in given:
                self.forms[-1].fields[-1].attributes["selected"] = value
        elif tag == "button" and not given.keys() & {"disabled", "hidden"}:
            self.forms[-1].buttons.append((name, value))

    def close(self) -> None:
        """Add to each form its buttons that stand outside of it."""
        super().close()
        for form in self.forms:
            form.buttons += [button for id, button in self._outside if id == form.attributes.get("id", "")]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
