"""Decks (an evening among people, point 8): taught, named, put right, handed on and taken in."""

import json
import sqlite3
from typing import Any

import pytest
from sqlite_utils import Database

from companion.games import GAMES
from companion.games.moves import Refused
from companion.group import deck_files, decks
from companion.group.groups import open_group
from companion.storage import log
from companion.storage.identifiers import HOME
from companion.storage.sqlite import condition
from companion.storage.sqlite.before import migrations
from companion.storage.sqlite.store import SqliteStore

DECREE = [0, -1, 1, 0]
EVENT = {"colors": ["red", "blue"], "number": 7}
DISEASE = {"disease": "Dropsy", "color": "blue", "skulls": 3, "outbreak": True}
SUSPECT = {"name": "Risa", "gender": "f", "nationality": "Japan", "career": "nurse"}
CARDS = {
    ("death-name", "4"): DECREE,
    ("death-name", "6"): [2, -2, 1, 0, 0, -1],
    ("final-deathweek", "copy"): EVENT,
    ("gamushara-gang", "characters"): SUSPECT,
    ("death-wish", "diseases"): DISEASE,
    ("gamushara-gang", "chances"): {"name": "Lights out"},
    ("death-wish", "outbreaks"): {"text": "All sneeze"},
    ("death-over-the-kingdom", "monk"): 12,
    ("death-over-the-kingdom", "king upright"): 99,
}
WRONG: dict[tuple[str, str], list[Any]] = {
    ("death-name", "4"): [[0, -1, 1], [0, -1, 1, 3], [0, -1, 1, "0"], [0, -1, 1, True], {}, "x", None, [0, 0, 0, 0, 0]],
    ("death-name", "7"): [[0] * 7],
    ("final-deathweek", "copy"): [
        *({"colors": ["red"], "number": n} for n in (0, 17, "7", None)),
        *({"colors": of, "number": 7} for of in (["red", "red"], ["pink"], "red", ["red", "blue", "black", "green"])),
        {"number": 7},
        EVENT | {"more": 1},
    ],
    ("gamushara-gang", "characters"): [{}, {"name": ""}, {"name": "x" * 81}, {"name": 7}, SUSPECT | {"age": "7"}],
    ("death-wish", "diseases"): [
        *(
            DISEASE | of
            for of in ({"disease": " "}, {"color": "pink"}, {"skulls": 10}, {"skulls": -1}, {"outbreak": 7})
        ),
        {"disease": "Dropsy"},
    ],
    ("gamushara-gang", "chances"): [{}, {"name": ""}, {"name": "x" * 81}, "Lights out", {"name": "x", "gender": "f"}],
    ("death-wish", "outbreaks"): [{}, {"text": " "}, {"text": "x" * 81}, "All sneeze", {"text": 7}],
    ("death-over-the-kingdom", "monk"): [-1, 100, "7", None, 1.5, [7]],
    ("death-over-the-kingdom", "bishop"): [7],
}


@pytest.fixture
def db(store: SqliteStore):
    return store._writer


def the(db, id):
    found = decks.find(db, HOME, id)
    assert found is not None
    return found


@pytest.mark.parametrize(("of", "card"), CARDS.items(), ids=str)
def test_what_a_table_teaches_is_offered_the_next_time(db, of, card):
    decks.remember_card(db, HOME, *of, card)
    decks.remember_card(db, HOME, *of, json.loads(json.dumps(card)))
    assert decks.cards(db, HOME, *of) == decks.offered(db, HOME, *of) == [card]
    (deck,) = decks.all_decks(db, HOME)
    assert (deck.game, deck.name, deck.in_play, deck.piles) == (of[0], "", True, {of[1]: [card]})


@pytest.mark.parametrize(("of", "card"), CARDS.items(), ids=str)
def test_no_other_group_is_offered_what_a_table_teaches(db, of, card):
    other = open_group(db, "Neighbours").id
    decks.remember_card(db, HOME, *of, card)
    assert decks.cards(db, other, *of) == decks.offered(db, other, *of) == []
    assert decks.all_decks(db, other) == []
    assert not any(decks.effects(db, other, of[0]).values())


