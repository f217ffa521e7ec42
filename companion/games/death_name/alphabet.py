"""Names in alphabetical order: when two are the same name, which comes first, and which sound alike."""

import re
import unicodedata
from functools import lru_cache
from typing import Any

# Letters that a language counts as its own, after another one; the rest of the order is Unicode's root
# collation, which pyuca has and which knows no single language.
AFTER: dict[str, dict[str, str]] = {
    "es": {"n": "ñ"},
    "gl": {"n": "ñ"},
    "sv": {"z": "åäö"},
    "fi": {"z": "åäö"},
    "da": {"z": "æøå"},
    "nb": {"z": "æøå"},
    "nn": {"z": "æøå"},
    "no": {"z": "æøå"},
    "pl": {"a": "ą", "c": "ć", "e": "ę", "l": "ł", "n": "ń", "o": "ó", "s": "ś", "z": "źż"},
    "cs": {"c": "č", "r": "ř", "s": "š", "z": "ž"},
}
ROOT = "root"  # the order of all languages without letters of their own
HIGHEST = 0xFF00  # above every primary weight of the root collation
KANJI = re.compile("[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
KATAKANA = {code: code - 0x60 for code in (*range(0x30A1, 0x30F7), 0x30FD, 0x30FE)}
KEPT = 1024  # so many names are listened to once
Key = tuple[tuple[int, ...], str]


def clean(name: str) -> str:
    """What is compared of a name: spaces collapsed, case, width and kind of kana ignored (DEATH Name, reading 2)."""
    plain = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    bare = unicodedata.normalize("NFD", plain)  # without its marks every katakana has a hiragana
    return unicodedata.normalize("NFC", bare.translate(KATAKANA))


def order(name: str, language: str) -> Key:
    """The sort key of a name under the Unicode collation for `language`, a language tag.

    An accent counts only after all letters are equal; a shorter name comes before the one it begins.
    """
    cleaned, spoken = clean(name), language.split("-")[0].lower()
    return tuple(_collator(spoken if spoken in AFTER else ROOT).sort_key(cleaned)), cleaned


@lru_cache(maxsize=8)
def _collator(language: str) -> Any:
    from pyuca import Collator  # late: its table takes a quarter of a second to read

    collator = Collator()
    for letter, later in AFTER.get(language, {}).items():
        weights = collator.table.find_prefix([ord(letter)])[1]
        for step, own in enumerate(later):
            codes = [ord(part) for part in unicodedata.normalize("NFD", own)]
            collator.table.add(codes, [*weights, [HIGHEST + step, 32, 2]])
    return collator


def has_kanji(name: str) -> bool:
    """Whether the order of `name` cannot be known without a reading."""
    return KANJI.search(name) is not None


def alike(one: str, other: str) -> bool:
    """Whether two different names may sound alike: a hint for people, never a verdict."""
    return any(a == b for a, b in zip(_sounds(one), _sounds(other), strict=False))


@lru_cache(KEPT)
def _sounds(name: str) -> tuple[str, ...]:
    """How a name sounds, in two ways; nothing for one without a letter of these."""
    from jellyfish import metaphone, nysiis

    letters = _letters(name)
    return (metaphone(letters), nysiis(letters)) if letters else ()


def _letters(name: str) -> str:
    bare = unicodedata.normalize("NFD", clean(name))
    return "".join(sign for sign in bare if sign.isascii() and sign.isalpha())
