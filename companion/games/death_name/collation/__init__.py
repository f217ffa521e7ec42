"""Names in the alphabetical order of a language: the published collations of CLDR.

`root` has the order that all languages share, `tailorings` what each of them says otherwise, `kana` what the signs of
length and repetition stand for, `keys` puts them together.
"""

from companion.games.death_name.collation.keys import SortKey, sort_key

__all__ = ["SortKey", "sort_key"]