@pytest.mark.parametrize(("of", "card"), [(of, card) for of, wrong in WRONG.items() for card in wrong], ids=str)
def test_what_no_card_can_say_is_not_taught_nor_put_nor_brought(db, of, card):
    with pytest.raises(ValueError, match=r".+"):
        decks.remember_card(db, HOME, *of, card)
    deck = the(db, decks.make(db, HOME, of[0], "Box"))
    with pytest.raises(Refused, match="'no-such-card'"):
        decks.add_card(db, deck, of[1], card)
    told = {"format": 1, "deck": {"game": of[0], "name": "New", "piles": {of[1]: [card]}}}
    with pytest.raises(Refused, match="'no-deck'"):
        deck_files.import_deck(db, HOME, json.dumps(told).encode(), "unnamed")
    assert decks.all_decks(db, HOME) == [deck]


def test_one_event_is_one_card_whatever_the_order_of_its_colours():
    assert decks.card_of("final-deathweek", "copy", {"colors": ["blue", "red"], "number": 7}) == EVENT


def test_a_disease_without_an_outbreak_is_one_card_however_that_is_said(db):
    for said in ({"outbreak": None}, {"outbreak": False}, {}):
        decks.remember_card(
            db, HOME, "death-wish", "diseases", {"disease": " Dropsy ", "color": "blue", "skulls": 3} | said
        )
    assert decks.cards(db, HOME, "death-wish", "diseases") == [DISEASE | {"outbreak": False}]


def test_the_one_used_last_comes_first_and_all_are_offered(db):
    for n in range(60):
        decks.remember_card(db, HOME, "death-over-the-kingdom", "monk", n)
    assert sorted(decks.cards(db, HOME, "death-over-the-kingdom", "monk")) == [*range(60)]
    db.execute("update cards set used_at = 'z' where card = '7'")
    assert decks.offered(db, HOME, "death-over-the-kingdom", "monk")[0] == 7


def test_a_game_that_is_not_named_has_cards_of_any_kind(db):
    decks.remember_card(db, HOME, "coffin-race", "lanes", {"any": ["thing", 1]})
    assert decks.cards(db, HOME, "coffin-race", "lanes") == [{"any": ["thing", 1]}]


def test_a_mistyped_card_is_put_right_for_ever(db):
    decks.remember_card(db, HOME, "death-name", "4", [0, -1, 1, 1])
    (deck,) = decks.all_decks(db, HOME)
    decks.add_card(db, deck, "4", ["0", "-1", "1", "0"], [0, -1, 1, 1], strict=False)
    assert decks.cards(db, HOME, "death-name", "4") == [DECREE]
    decks.remove_card(db, deck, "4", DECREE)
    assert decks.cards(db, HOME, "death-name", "4") == []
    for again in (
        lambda: decks.remove_card(db, deck, "4", DECREE),
        lambda: decks.add_card(db, deck, "4", DECREE, DECREE),
    ):
        with pytest.raises(Refused, match="'card-gone'"):
            again()


def test_several_decks_are_offered_together_and_the_first_learns(db):
    box = decks.make(db, HOME, "death-name", "Envelopes")
    home = decks.make(db, HOME, "death-name", "Home-made")
    decks.add_card(db, the(db, home), "4", [2, 2, -2, -2])
    decks.add_card(db, the(db, home), "4", DECREE)
    decks.remember_card(db, HOME, "death-name", "4", [1, 1, 1, 1])
    decks.remember_card(db, HOME, "death-name", "4", DECREE)
    assert the(db, box).piles == {"4": [[1, 1, 1, 1]]}, "what another deck in play knows is no second card"
    assert sorted(decks.cards(db, HOME, "death-name", "4")) == [DECREE, [1, 1, 1, 1], [2, 2, -2, -2]]
    decks.play(db, the(db, home), False)
    assert decks.cards(db, HOME, "death-name", "4") == [[1, 1, 1, 1]]
    decks.play(db, the(db, box), False)
    assert decks.cards(db, HOME, "death-name", "4") == []
    decks.play(db, the(db, home), True)
    decks.remember_card(db, HOME, "death-name", "4", [0, 0, 0, 0])
    assert the(db, home).size == 3


