"""Changes to the root order by language: the standard tailorings of CLDR 48.

Rules are in CLDR's notation. `&n<ñ`: ñ is the next letter after n; `<<` an accent of that letter, `<<<` another way to
write it, `=` the same. `&[before 1]x`: before the letter x. `þ/h`: þ as if an h followed. Compared names have no
capitals, so those are left out.
"""

from msgspec import Struct

Script = tuple[str, str]  # its first letter, and the first one beyond it

LATIN, GREEK, CYRILLIC, GEORGIAN = ("a", "α"), ("α", "ⲁ"), ("а", "ⰰ"), ("ა", "ա")
ARMENIAN, HEBREW, KANA = ("ա", "א"), ("א", "𐤀"), ("あ", "ㄅ")
SCANDINAVIAN = "&d<<đ<<ð &t<<<þ/h &y<<ü<<ű &[before 1]ǀ"


class Tailoring(Struct, frozen=True):
    """The changes of one language."""

    rules: str = ""
    scripts: tuple[Script, ...] = ()  # sorted before all others
    kana: bool = False  # signs of length and repetition count as the kana that they stand for, kanji go by JIS
    capitals_first: bool = False
    accents_from_behind: bool = False


NONE = Tailoring()
CROATIAN = Tailoring("&c<č<ć &d<dž<đ &l<lj &n<nj &s<š &z<ž", (LATIN, CYRILLIC))
FILIPINO = Tailoring("&n<ñ<ng")
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
    "hr": CROATIAN,
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
    # Languages that no screen offers by name: chosen by their tag.
    "az": Tailoring("&c<ç &g<ğ &[before 1]i<ı &o<ö &s<ş &u<ü &k<q &e<ə &h<x &z<w", (LATIN, CYRILLIC)),
    "be": Tailoring("&е<ё &у<ў", (CYRILLIC,)),
    "bg": Tailoring(scripts=(CYRILLIC,)),
    "bs": CROATIAN,
    "ceb": FILIPINO,
    "cy": Tailoring("&c<ch &d<dd &f<ff &g<ng &l<ll &p<ph &r<rh &t<th"),
    "eo": Tailoring("&c<ĉ &g<ĝ &h<ĥ &j<ĵ &s<ŝ &u<ŭ"),
    "et": Tailoring("&[before 1]t<š<z<ž &[before 1]x<õ<ä<ö<ü"),
    "fil": FILIPINO,
    "fo": Tailoring(SCANDINAVIAN + "<æ<<ä<<ę<ø<<ö<<ő<<œ<å<<<aa"),
    "fy": Tailoring("&i<<y"),
    "he": Tailoring(scripts=(HEBREW,)),
    "hy": Tailoring(scripts=(ARMENIAN,)),
    "is": Tailoring(
        "&[before 1]b<á &d<<đ<ð &[before 1]f<é &[before 1]j<í &[before 1]p<ó &[before 1]v<ú &[before 1]z<ý "
        "&[before 1]ǀ<æ<<ä<ö<<ø<å"
    ),
    "ka": Tailoring(scripts=(GEORGIAN,)),
    "kk": Tailoring("&е<ё &ұ<ү &[before 1]ь<і", (CYRILLIC,)),
    "ky": Tailoring("&е<ё", (CYRILLIC,)),
    "lt": Tailoring(
        "&\u0300=\u0307\u0300 &\u0301=\u0307\u0301 &\u0303=\u0307\u0303 &a<<ą &c<č &e<<ę<<ė &i<<į<<y &s<š &u<<ų<<ū &z<ž"
    ),
    "lv": Tailoring("&a<ā &c<č &e<ē &g<ģ &i<y<ī &k<ķ &l<ļ &n<ņ &o<ō &r<ŗ &s<š &u<ū &z<ž"),
    "sl": Tailoring("&c<č<ć &d<đ &s<š &z<ž"),
    "sq": Tailoring(
        "&[before 1]d<ç &[before 1]e<dh &[before 1]f<ë &[before 1]h<gj &[before 1]m<ll &[before 1]o<nj "
        "&[before 1]s<rr &[before 1]t<sh &[before 1]u<th &[before 1]y<xh &[before 1]ʒ<zh"
    ),
    "sr-latn": CROATIAN,
    "tk": Tailoring("&c<ç &e<ä &j<ž &n<ň &o<ö &s<ş &u<ü &y<ý"),
    "vi": Tailoring("&\u0300<<\u0309<<\u0303<<\u0301<<\u0323 &a<ă<â &d<đ &e<ê &o<ô<ơ &u<ư"),
}
