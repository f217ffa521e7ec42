"""Names in alphabetical order: which comes first, and which are the same name."""

import random

import pytest

from companion.games.death_name.alphabet import clean, has_kanji, order


def in_order(names, language="en"):
    """The names put in order, after a shuffle that the sort cannot keep."""
    shuffled = random.Random(7).sample(names, len(names))
    return sorted(shuffled, key=lambda name: order(name, language))


def same(one, other):
    return clean(one) == clean(other)


# Which comes first


@pytest.mark.parametrize(
    "names",
    [
        ["Bob", "Chris", "Dora", "Ethan"],
        ["Ann", "Anna", "Annabel", "Bo"],  # the shorter comes first
        ["ann", "Bo", "cy", "DI"],  # capitals do not matter
        ["Ann B", "Anna", "Annb"],  # a space comes before every letter
        ["10", "2", "Ann"],  # figures before letters, one by one
        ["Zoe", "Zoë", "Zoea", "Zoën", "Zoenn"],  # an accent counts only where all letters are equal
        ["Jose", "José", "Josef"],
        ["Ａｎｎ", "Bo", "Ｃｙ"],  # full width like half width
        ["Ann", "Яна", "はな", "花"],
    ],
)
def test_names_stand_in_alphabetical_order(names):
    assert in_order(names) == names


@pytest.mark.parametrize(
    "names",
    [
        list("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん"),
        ["あい", "アウ", "いあ", "イウ"],  # hiragana and katakana in one row
        ["はな", "ばな", "ぱな", "はなお", "ばなこ"],  # voiced kana after the plain ones, where all else is equal
        ["きょう", "きよう", "きょうこ"],
        ["ｱｲ", "アウ", "ｲｱ"],
        ["Ann", "Zoe", "あい", "ん"],
    ],
)
def test_kana_stand_in_the_order_of_the_fifty_sounds(names):
    assert in_order(names, "ja") == names


@pytest.mark.parametrize(
    "names",
    [
        ["リア", "リー", "リオ", "リサ"],
        ["ケイト", "ケーティ", "ケビン"],
        ["コア", "コート", "コトリ"],
        ["アアア", "アーサー"],
        ["シーナ", "しぃな", "しいな"],
        ["すす", "すゞ", "すず", "すずか", "すすむ"],
        ["みすず", "みすずか", "みすせ"],
        ["かかみ", "かゞみ", "かがみ"],
        ["Ann", "あい", "花", "Анна"],
    ],
)
def test_kana_are_read_where_signs_of_length_and_repetition_stand(names):
    assert in_order(names, "ja") == names


def test_a_capital_i_is_another_letter_in_turkish():
    assert clean("IŞIK", "tr") == clean("ışık", "tr-TR") != clean("işik", "tr")
    assert clean("İLKER", "tr") == clean("ilker", "tr")
    assert clean("IŞIK") == clean("işik")


def test_cedilla_and_comma_are_one_place_but_two_names_in_romanian():
    assert order("Ştefan", "ro")[0] == order("Ștefan", "ro")[0]
    assert clean("Ştefan", "ro") != clean("Ștefan", "ro")


def test_n_with_a_tilde_is_a_letter_of_its_own_in_spanish_alone():
    spanish = ["Nora", "Nuria", "Nzz", "Ñandú", "ñoño", "Olga"]
    assert in_order(spanish, "es") == in_order(spanish, "es-MX") == in_order(spanish, "ES") == spanish
    assert in_order(spanish) == ["Ñandú", "ñoño", "Nora", "Nuria", "Nzz", "Olga"]


