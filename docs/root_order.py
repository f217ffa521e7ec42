"""Write the root order of the collation that DEATH Name reads: `python -m docs.root_order`.

It asks ICU, whose root is CLDR's, for the weights of every sign that a compared name can hold, and needs the package
`pyicu-wheels` for it. Of ideographs the order alone is kept, and only of those in the first plane; the others are rare
enough to go by their codes.
"""

import sys
import zlib
from array import array
from collections.abc import Iterator
from itertools import accumulate, pairwise, product
from pathlib import Path

import icu

FILE = Path(__file__).parent.parent / "companion" / "games" / "death_name" / "collation" / "root_order.bin"
BY_CODE = ("CJK UNIFIED", "CJK COMPAT", "TANGUT", "NUSHU", "KHITAN", "HANGUL SYLLABLE")
# Vowels of these scripts are written before the consonant that they follow in speech: the two change places.
SPOKEN_LATER = (
    ("\u0e40\u0e41\u0e42\u0e43\u0e44", range(0x0E01, 0x0E2F)),
    ("\u0ec0\u0ec1\u0ec2\u0ec3\u0ec4", [*range(0x0E81, 0x0EAF), 0x0EDE, 0x0EDF]),
    ("\u19b5\u19b6\u19b7\u19ba", range(0x1980, 0x19AC)),
    ("\uaab5\uaab6\uaab9\uaabb\uaabc", range(0xAA80, 0xAAB0)),
)
SHAPES, SHAPE = 0x3F, 0x3FFF  # the bits of a tertiary weight that are no case: of a part, of both
GOES_ON = 0xC0  # in a tertiary weight: the rest of the element before
Element = tuple[int, int, int]


def main() -> None:
    """Write the file, and say what stands in it."""
    root = icu.Collator.createInstance(icu.Locale("root"))
    orders = {text: elements(root, text) for text in (*signs(), *joined(root))}
    FILE.write_bytes(packed(orders, ideographs(root)))
    print(f"{len(orders)} signs of Unicode {icu.UNICODE_VERSION}, ICU {icu.ICU_VERSION}: {FILE.stat().st_size} bytes")


def signs() -> Iterator[str]:
    """Every sign that stands for itself once a name is normalized."""
    kinds = icu.UCharCategory
    unknown = {kinds.UNASSIGNED, kinds.PRIVATE_USE_CHAR, kinds.SURROGATE}
    cleaned, parted = icu.Normalizer2.getNFKCCasefoldInstance(), icu.Normalizer2.getNFDInstance()
    for sign in map(chr, range(sys.maxunicode + 1)):
        if icu.Char.charType(sign) in unknown or by_code(sign):
            continue
        if cleaned.normalize(sign) == sign == parted.normalize(sign):
            yield sign


def by_code(sign: str) -> bool:
    """Whether the order of a sign follows from its code."""
    return icu.Char.charName(sign).startswith(BY_CODE)


def ideographs(root: icu.Collator) -> list[int]:
    """The codes of the ideographs of the first plane, in their order."""
    cleaned = icu.Normalizer2.getNFKCCasefoldInstance()
    codes = (code for code in range(0x3400, 0xFB00) if icu.Char.charName(chr(code)).startswith(BY_CODE[:2]))
    return sorted(
        (code for code in codes if cleaned.normalize(chr(code)) == chr(code)),
        key=lambda code: root.getSortKey(chr(code)),
    )


def joined(root: icu.Collator) -> Iterator[str]:
    """Every sequence of signs that has another order than its signs one by one."""
    nfd = icu.Normalizer2.getNFDInstance()
    composed = {nfd.normalize(chr(code)) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000}
    spoken_later = {vowel + chr(code) for vowels, codes in SPOKEN_LATER for vowel, code in product(vowels, codes)}
    for text in sorted(composed | spoken_later):
        if len(text) == 1 or by_code(text[0]) or text != text.lower():
            continue
        if elements(root, text) != [one for sign in text for one in elements(root, sign)]:
            yield text


def elements(root: icu.Collator, text: str) -> list[Element]:
    """The weights of a text on three levels; two bits of the third tell capitals from small letters."""
    found: list[Element] = []
    for weights in root.createCollationElementIterator(text):
        first, second, third = weights >> 16 & 0xFFFF, weights >> 8 & 0xFF, weights & 0xFF
        if third & GOES_ON == GOES_ON:
            before = found.pop()
            found.append((before[0] | first, before[1] | second, before[2] | third & SHAPES))
        else:
            found.append((first << 16, second << 8, third << 8))
    return found


def packed(orders: dict[str, list[Element]], ideographs: list[int]) -> bytes:
    """The file: weights by their rank, column by column, little endian.

    Five numbers first: how many signs, sequences, elements, ideographs, and bytes of sequences. Then the code of each
    sign; of each sign and sequence, in which element it ends; of each element its three ranks; from each ideograph the
    way to the code of the next; the sequences, a line each.
    """
    elements = [element for found in orders.values() for element in found]
    firsts, seconds = (ranks(element[level] for element in elements) for level in (0, 1))
    thirds = ranks(element[2] & SHAPE for element in elements)
    single = [text for text in orders if len(text) == 1]
    longer = "\n".join(text for text in orders if len(text) > 1).encode()
    columns = (
        array("I", [len(single), len(orders) - len(single), len(elements), len(ideographs), len(longer)]),
        array("I", map(ord, single)),
        array("I", accumulate(map(len, orders.values()))),
        array("H", [firsts[element[0]] for element in elements]),
        array("H", [seconds[element[1]] for element in elements]),
        array("B", [thirds[element[2] & SHAPE] | element[2] >> 14 << 6 for element in elements]),
        array("i", [after - before for before, after in pairwise([0, *ideographs])]),
    )
    if sys.byteorder == "big":
        for column in columns:
            column.byteswap()
    return zlib.compress(b"".join([*(column.tobytes() for column in columns), longer]), 9)


def ranks(weights: Iterator[int]) -> dict[int, int]:
    """Of each weight, how many lower ones there are; 0 is none at all."""
    return {weight: rank for rank, weight in enumerate(sorted({0, *weights}))}


if __name__ == "__main__":
    main()
