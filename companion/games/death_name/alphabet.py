"""Names in alphabetical order: when two are the same name, and which comes first."""

import re
import unicodedata

from companion.games.death_name.collation import SortKey, sort_key

ROOT = "root"  # no language at all: the order that all share
TURKISH = "tr"  # the language in which I without a dot and İ with one are two letters
DOTS = {ord("I"): "ı", ord("İ"): "i"}
# Signs of which one keyboard writes the first and another one the others.
TWINS = {ord(sign): twins[0] for twins in ("'’‘ʼ`´′", "-‐‑", "・·") for sign in twins[1:]}
UNSEEN = dict.fromkeys(  # what Unicode lets nobody see (Default_Ignorable_Code_Point)
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
    """What is compared of a name (DEATH Name, reading 2).

    Spaces are collapsed, case, width and kind of kana ignored, signs that nobody sees left out, and of signs that
    keyboards write in two ways there is one.
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

    An accent counts only after all letters are equal; a shorter name comes before the one it begins. What the
    collation holds equal goes by its codes.
    """
    cleaned = clean(name, language)
    return sort_key(cleaned, language), cleaned


def base(language: str) -> str:
    """The language of a tag, without what stands behind it."""
    return language.split("-")[0].lower()


def has_kanji(name: str) -> bool:
    """Whether the order of `name` cannot be known without a reading."""
    return KANJI.search(name) is not None
