"""Names that may sound alike: a hint for people, never a verdict. The rules depend on language and script."""

import re
import unicodedata
from functools import lru_cache

from companion.games.death_name.alphabet import base, clean
from companion.games.death_name.collation.kana import AGAIN, AGAIN_VOICED, LONG, REPEATED, VOICE, VOWELS

KEPT = 1024  # names whose sounds are cached
KANA = re.compile("[ぁ-ゖゝゞー]")
PLAIN = str.maketrans("øłđðı", "olddi") | {ord("æ"): "ae", ord("œ"): "oe", ord("þ"): "th"}
# Letters that sound the same in Spanish, replaced in this order; C is the sound ch, J the sound j.
SPANISH = [
    (re.compile(pattern), sound)
    for pattern, sound in (
        ("ph", "f"),
        ("ch(?=[^aeiou])", "c"),
        ("ch", "C"),
        ("ll", "y"),
        ("y(?![aeou])", "i"),
        ("^i(?=[aeou])", "y"),
        ("g(?=[ei])|j|^x", "J"),
        ("gu(?=[ei])", "g"),
        ("x", "ks"),
        ("sc(?=[ei])|c(?=[ei])|z", "s"),
        ("qu(?=[ei])|[cq]", "k"),
        ("[vw]", "b"),
        ("h", ""),
        ("ü", "u"),
        (r"([^r])\1+", r"\1"),
    )
]
VOWEL_OF = {kana: chr(ord(small) + 1) for small, row in VOWELS.items() for kana in row}  # あ stands behind ぁ
DRAWN_OUT = {
    "あ": "あぁ",
    "い": "いぃ",
    "う": "うぅ",
    "え": "えぇい",
    "お": "おぉう",
}  # kana that make a vowel before them long
ONE_SOUND = str.maketrans("づぢをゐゑ", "ずじおいえ")
FOREIGN = re.compile("ゔ([ぁぃぇぉ]?)")
OF_FOREIGN = {"": "ぶ", "ぁ": "ば", "ぃ": "び", "ぇ": "べ", "ぉ": "ぼ"}
SMALL = str.maketrans("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ")
HELD = "ー"  # a long vowel


def alike(one: str, other: str, language: str) -> bool:
    """Whether two different names, or readings, may sound alike to speakers of `language`."""
    return any(a == b for a, b in zip(_sounds(one, language), _sounds(other, language), strict=False))


@lru_cache(KEPT)
def _sounds(name: str, language: str) -> tuple[str, ...]:
    """Sound codes of a name; none for a name without letters or kana."""
    text = clean(name, language)
    if KANA.search(text):
        return _in_kana(text)
    is_spanish = base(language) == "es"
    letters = _letters(text, kept="ñü" if is_spanish else "")
    if not letters:
        return ()
    return (_in_spanish(letters),) if is_spanish else _in_english(letters)


def _letters(text: str, kept: str) -> str:
    """The letters of a cleaned text, without accents except on those in `kept`."""
    parts = (sign if sign in kept else unicodedata.normalize("NFD", sign.translate(PLAIN)) for sign in text)
    return "".join(sign for sign in "".join(parts) if sign in kept or (sign.isascii() and sign.isalpha()))


def _in_english(letters: str) -> tuple[str, ...]:
    """Two sound codes of a name for English, used for most other languages too."""
    from jellyfish import metaphone, nysiis

    return metaphone(letters), nysiis(letters)


def _in_spanish(letters: str) -> str:
    for pattern, sound in SPANISH:
        letters = pattern.sub(sound, letters)
    return letters


def _in_kana(text: str) -> tuple[str, ...]:
    """Sound codes of a name in kana: without long vowels, without voiced signs, with small kana as large ones."""
    heard = _heard(text)
    voiceless = "".join(unicodedata.normalize("NFD", kana)[0] for kana in heard)
    return heard.replace(HELD, ""), voiceless, heard.translate(SMALL)


def _heard(text: str) -> str:
    """A name in kana by sound: one kana for each sound, and HELD for the rest of a long vowel."""
    spoken = FOREIGN.sub(lambda match: OF_FOREIGN[match[1]], _repeated(text).translate(ONE_SOUND))
    heard = ""
    vowel = ""
    for kana in spoken:
        if kana in DRAWN_OUT.get(vowel, "") or (kana == LONG and vowel):
            heard += HELD
        else:
            heard += kana
            vowel = VOWEL_OF.get(kana, "")
    return heard


def _repeated(text: str) -> str:
    """The text with ゝ and ゞ replaced by the kana that they repeat."""
    spelt = ""
    for sign in text:
        again = REPEATED.get(spelt[-1:], "") if sign in (AGAIN, AGAIN_VOICED) else ""
        voiced = again + VOICE if sign == AGAIN_VOICED else again
        spelt += unicodedata.normalize("NFC", voiced) if again else sign
    return spelt
