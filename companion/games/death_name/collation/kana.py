"""Japanese signs of length and repetition, replaced by private signs according to the kana before them.

ー after か becomes the sign of a long あ, which sorts before ぁ and あ where all else is equal; ゝ after か becomes the
sign of a repeated か, which sorts before か.
"""

import unicodedata

from companion.games.death_name.collation.root import Elements, Root

LONG, AGAIN, AGAIN_VOICED, VOICE = "ー", "ゝ", "ゞ", "\u3099"
VOWELS = {
    "ぁ": "ぁあかゕがさざただなはばぱまゃやらゎわㇵㇻ",
    "ぃ": "ぃいきぎしじちぢにひびぴみりゐㇱㇶㇼ",
    "ぅ": "ぅうくぐすずっつづぬふぶぷむゅゆるゔㇰㇲㇴㇷㇺㇽ",
    "ぇ": "ぇえけゖげせぜてでねへべぺめれゑㇸㇾ",
    "ぉ": "ぉおこごそぞとどのほぼぽもょよろをㇳㇹㇿ",
}
REPEATED = dict(
    zip(
        "ぁあぃいぅうゔぇえぉおかゕがきぎくぐけゖげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをん",
        "ああいいうううええおおかかがききくくけけげここささししすすせせそそたたちちつつつててととなにぬねのはははひひひふふふへへへほほほまみむめもややゆゆよよらりるれろわわゐゑをん",
        strict=True,
    )
)
OWN = range(0x10FE00, 0x10FF00)  # codes for private use
MEANT = [(before + LONG, kana) for kana, all_before in VOWELS.items() for before in all_before]
MEANT += [(before + AGAIN, kana) for before, kana in REPEATED.items()]
SIGNS = {kana: chr(code) for code, kana in zip(OWN, dict.fromkeys(kana for _, kana in MEANT), strict=False)}
SPELT = {written: SIGNS[kana] for written, kana in MEANT}


def spelt_out(text: str) -> str:
    """The text with private signs in place of ー, ゝ and ゞ."""
    parts = []
    for before, sign in zip(" " + text, text, strict=False):
        if sign == AGAIN_VOICED and before + AGAIN in SPELT:
            parts.append(SPELT[before + AGAIN] + VOICE)
        else:
            parts.append(SPELT.get(before + sign, sign))
    return "".join(parts)


def orders(root: Root) -> dict[str, Elements]:
    """The weights of the private signs: a little less than those of the kana that they stand for."""
    return {sign: _less(root, kana) for kana, sign in SIGNS.items()}


def _less(root: Root, kana: str) -> Elements:
    elements = [element for part in unicodedata.normalize("NFD", kana) for element in root.elements(part)]
    letter, accent, kind = elements[-1]
    return (*elements[:-1], (letter, accent, kind - 1))