def test_with_all_decks_put_by_a_new_one_learns(db):
    decks.remember_card(db, HOME, "death-name", "4", DECREE)
    (deck,) = decks.all_decks(db, HOME)
    decks.rename(db, HOME, deck, "Box")
    decks.play(db, deck, False)
    decks.remember_card(db, HOME, "death-name", "4", [1, 1, 1, 1])
    assert [(of.name, of.in_play, of.size) for of in decks.all_decks(db, HOME)] == [("Box", False, 1), ("", True, 1)]
    decks.play(db, decks.all_decks(db, HOME)[1], False)
    decks.remember_card(db, HOME, "death-name", "4", [2, 2, 2, 2])
    assert decks.cards(db, HOME, "death-name", "4") == [[2, 2, 2, 2]]


def test_two_decks_of_a_game_do_not_share_a_name(db):
    box = the(db, decks.make(db, HOME, "death-name", "Box"))
    decks.make(db, HOME, "death-wish", "Box")
    home = the(db, decks.make(db, HOME, "death-name", "Home-made"))
    for again in (lambda: decks.make(db, HOME, "death-name", "BOX"), lambda: decks.rename(db, HOME, home, "box")):
        with pytest.raises(Refused, match="'deck-name'"):
            again()
    decks.rename(db, HOME, box, "BOX")
    assert the(db, box.id).name == "BOX"


def test_a_deck_taken_apart_is_forgotten(db):
    decks.remember_card(db, HOME, "death-name", "4", DECREE)
    decks.remove(db, decks.all_decks(db, HOME)[0])
    assert (decks.all_decks(db, HOME), db.execute("select count(*) from cards").first()) == ([], (0,))


@pytest.mark.parametrize("game", [slug for slug in GAMES if GAMES[slug].PILES])
def test_out_and_in_again_is_the_same_deck(db, game):
    for (of, pile), card in CARDS.items():
        if of == game:
            decks.remember_card(db, HOME, of, pile, card)
    (deck,) = decks.all_decks(db, HOME)
    source = deck_files.exported(deck).encode()
    brought = the(db, deck_files.import_deck(db, HOME, source, "Brought in"))
    assert (brought.game, brought.name, brought.in_play, brought.piles) == (game, "Brought in", True, deck.piles)
    assert the(db, deck_files.import_deck(db, HOME, source, "Brought in")).name == "Brought in 2"
    decks.rename(db, HOME, brought, "箱 " + "n" * 38)
    names = [
        the(db, deck_files.import_deck(db, HOME, deck_files.exported(the(db, brought.id)).encode(), "-")).name
        for _ in range(2)
    ]
    assert names == ["箱 " + "n" * 34 + " 2", "箱 " + "n" * 34 + " 3"]


# --- what cards do ---------------------------------------------------------------------------------------------------

TOLD = [of for of in CARDS if GAMES[of[0]].PILES[of[1]].has_effects]


def tell(db, of, card, effect):
    decks.tell_effect(db, HOME, *of, card, effect)


def told(db, of):
    return decks.effects(db, HOME, of[0])[of[1]]


def test_what_a_card_does_is_told_of_these_piles():
    piles = [(slug, name) for slug, game in GAMES.items() for name, pile in game.PILES.items() if pile.has_effects]
    decrees = [("death-name", seats) for seats in ("4", "5", "6")]
    assert sorted(piles) == sorted(
        [
            *decrees,
            ("gamushara-gang", "characters"),
            ("gamushara-gang", "chances"),
            ("death-wish", "diseases"),
            ("death-wish", "outbreaks"),
        ]
    )


@pytest.mark.parametrize("of", TOLD, ids=str)
def test_what_a_card_does_is_told_once_and_stays_when_the_card_is_used_again(db, of):
    tell(db, of, CARDS[of], "  Everybody\n sneezes. ")
    decks.remember_card(db, HOME, *of, CARDS[of])
    known_as = GAMES[of[0]].PILES[of[1]].known_as(CARDS[of])
    assert told(db, of) == {known_as: "Everybody sneezes."}
    with pytest.raises(Refused) as refused:
        tell(db, of, CARDS[of], "Nobody does.")
    assert (refused.value.code, told(db, of)) == ("stale", {known_as: "Everybody sneezes."})


def test_a_character_is_known_by_its_name_whatever_else_its_card_says(db):
    of = ("gamushara-gang", "characters")
    decks.remember_card(db, HOME, *of, SUSPECT)
    tell(db, of, {"name": "Risa"}, "Wakes one")
    assert told(db, of) == {"Risa": "Wakes one"}
    assert decks.cards(db, HOME, *of) == [SUSPECT], "no second card of her"


