"""Names that a page, a stream, a spreadsheet or a terminal might take for something else, and plain ones."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from typing import Any

MARKUP = (
    *("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "<iframe src=//e.vil>"),
    *('"><b>', "'><i>", '" onload="x', "' onfocus='x", '" hx-get=/x hx-trigger=load x="', '" autofocus x="'),
    *(
        "</title><h1>",
        "</script><b>",
        "</textarea>",
        "</style><s>",
        "</bdi></main>",
        "<!--",
        "-->",
        "]]>",
        "<b",
        "<a/b>",
    ),
    *("&lt;b&gt;", "&#60;b&#62;", "&amp;amp;", "&", "\\u003cb>", "%3Cb%3E", "＜b＞", "<\u200bb>"),
    *("javascript:alert(1)", "data:text/html,x", "//evil.com", "../../x", "x onclick=y", "`${7*7}`"),
)
TEMPLATES = (
    "{{7*7}}",
    "{{config}}",
    "{% raw %}",
    "{#",
    "${7*7}",
    "#{7*7}",
    "%(name)s",
    "%s%n",
    "{0}",
    "{name}",
    "%",
    "{",
)
STREAMS = ("event: reload", "data: x", "id: 9", ": c", "retry: 0", "data:", "%0a%0aevent: x")
FORMULAS = ("=1+1", "+1", "-1+1", "@SUM(A1)", '=HYPERLINK("//e")')
SHEETS = (
    *(*FORMULAS, "'=1", '"a","b"', "a,b", "a;b", "\\", '\\"', '"', '""'),
    *("null", "true", "[]", "__proto__", "constructor", "-9", "1e9", "'--", "|x", "｜=1"),
)
SIGNS = ("\u200f\u05d0", "e\u0301\u0301\u0301", "👩‍👩‍👧", "İß", "a\u00adb", "\ufeffa", "ﷺ", "א", "\u3164")
PAYLOADS = (*MARKUP, *TEMPLATES, *STREAMS, *SHEETS, *SIGNS)
NO_NAMES = (
    *(
        "\n\nevent: reload\ndata: x",
        "a\nb",
        "a\r\nX: y",
        "\x1b[31mred",
        "a\x00b",
        "\u202eb",
        "a\u2066b",
        "a\u2028b",
        "\x85a\x07",
    ),
    *("🙂" * 10_000, "a" * 200, "", "\u3000"),
)
ADDRESSES = ("href", "src", "action", "data-handover")  # in which a text is written otherwise
OF_NO_WORD = "bcdfghjkmqvwxz"  # in a row
TRIGGERS = ("=", "+", "-", "@", "\t", "\r")


def letters(rng: Random, n: int) -> str:
    """So many small letters, which are no part of any word that a page may hold."""
    return "".join(rng.choices(OF_NO_WORD, k=n))


@dataclass
class Names:
    """Payloads, and for each a plain name that is written with as many signs; no two are the same."""

    rng: Random
    plain: dict[str, str] = field(default_factory=dict)

    def new(self, before: str = "", among: Sequence[str] = PAYLOADS) -> str:
        """Another payload; `before`: how both it and its plain name begin."""
        payload = f"{before}{self.rng.choice(among)}{letters(self.rng, 3)}"
        self.plain[payload] = before + "".join(
            " " if sign == " " else letters(self.rng, 1) for sign in payload[len(before) :]
        )
        return payload

    def plainly(self, told: Any) -> Any:
        """A piece of JSON with the plain names in the places of the payloads."""
        if isinstance(told, dict):
            return {name: self.plainly(value) for name, value in told.items()}
        if isinstance(told, list | tuple):
            return [self.plainly(value) for value in told]
        return self.plain.get(told, told) if isinstance(told, str) else told


class Shape(HTMLParser):
    """What a page is made of: its elements, each with the names of its attributes; and its texts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: Counter[tuple[str, ...]] = Counter()
        self.texts: list[str] = []
        self.main: dict[str, str | None] = {}
        self.feed(html)
        self.close()
        self.text = "\n".join(self.texts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements[tag, *sorted(name for name, _ in attrs)] += 1
        self.main = dict(attrs) if tag == "main" else self.main
        self.texts += [value for name, value in attrs if value and name not in ADDRESSES]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        self.elements["a comment", data] += 1

    def handle_decl(self, decl: str) -> None:
        self.elements["a declaration", decl] += 1


def differences(names: Names, payloads: str, plain: str, is_whole: bool) -> list[str]:
    """How the page with payloads differs from the one with plain names in more than the names.

    If it is not whole, what is there several times may have come once.
    """
    one, other = Shape(payloads), Shape(plain)
    problems = [f"{element}" for element in one.elements.keys() ^ other.elements.keys()]
    if is_whole:
        problems += [f"{element}" for element in one.elements if one.elements[element] != other.elements[element]]
    for payload, name in names.plain.items():
        times, wanted = one.text.count(payload), other.text.count(name)
        if times != wanted and (is_whole or not (times and wanted)):
            problems.append(f"{payload} is there {times} times, {name} {wanted} times")
    return problems
