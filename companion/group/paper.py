"""A group's code on paper: six words of the English list of BIP 39, each known by its first four letters.

The list, `words.txt`, is that of github.com/trezor/python-mnemonic, under the MIT licence in `LICENSE.words`.
"""

import re
import secrets as chance
import unicodedata
from pathlib import Path

LIST = Path(__file__).with_name("words.txt").read_text("ascii").split()
BY_START = {word[:4]: word for word in LIST}
WORDS = 6  # of 2,048 each: 66 bits


def new_ticket() -> str:
    """Six random words with hyphens between them, as a link has them."""
    return "-".join(chance.choice(LIST) for _ in range(WORDS))


def words_of(typed: str) -> list[str]:
    """The six words that were typed, in any spelling; [] if it is anything else, such as a ticket of an older version.

    >>> words_of(" 1. RAVEN 2. lamp Nigh-able zoo zoo ")
    ['raven', 'lamp', 'night', 'able', 'zoo', 'zoo']
    >>> words_of("raven lamp nightly able zoo zoo"), words_of("raven")
    ([], [])
    """
    typed_words = re.findall("[a-z]+", unicodedata.normalize("NFKC", typed).casefold())
    words = [BY_START.get(word[:4], "") for word in typed_words]
    fit = all(whole.startswith(word) for whole, word in zip(words, typed_words, strict=True))
    return words if fit and len(words) == WORDS else []


def as_stored(typed: str) -> str:
    """A keeper's ticket as it is stored, however its words were typed."""
    return "-".join(words_of(typed)) or typed