def test_of_a_deck_that_was_put_by_nothing_is_shown(db):
    of = ("death-wish", "outbreaks")
    tell(db, of, CARDS[of], "Everybody sneezes")
    (deck,) = decks.all_decks(db, HOME)
    decks.play(db, deck, False)
    assert told(db, of) == {}


@pytest.mark.parametrize(
    ("of", "card", "effect", "code"),
    [
        (("death-wish", "outbreaks"), {"text": "All sneeze"}, "x" * 301, "no-such-effect"),
        (("death-wish", "outbreaks"), {"text": "All sneeze"}, "a\x07b", "no-such-effect"),
        (("death-wish", "outbreaks"), {"text": "All sneeze"}, " \n ", "no-such-effect"),
        (("death-wish", "outbreaks"), {"text": ""}, "Sneeze", "no-such-card"),
        (("death-over-the-kingdom", "monk"), 12, "Sneeze", "no-such-effect"),
    ],
)
def test_what_cannot_be_told_is_refused_and_leaves_no_card(db, of, card, effect, code):
    with pytest.raises(Refused) as refused:
        tell(db, of, card, effect)
    assert (refused.value.code, decks.all_decks(db, HOME)) == (code, [])


def test_a_deck_that_is_full_learns_no_further_name_but_what_its_cards_do(db):
    of = ("death-wish", "outbreaks")
    decks.remember_cards(db, HOME, *of, [{"text": f"Outbreak {n}"} for n in range(decks.MOST)])
    tell(db, of, {"text": "Outbreak 7"}, "All sneeze")
    with pytest.raises(Refused) as refused:
        tell(db, of, {"text": "Another one"}, "All cough")
    assert (refused.value.code, told(db, of)) == ("deck-full", {"Outbreak 7": "All sneeze"})


def test_a_keeper_puts_right_what_a_card_does_and_takes_it_away(db):
    of = ("death-wish", "outbreaks")
    tell(db, of, CARDS[of], "Al sneze")
    (deck,) = decks.all_decks(db, HOME)
    decks.add_card(db, deck, of[1], CARDS[of], effect="")
    assert told(db, of) == {"All sneeze": "Al sneze"}, "put in again it is the same card"
    decks.add_card(db, deck, of[1], CARDS[of], CARDS[of], effect="All sneeze")
    assert told(db, of) == {"All sneeze": "All sneeze"}
    decks.add_card(db, deck, of[1], CARDS[of], CARDS[of], effect="")
    assert told(db, of) == {}


@pytest.mark.parametrize("of", TOLD, ids=str)
def test_what_a_card_does_goes_out_with_its_deck_and_in_again(db, of):
    tell(db, of, CARDS[of], "Everybody sneezes")
    (deck,) = decks.all_decks(db, HOME)
    source = deck_files.exported(deck)
    assert json.loads(source)["format"] == 2
    brought = the(db, deck_files.import_deck(db, HOME, source.encode(), "Brought in"))
    assert (brought.piles, brought.effects) == (deck.piles, deck.effects)


def test_a_file_of_the_first_format_is_read(db):
    brought = the(db, deck_files.import_deck(db, HOME, json.dumps(GOOD).encode(), "-"))
    assert (brought.name, brought.piles, brought.effects) == ("Box", {"4": [DECREE]}, {})


ENTRY = {"card": DECREE, "effect": "Sneeze"}
NO_ENTRIES = [DECREE, {}, {"effect": "x"}, ENTRY | {"more": 1}, *(ENTRY | {"effect": of} for of in (7, None, ["x"]))]
BAD_ENTRIES = [ENTRY | {"card": 7}, *(ENTRY | {"effect": of} for of in ("x" * 301, "a\x00b"))]


@pytest.mark.parametrize("entry", NO_ENTRIES + BAD_ENTRIES, ids=str)
def test_what_no_entry_of_the_second_format_can_say_is_refused(db, entry):
    told = {"format": 2, "deck": {"game": "death-name", "name": "Box", "piles": {"4": [ENTRY, entry]}}}
    with pytest.raises(Refused) as refused:
        deck_files.import_deck(db, HOME, json.dumps(told).encode(), "-")
    told = refused.value.numbers["refused"]
    assert decks.all_decks(db, HOME) == []
    assert (told.code, told.numbers.get("card")) == (
        ("deck-card", 2) if entry in BAD_ENTRIES else ("deck-foreign", None)
    )


