"""What each language says otherwise than the root: the standard tailorings of CLDR 48.

Rules are in CLDR's own notation. `&n<ñ`: ñ is a letter, the next one after n; `<<` an accent of it, `<<<` another way
to write it, `=` the same. `&[before 1]x`: before the letter x. `þ/h`: þ as if an h followed. Compared names have no
capitals, so those are left out.
"""

from msgspec import Struct

Script = tuple[str, str]  # its first letter, and the first one beyond it

LATIN, GREEK, CYRILLIC, KANA = ("a", "α"), ("α", "ⲁ"), ("а", "ⰰ"), ("あ", "ㄅ")
SCANDINAVIAN = "&d<<đ<<ð &t<<<þ/h &y<<ü<<ű &[before 1]ǀ"


class Tailoring(Struct, frozen=True):
    """What one language says."""

    rules: str = ""
    scripts: tuple[Script, ...] = ()  # they come before all others
    kana: bool = False  # signs of length and repetition count as what they stand for, kanji go by JIS
    capitals_first: bool = False
    accents_from_behind: bool = False


NONE = Tailoring()
SPANISH = Tailoring("&n<ñ")
NORWEGIAN = Tailoring(SCANDINAVIAN + "<æ<<ä<<ę<ø<<ö<<ő<<œ<å<<aa")
TAILORINGS = {
    "cs": Tailoring("&c<č &h<ch &r<ř &s<š &z<ž"),
    "da": Tailoring("&d<<đ<<ð &th<<<þ &y<<ü<<ű &[before 1]ǀ<æ<<ä<ø<<ö<<ő<å<<<aa &oe<<œ", capitals_first=True),
    "el": Tailoring(scripts=(GREEK,)),
    "es": SPANISH,
    "fi": Tailoring("&d\u0335<<đ &g\u0335<<ǥ &n\u0335<<ŋ &t\u0335<<ŧ &y<<ü &z\u0335<<ʒ &[before 1]ǀ<å<ä<<æ<ö<<ø"),
    "fr-ca": Tailoring(accents_from_behind=True),
    "gl": SPANISH,
    "hr": Tailoring("&c<č<ć &d<dž<đ &l<lj &n<nj &s<š &z<ž", (LATIN, CYRILLIC)),
    "hu": Tailoring(
        "&c<cs &d<dz &dz<dzs &g<gy &l<ly &n<ny &s<sz &t<ty &z<zs &o<ö<<ő &u<ü<<ű &cs<<<ccs/cs &dz<<<ddz/dz "
        "&dzs<<<ddzs/dzs &gy<<<ggy/gy &ly<<<lly/ly &ny<<<nny/ny &sz<<<ssz/sz &ty<<<tty/ty &zs<<<zzs/zs"
    ),
    "ja": Tailoring(scripts=(LATIN, KANA), kana=True),
    "nb": NORWEGIAN,
    "nn": NORWEGIAN,
    "no": NORWEGIAN,
    "pl": Tailoring("&a<ą &c<ć &e<ę &l<ł &n<ń &o<ó &s<ś &z<ź<ż"),
    "ro": Tailoring("&a<ă<â &i<î &s<ş=ș &t<ţ=ț"),
    "ru": Tailoring(scripts=(CYRILLIC,)),
    "sk": Tailoring("&a<ä &c<č &h<ch &o<ô &r<ř &s<š &z<ž"),
    "sv": Tailoring(SCANDINAVIAN + "<å<ä<<æ<<ę<ö<<ø<<ő<<œ<<ô"),
    "tr": Tailoring("&c<ç &g<ğ &[before 1]i<ı &o<ö &s<ş &u<ü"),
    "uk": Tailoring("&г<ґ &ꙇ<ї", (CYRILLIC,)),
}
