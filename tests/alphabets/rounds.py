"""Random rounds of names, ordered by us and by the collator of node: `python -m tests.alphabets.rounds [NUMBER]`."""

import random
import sys
import unicodedata
from itertools import pairwise
from typing import Any

from companion.games.death_name.alphabet import TWINS, clean, order
from tests.alphabets.table import asked, table

SEATS = (4, 5, 6)
NUMBER = 20_000
FOREIGN = "aàåäæœøöőüűßþðđłñçğıişšžchjlnsz'’-‐・· .ーゝゞかがぎすずリルイあЯЁїґάΰ花"
TWIN_OF = {twin: chr(sign) for sign, twin in TWINS.items()}


def wrongs(languages: list[str], number: int, seed: int = 0) -> dict[str, list[Any]]:
    """Of each language what is wrong in so many rounds: pairs in another order, spellings of one name that differ."""
    lists = table()["languages"]
    neighbours: dict[str, list[tuple[str, str]]] = {}
    wrong: dict[str, list[Any]] = {}
    for tag in languages:
        rng = random.Random(f"{seed} {tag}")
        rounds = [_round(rng, lists[tag]) for _ in range(number)]
        respelt = ((name, _respelt(rng, name, tag)) for names in rounds for name in names)
        wrong[tag] = [pair for pair in respelt if clean(pair[0], tag) != clean(pair[1], tag)]
        ordered = (sorted({clean(name, tag) for name in names}, key=lambda name: order(name, tag)) for names in rounds)
        neighbours[tag] = [pair for names in ordered for pair in pairwise(names)]
    verdicts = asked({}, neighbours)["pairs"]
    for tag, pairs in neighbours.items():
        signs = zip(pairs, verdicts[tag], strict=True)
        wrong[tag] += [pair for pair, sign in signs if sign > 0 or (sign == 0 and pair[0] > pair[1])]
    return wrong


def _round(rng: random.Random, names: list[str]) -> list[str]:
    """Names of a round: some from the list, some nearly like another one."""
    chosen = rng.sample(names, rng.choice(SEATS))
    return [chosen[0], *(_changed(rng, rng.choice(chosen)) if rng.random() < 0.5 else name for name in chosen[1:])]


def _changed(rng: random.Random, name: str) -> str:
    """A name with another letter somewhere, one more, or one less."""
    place = rng.randrange(len(name))
    letter = rng.choice([rng.choice(FOREIGN), rng.choice(name), ""])
    return name[:place] + letter + name[place + rng.randrange(2) :]


def _respelt(rng: random.Random, name: str, tag: str) -> str:
    """The same name as another keyboard writes it."""
    parted = unicodedata.normalize(rng.choice(["NFC", "NFD"]), name)
    spaced = parted.replace(" ", rng.choice([" ", "  ", "\u3000", "\u00a0 "]))
    twin = "".join(TWIN_OF.get(sign, sign) if rng.random() < 0.5 else sign for sign in spaced)
    return f" {twin}\u200b" if rng.random() < 0.5 else twin


def main(number: int) -> int:
    """Print what is wrong; 1 if anything is."""
    right = True
    for tag in table()["languages"]:
        pairs = wrongs([tag], number)[tag]
        right &= not pairs
        print(f"{tag}: {len(pairs)} wrong pairs in {number} rounds", *pairs[:5], flush=True)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else NUMBER))
