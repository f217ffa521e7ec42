"""Sort keys of texts: letters first, then accents, then kinds of writing (the Unicode Collation Algorithm)."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from companion.games.death_name.collation import kana
from companion.games.death_name.collation.root import IDEOGRAPHS, SPACE, UNKNOWN, Elements, Root, root
from companion.games.death_name.collation.tailorings import NONE, TAILORINGS, Tailoring

SortKey = tuple[int, ...]
RELATIONS = re.compile(r"(<{1,3}|=)")
BEFORE = "[before 1]"
SCRIPT = 1 << 32  # above every weight of a letter
CASE = 0b11 << 6 + SPACE  # the bits of a kind of writing that tell capitals from small letters
JIS_KANJI = IDEOGRAPHS - (1 << 20)  # above every letter, below every other ideograph
JIS_LEVELS = (b"\xb0\xa1", b"\xf4\xfe")  # where kanji begin and end in JIS X 0208


def sort_key(text: str, tag: str) -> SortKey:
    """The sort key of a cleaned text under the collation of a language tag; by the root order if the tag has none."""
    return _collation(_known(tag.lower())).key(text)


def _known(tag: str) -> str:
    """The longest beginning of a tag that has a tailoring; "" if none has."""
    parts = tag.split("-")
    beginnings = ("-".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((beginning for beginning in beginnings if beginning in TAILORINGS), "")


@cache
def _collation(language: str) -> "_Collation":
    return _Collation(root(), TAILORINGS.get(language, NONE))


class _Collation:
    """The root order with the tailoring of one language."""

    def __init__(self, shared: Root, own: Tailoring) -> None:
        self._root, self._is_japanese, self._accents_from_behind = shared, own.kana, own.accents_from_behind
        self._own: dict[str, Elements] = kana.orders(shared) if own.kana else {}
        self._beginnings = set(shared.beginnings)
        self._letters = shared.letter("a")
        self._scripts = [(shared.letter(first), shared.letter(beyond)) for first, beyond in own.scripts]
        self._case = CASE if own.capitals_first else 0
        for rule in filter(None, own.rules.split("&")):
            self._tailor(rule.strip())

    def key(self, text: str) -> SortKey:
        """The weights of a text by level, with a 0 between two levels."""
        elements = self._elements(text)
        letters = [self._of_script(letter) for letter, _, _ in elements if letter]
        accents = [accent for _, accent, _ in elements if accent]
        kinds = [self._of_case(kind) for _, _, kind in elements if kind]
        return (*letters, 0, *(reversed(accents) if self._accents_from_behind else accents), 0, *kinds)

    def _of_script(self, letter: int) -> int:
        """The weight of a letter, where the scripts of the language come first and ideographs after them."""
        if not self._scripts or letter < self._letters:
            return letter
        for place, (first, beyond) in enumerate(self._scripts):
            if first <= letter < beyond:
                return letter + SCRIPT * place
        is_next = self._is_japanese and JIS_KANJI <= letter < UNKNOWN
        return letter + SCRIPT * (len(self._scripts) + (not is_next))

    def _of_case(self, kind: int) -> int:
        return kind ^ CASE if self._case else kind & ~CASE

    # Weights of a text

    def _elements(self, text: str) -> list[tuple[int, int, int]]:
        meant = kana.spelt_out(text) if self._is_japanese else text
        signs = list(unicodedata.normalize("NFD", meant))
        return [element for elements in self._matches(signs) for element in elements]

    def _matches(self, signs: list[str]) -> Iterator[Elements]:
        """The weights of the longest known sequences; accents need not stand beside their letter."""
        while signs:
            length = 1
            while length < len(signs) and "".join(signs[:length]) in self._beginnings:
                length += 1
            while length > 1 and self._of_sequence("".join(signs[:length])) is None:
                length -= 1
            read = "".join(signs[:length])
            del signs[:length]
            read = self._with_later_accents(read, signs)
            together = self._of_sequence(read)
            yield self._of_sign(read) if together is None else together

    def _with_later_accents(self, read: str, signs: list[str]) -> str:
        """`read` with the later accents in `signs` that belong to it, which are removed from `signs`."""
        passed, place = 0, 0
        while place < len(signs) and (rank := unicodedata.combining(signs[place])):
            if rank > passed and self._of_sequence(read + signs[place]) is not None:
                read += signs.pop(place)
            else:
                passed, place = rank, place + 1
        return read

    def _of_sequence(self, text: str) -> Elements | None:
        own = self._own.get(text)
        return self._root.sequence(text) if own is None else own

    def _of_sign(self, sign: str) -> Elements:
        if self._is_japanese and (kanji := _jis(sign)):
            return ((JIS_KANJI + kanji, *self._root.common),)
        return self._root.elements(sign)

    # The rules of a language

    def _tailor(self, rule: str) -> None:
        """Read one rule: its start, then the sequences that follow it."""
        start, *rest = RELATIONS.split(rule)
        elements = self._elements(start.removeprefix(BEFORE))
        if start.startswith(BEFORE):
            letter, accent, kind = elements.pop()
            elements.append((letter - (1 << SPACE - 1), accent, kind))
        for relation, follower in zip(rest[::2], rest[1::2], strict=True):
            sequence, _, more = follower.strip().partition("/")
            elements[-1] = self._after(elements[-1], relation)
            text = unicodedata.normalize("NFD", sequence)
            self._own[text] = (*elements, *self._elements(more))
            self._beginnings |= {text[:length] for length in range(1, len(text))}

    def _after(self, element: tuple[int, int, int], relation: str) -> tuple[int, int, int]:
        """The next weight on the level of `relation`, with the common weights on the levels below."""

        letter, accent, kind = element
        common_accent, common_kind = self._root.common
        if relation == "<":
            return letter + 1, common_accent, common_kind
        if relation == "<<":
            return letter, accent + 1, common_kind
        return (letter, accent, kind + 1) if relation == "<<<" else element


def _jis(sign: str) -> int:
    """The place of a kanji in JIS X 0208; 0 for any other sign."""
    try:
        place = sign.encode("euc_jp")
    except UnicodeEncodeError:
        return 0
    return int.from_bytes(place, "big") if len(place) == 2 and JIS_LEVELS[0] <= place <= JIS_LEVELS[1] else 0
