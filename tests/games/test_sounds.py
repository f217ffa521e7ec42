"""Which names may sound alike, by language and script."""

import pytest

from companion.games.death_name.sounds import alike

ALIKE = {
    "en": ["Sean Shawn", "Jon John", "Ann Anne", "Cathy kathy", "Catherine Katherine", "Zoe Zoë", "Søren Soren"],
    "tr": ["Işık Isik", "İrem Irem"],
    "es": [
        *("Elena Helena", "Hugo Ugo", "Marta Martha", "Christian Cristian"),  # h
        *("Valeria Baleria", "Oswaldo Osvaldo"),  # b, v, w
        *("Llolanda Yolanda", "Yago Iago", "Mary Mari"),  # ll, y
        *("Gerardo Jerardo", "Gimena Jimena", "Xavier Javier", "Ximena Jimena"),  # ge, je, x
        *("Zulema Sulema", "Cecilia Sesilia", "Ascensión Asensión"),  # z, s, c
        *("Karina Carina", "Enrique Enrike", "Sofía Sophia", "Ana Anna", "José Jose"),
    ],
    "ja": [
        *(
            "こういち コーイチ",
            "おおの おーの",
            "おうの おおの",
            "ゆうき ゆき",
            "けいこ ケーコ",
            "マリー マリィ",
        ),  # long vowels
        *("ちづる ちずる", "かをり かおり", "ヴィクトル ビクトル", "すゞ すず", "みゝ みみ"),  # one sound
        *("やまさき やまざき", "はな ばな"),  # voiced
        *("きよう きょう", "いつき いっき"),  # small
        *("Ann Anne",),
    ],
}
APART = {
    "en": ["Bob Chris", "Bob Robert", "Ann Ian", "花 華", "10 12", "はな はる"],
    "es": ["Juan Joan", "Peña Pena", "Chelo Celo", "Gina Juana", "Sean Shawn", "Guillermo Jiyermo", "Caro Carro"],
    "ja": ["はな はる", "ゆうじ ゆし", "りょう りゅう", "花 華", "あや あやか"],
}


@pytest.mark.parametrize(("language", "pair"), [(tag, pair) for tag, pairs in ALIKE.items() for pair in pairs])
def test_these_may_sound_alike(language, pair):
    one, other = pair.split()
    assert alike(one, other, language)
    assert alike(other, one, language)


@pytest.mark.parametrize(("language", "pair"), [(tag, pair) for tag, pairs in APART.items() for pair in pairs])
def test_these_do_not_sound_alike_as_far_as_is_known(language, pair):
    one, other = pair.split()
    assert not alike(one, other, language)
    assert not alike(other, one, language)


def test_a_language_listens_with_an_ear_of_its_own():
    assert alike("Elena", "Helena", "es-MX")
    assert not alike("Elena", "Helena", "en")


def test_kana_sound_the_same_in_every_language():
    assert all(alike("おおの", "おーの", language) for language in ("ja", "en", "es"))
