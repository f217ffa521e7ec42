"""Alphabetical order by language: the published collations of CLDR.

`root`: the order that all languages share; `tailorings`: the changes of each language; `kana`: Japanese signs of length
and repetition; `keys`: sort keys made of these.
"""

from companion.games.death_name.collation.keys import SortKey, sort_key

__all__ = ["SortKey", "sort_key"]