def test_n_with_a_tilde_is_the_same_letter_written_as_one_sign_or_two():
    assert same("Ñandú", "N\u0303andu\u0301")
    assert order("N\u0303andu\u0301", "es") == order("ñandú", "es")
    assert in_order(["Nuria", "N\u0303andu", "Olga"], "es") == ["Nuria", "N\u0303andu", "Olga"]


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("es", ["Óscar", "Oscarr"]),
        ("es", ["Chus", "Czz", "Da"]),
        ("es", ["Llama", "Lzz", "Ma"]),
        ("sv", ["Asa", "Zoe", "Åsa", "Äsa", "Ösa"]),
        ("da", ["Asa", "Zoe", "Ærlig", "Ørn", "Åsa"]),
        ("pl", ["Lzz", "Łuk", "Ma"]),
        ("cs", ["Czz", "Čen", "Da"]),
        ("cs", ["Cyril", "Hana", "Hzz", "Charlota", "Iva"]),
        ("da", ["Anna", "Zoe", "Ärlig", "Øjvind", "Öjwind", "Aage", "Åse"]),
        ("nb", ["Hedda", "Hå", "Haavard"]),
        ("no", ["Hedda", "Hå", "Haavard"]),
        ("nb-NO", ["Hedda", "Hå", "Haavard"]),
        ("sv", ["Vera", "Ydwer", "Ülle", "Yngve"]),
        ("hu", ["Cyrano", "Czz", "Csaba", "Dyl", "Dzeta", "Dzz", "Dzsenifer"]),
        ("hr", ["Czz", "Čen", "Ćiril", "Dzz", "Džemal", "Đuro"]),
        ("ro", ["Szz", "Şerban", "Ştefan", "Tudor"]),
        ("tr", ["Hzz", "Işık", "İrem", "Jale"]),
        ("uk", ["Яна", "Ann"]),
        ("fr-CA", ["côte", "coté"]),
        ("et", ["Saar", "Šura", "Zoe", "Tiina"]),
        ("lv", ["Ieva", "Ysa", "Īva", "Jana"]),
        ("is", ["Aza", "Ásta", "Bo", "Þór"]),
        ("sr-Latn-RS", ["Czz", "Čen", "Dzz", "Džemal"]),
        ("fr", ["coté", "côte"]),
        ("xx", ["Asa", "Åsa", "Zoe"]),  # a language that is not known: the order that all share
    ],
)
def test_a_language_has_letters_of_its_own(language, names):
    assert in_order(names, language) == names


def test_one_language_does_not_learn_the_letters_of_another():
    order("Ñ", "es")
    order("Å", "sv")
    assert in_order(["Asa", "Åsa", "Ñu", "Nz", "Zoe"]) == ["Asa", "Åsa", "Ñu", "Nz", "Zoe"]


# Which are the same name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann", "ANN"),
        ("Mary Ann", "  mary \u3000  ANN\u00a0"),
        ("Ann", "Ａｎｎ"),
        ("José", "Jose\u0301"),
        ("はな", "ハナ"),
        ("はな", "ﾊﾅ"),
        ("がく", "ｶﾞｸ"),
        ("ゔ", "ヴ"),
        ("まりー", "マリー"),
        ("まりー", "ﾏﾘｰ"),
        ("みすゞ", "ミスヾ"),
        ("D'Arcy", "D’Arcy"),
        *(("D'Arcy", f"D{sign}Arcy") for sign in "‘ʼ`´′＇\u1ffd"),
        ("Jo-Ann", "Jo‐Ann"),
        ("Jo-Ann", "Jo\u2011Ann"),
        ("アン・リー", "アン·リー"),
        ("アン・リー", "ｱﾝ･ﾘｰ"),
        ("T.J.", "T．J．"),
        ("Ann", "A\u200bn\ufe0fn\u00ad"),
        ("Jose\u0301", "Jose\u200d\u0301"),
    ],
)
def test_these_are_the_same_name(one, other):
    assert same(one, other)
    assert order(one, "en") == order(other, "en")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Anna"),
        ("Ann", "An n"),
        ("Zoe", "Zoë"),
        ("Nandu", "Ñandu"),
        ("Sean", "Shawn"),
        ("はな", "ばな"),
        ("ばな", "ぱな"),
        ("きよう", "きょう"),
        ("はな", "花"),
        ("はな", "Hana"),
        ("まり", "まりー"),
    ],
)
def test_these_are_different_names(one, other):
    assert not same(one, other)
    assert order(one, "en") != order(other, "en")


@pytest.mark.parametrize("name", ["Ann", " Ñandú ", "ﾊﾅ", "Mary  Ann", "ﷺ", "İ", "ß", "\u0301", "👩‍👩‍👧"])
def test_cleaning_a_clean_name_changes_nothing(name):
    assert clean(clean(name)) == clean(name)


@pytest.mark.parametrize("name", ["花", "佐々木", "はな子", "〆", "〇", "𠮷", "花 はな"])
def test_kanji_and_the_like_have_no_order_of_their_own(name):
    assert has_kanji(name)


@pytest.mark.parametrize("name", ["はな", "ハナ", "ﾊﾅ", "マリー", "Ann", "Ñandú", "한나", "🙂"])
def test_other_names_need_no_reading(name):
    assert not has_kanji(name)
