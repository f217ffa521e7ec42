"""Alphabetical order of names, and the test whether two names are the same."""

import re
import unicodedata

from companion.games.death_name.collation import SortKey, sort_key

ROOT = "root"  # the order of no language in particular
TURKISH = "tr"  # in Turkish I without a dot and İ with one are two letters
DOTS = {ord("I"): "ı", ord("İ"): "i"}
# Variants of one sign: keyboards write the first or one of the others.
TWINS = {ord(sign): twins[0] for twins in ("'’‘ʼ`´′", "-‐‑", "・·") for sign in twins[1:]}
UNSEEN = dict.fromkeys(  # invisible signs (Default_Ignorable_Code_Point)
    code
    for first, last in (
        (0xAD, 0xAD),
        (0x34F, 0x34F),
        (0x61C, 0x61C),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x200B, 0x200F),
        (0x202A, 0x202E),
        (0x2060, 0x206F),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFEFF, 0xFEFF),
        (0xFFA0, 0xFFA0),
        (0xFFF0, 0xFFF8),
        (0x1BCA0, 0x1BCA3),
        (0x1D173, 0x1D17A),
        (0xE0000, 0xE0FFF),
    )
    for code in range(first, last + 1)
)
KANJI = re.compile("[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
KATAKANA = {code: code - 0x60 for code in (*range(0x30A1, 0x30F7), 0x30FD, 0x30FE)}
Key = tuple[SortKey, str]


def clean(name: str, language: str = ROOT) -> str:
    """The compared form of a name (DEATH Name, reading 2).

    Spaces are collapsed; case, width and kind of kana are ignored; invisible signs are dropped; variants of a sign
    become one.
    """
    seen = unicodedata.normalize("NFC", name).translate(TWINS).translate(UNSEEN)
    plain = unicodedata.normalize("NFKC", seen)
    if base(language) == TURKISH:
        plain = plain.translate(DOTS)
    folded = unicodedata.normalize("NFKC", plain.casefold()).translate(TWINS).translate(UNSEEN)
    bare = unicodedata.normalize("NFD", folded)  # without its marks every katakana has a hiragana
    return " ".join(unicodedata.normalize("NFC", bare.translate(KATAKANA)).split())


def order(name: str, language: str) -> Key:
    """The sort key of a name under the collation for `language`, a language tag.

    An accent counts only after all letters are equal; a name comes before longer ones that begin with it. Names that
    the collation holds equal go by their code points.
    """
    cleaned = clean(name, language)
    return sort_key(cleaned, language), cleaned


def base(language: str) -> str:
    """The primary language of a tag."""
    return language.split("-")[0].lower()


def has_kanji(name: str) -> bool:
    """Whether `name` has kanji, so that only a reading gives its place."""
    return KANJI.search(name) is not None