GOOD: dict[str, Any] = {"format": 1, "deck": {"game": "death-name", "name": "Box", "piles": {"4": [DECREE]}}}
BAD = [
    b"",
    b"[]",
    b"null",
    b"\xff\xfe",
    b"{" * 100_000,
    json.dumps(GOOD).replace('"format": 1', '"format": 1, "format": 1').encode(),
    json.dumps(GOOD).replace("-1", "NaN").encode(),
    json.dumps(GOOD).replace('"Box"', '"\\ud800"').encode(),
    *(
        json.dumps(GOOD | of).encode()
        for of in (
            {"format": 3},
            {"format": 0},
            {"format": True},
            {"format": "1"},
            {"more": 1},
            {"deck": []},
            {"deck": {}},
        )
    ),
    *(
        json.dumps({"format": 1, "deck": GOOD["deck"] | of}).encode()
        for of in (
            {"game": "chess"},
            {"game": []},
            {"game": None},
            {"name": 7},
            {"name": "n" * 41},
            {"name": "a\x00b"},
            {"piles": []},
            {"piles": {"4": {}}},
            {"piles": {"4": None}},
            {"piles": {"4": [DECREE, DECREE, None]}},
            {"piles": {"4": [DECREE] * 501}},
            {"more": 1},
        )
    ),
]


@pytest.mark.parametrize("source", BAD, ids=lambda source: str(source[:90]))
def test_what_is_no_deck_is_refused_and_nothing_changes(db, source):
    decks.remember_card(db, HOME, "death-name", "4", [1, 1, 1, 1])
    before = decks.all_decks(db, HOME)
    with pytest.raises(Refused, match="'no-deck'") as refused:
        deck_files.import_deck(db, HOME, source, "Brought in")
    assert refused.value.numbers["refused"].code in ("deck-foreign", "deck-large", "deck-card", "name")
    assert decks.all_decks(db, HOME) == before


def test_options_teach_names_and_numbers_once(db):
    decks.remember_card(db, HOME, "gamushara-gang", "characters", SUSPECT)
    names = [*("1", "2"), "Risa", "Lee"]
    for _ in range(2):
        decks.remember_options(db, HOME, "gamushara-gang", {"characters": names})
    assert [of["name"] for of in decks.cards(db, HOME, "gamushara-gang", "characters")] == ["Lee", "Risa"]
    assert SUSPECT in decks.cards(db, HOME, "gamushara-gang", "characters"), "and what is known of Risa stays"
    decks.remember_options(db, HOME, "death-over-the-kingdom", {"values": {"monk": [6, None], "king": [12, 3]}})
    assert decks.cards(db, HOME, "death-over-the-kingdom", "monk upright") == [6]
    assert decks.cards(db, HOME, "death-over-the-kingdom", "monk") == []
    assert decks.cards(db, HOME, "death-over-the-kingdom", "king") == [3]
    decks.remember_options(db, HOME, "death-name", {"language": "ja"})
    assert {of.game for of in decks.all_decks(db, HOME)} == {"gamushara-gang", "death-over-the-kingdom"}


def test_what_an_older_drawer_was_taught_is_kept(tmp_path):
    old = Database(sqlite3.connect(tmp_path / condition.FILE, isolation_level=None))
    migrations.apply(old, stop_before="named_decks")
    for card in ('{"disease":"Dropsy","color":"blue","skulls":3,"outbreak":null}', log.to_json(DISEASE)):
        old.execute("insert into deck_cards values ('death-wish', 'diseases', ?, 'x')", [card])
    old.execute("insert into deck_cards values ('death-name', '4', '[0,-1,1,0]', 'x')")
    old.close()
    store = SqliteStore(tmp_path)
    assert decks.cards(store.reader(), HOME, "death-name", "4") == [DECREE]
    assert decks.cards(store.reader(), HOME, "death-wish", "diseases") == [DISEASE | {"outbreak": False}, DISEASE]
    assert {(of.game, of.name, of.in_play) for of in decks.all_decks(store.reader(), HOME)} == {
        ("death-wish", "", True),
        ("death-name", "", True),
    }
    store.close()
