"""Alphabetical order the plain way: each language's letters are spelt so that a collation that knows no language orders
them as that language does. Names of two scripts are ordered as no language has them.
"""

import functools
import re
import unicodedata

from pyuca import Collator

HIRAGANA = {code: code - 0x60 for code in [*range(0x30A1, 0x30F7), 0x30FD, 0x30FE]}
ONE_SIGN = {"'": "[’‘ʼ`´′]", "-": "[‐‑]", "・": "·"}
# A letter, then those that follow it as letters of their own; after a comma what counts as an accent of it.
LETTERS = {
    "cs": "c č; h ch; r ř; s š; z ž",
    "da": "d,đ,ð; th,þ; y,ü,ű; z æ,ä ø,ö,ő å,aa; oe,œ",
    "es": "n ñ",
    "fi": "d,đ; g,ǥ; n,ŋ; t,ŧ; y,ü; z,ʒ å ä,æ ö,ø",
    "hr": "c č ć; d dž đ; l lj; n nj; s š; z ž",
    "hu": "c cs; d dz dzs; g gy; l ly; n ny; s sz; t ty; z zs; o ö,ő; u ü,ű",
    "nb": "d,đ,ð; th,þ; y,ü,ű; z æ,ä,ę ø,ö,ő,œ å,aa",
    "pl": "a ą; c ć; e ę; l ł; n ń; o ó; s ś; z ź ż",
    "ro": "a ă â; i î; s ș; t ț",
    "sk": "a ä; c č; h ch; o ô; r ř; s š; z ž",
    "sv": "d,đ,ð; th,þ; y,ü,ű; z å ä,æ,ę ö,ø,ő,œ,ô",
    "tr": "c ç; g ğ; h ı; o ö; s ş; u ü",
    "uk": "г ґ; і ї",
}
LETTERS |= {"gl": LETTERS["es"], "nn": LETTERS["nb"], "no": LETTERS["nb"]}
ALIKE = {"ro": {"ş": "ș", "ţ": "ț"}}
DOUBLED = {"hu": "ccs ddz ddzs ggy lly nny ssz tty zzs"}  # two of the letter that is left without the first sign
BEHIND_ALL = 0x10FE00  # letters from here on come after all others
ACCENTS = ("", "\u0301", "\u0300", "\u0306", "\u0302")
VOWEL_ROWS = {
    "あ": "ぁあゕかがさざただなはばぱまゃやらゎわ",
    "い": "ぃいきぎしじちぢにひびぴみりゐ",
    "う": "ぅうゔくぐすずっつづぬふぶぷむゅゆる",
    "え": "ぇえゖけげせぜてでねへべぺめれゑ",
    "お": "ぉおこごそぞとどのほぼぽもょよろを",
}
VOICE = "\u3099"
SMALL = dict(zip("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ", strict=True))


def cleaned(text: str, language: str) -> str:
    """A name as it is compared: one width, one case, one kana, single spaces, one sign of those for the same."""
    text = unicodedata.normalize("NFKC", _without_twins(unicodedata.normalize("NFC", text)))
    if main_language(language) == "tr":
        text = text.replace("I", "ı").replace("İ", "i")
    text = _without_twins(unicodedata.normalize("NFKC", text.casefold()))
    text = "".join(sign for sign in text if not _is_unseen(sign))
    # Without their marks all katakana have a hiragana, even the voiced wa.
    text = unicodedata.normalize("NFD", text).translate(HIRAGANA)
    return " ".join(unicodedata.normalize("NFC", text).split())


def _without_twins(text: str) -> str:
    for sign, others in ONE_SIGN.items():
        text = re.sub(others, sign, text)
    return text


def _is_unseen(sign: str) -> bool:
    return unicodedata.category(sign) == "Cf" or "VARIATION SELECTOR" in unicodedata.name(sign, "")


def main_language(tag: str) -> str:
    """The language of a tag, without its region."""
    return tag.lower().split("-")[0]


@functools.cache
def order_key(text: str, language: str) -> tuple:
    """Where a cleaned name stands in the alphabet."""
    language = main_language(language)
    if language == "ja":
        return *_kana_key(text), text
    one_way = text
    for other, letter in ALIKE.get(language, {}).items():
        one_way = one_way.replace(other, letter)
    spelt = _spelt(language)
    letters = re.findall("|".join([*sorted(spelt, key=len, reverse=True), "."]), one_way)
    shortened = [letter in DOUBLED.get(language, "").split() for letter in letters]
    return collator().sort_key("".join(spelt.get(letter, letter) for letter in letters)), shortened, text


@functools.cache
def _spelt(language: str) -> dict[str, str]:
    """How each letter of a language is spelt: the letter before it and one behind all, then an accent."""
    spelt: dict[str, str] = {}
    for row in filter(None, LETTERS.get(language, "").split("; ")):
        start = row.split(" ")[0].split(",")[0]
        for number, letters in enumerate(row.split(" ")):
            behind = chr(BEHIND_ALL + number) if number else ""
            spelt |= {letter: start + behind + ACCENTS[place] for place, letter in enumerate(letters.split(","))}
        del spelt[start]
    return spelt | {doubled: spelt[doubled[1:]] * 2 for doubled in DOUBLED.get(language, "").split()}


def _kana_key(text: str) -> tuple:
    """The order of the fifty sounds: letters and voices first, then which sign it was."""
    vowels = {kana: vowel for vowel, row in VOWEL_ROWS.items() for kana in row}
    heard, signs = [], []
    for before, sign in zip(" " + text, text, strict=False):
        base = unicodedata.normalize("NFD", SMALL.get(before, before))[0]
        again = before if before in "がげ" else base
        if sign == "ー" and before in vowels:
            heard.append(vowels[before])
            signs.append(0)
        elif sign in "ゝゞ" and before in {**vowels, "ん": ""}:
            heard.append(again + (VOICE if sign == "ゞ" else ""))
            signs.append(2)
        else:
            heard.append(sign)
            signs.append(1 if sign in SMALL else 3)
    key = collator().sort_key("".join(map(_kanji_in_row, heard)))
    _, voices_from, kinds_from = [place for place, weight in enumerate((0, *key)) if weight == 0][:3]
    return key[:voices_from], key[voices_from:kinds_from], signs


def _kanji_in_row(sign: str) -> str:
    """A kanji as a sign that stands where the Japanese standard set has it; any other as it is."""
    if not "\u4e00" <= sign <= "\u9fff":
        return sign
    return chr(0xF0000 + int.from_bytes(sign.encode("shift_jis"), "big"))


@functools.cache
def collator() -> Collator:
    """The order that no language changes."""
    return Collator()
