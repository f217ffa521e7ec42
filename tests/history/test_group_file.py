"""A group as one file: taken out, taken in elsewhere, and the same there; what cannot be taken in changes nothing."""

import hashlib
import io
import json
import re
from collections import Counter
from contextlib import closing
from datetime import date
from functools import partial
from itertools import islice

import msgspec
import pytest

from companion.cli import main
from companion.commands.forget import forget_groups
from companion.games.moves import Refused
from companion.group import deck_files, decks, groups, leagues, people, preferences, records
from companion.group.leagues import League, Points
from companion.history import search
from companion.history.group_file import intake, reader
from companion.history.group_file.entries import (
    PersonEntry,
)
from companion.history.group_file.reader import LONGEST_LINE, first, read, read_again
from companion.history.group_file.writer import Writer
from companion.messages import sentence
from companion.network.qr import LabelledCode, drawn
from companion.paths import PROGRAM
from companion.storage import projection
from companion.storage.data import Data
from companion.storage.identifiers import COUNTED, HOME
from companion.storage.sqlite.store import SqliteStore
from companion.table import corrections, fold, model, record
from companion.table.limits import LINES, REREAD
from tests.support.heavy_files import corrected_game, file_of
from tests.support.past_games import get
from tests.support.two_groups import CLUB, beside, without_chance


def written(store, group):
    """The lines of the file of a group."""
    return "".join(Writer(store, groups.by_id(store.reader(), group)).pieces()).splitlines(keepends=True)


def taken_in(store, lines, name="The club"):
    """The number of a new group, which was taken in from these lines."""
    file = io.BytesIO("".join(lines).encode())
    first(read(file))
    group = store.do(lambda db: intake.begin(db, name))
    for batch in filter(None, intake.batches(read_again(file))):
        store.do(lambda db, batch=batch: intake.add(db, group, batch))
    return store.do(lambda db: intake.finish(db, group))


@pytest.fixture(scope="module")
def worlds(tmp_path_factory, engine):
    """A server whose club has merged people, a hidden game, a resting deck, preferences; and another server."""
    folder = tmp_path_factory.mktemp("group files")
    with beside(folder / "here", True) as here, beside(folder / "elsewhere", False) as elsewhere:
        here.store.do(arrange)
        yield [here, elsewhere]


LEAGUE = League("Always", None, None, (), Points("beaten", together=2, lost=1), best=3)
SUMMER = League("Summer", date(2026, 3, 2), date(2026, 9, 30), ("death-wish",), Points((3, 1), 0, 0), best=0)
OUTBREAK = {"text": "All sneeze"}


def arrange(db):
    decks.tell_effect(db, CLUB, "death-wish", "outbreaks", OUTBREAK, "Everybody passes a disease on")
    alone, cleo = (people.named(db, CLUB, name).id for name in ("Cleo Alone", "Cleo"))
    people.merge(db, CLUB, alone, cleo)
    game = search.games(db, CLUB, search.GameFilter(game="death-name"), most=None)[0]
    projection.hide(db, game.table_id, True)
    decks.play(db, decks.all_decks(db, CLUB)[0], False)
    preferences.save_preferences(db, CLUB, "death-name", {"drafting": "hands", "options": {"practice": True}})
    leagues.add(db, CLUB, LEAGUE)
    leagues.add(db, CLUB, SUMMER)


@pytest.fixture(scope="module")
def lines(worlds):
    """The file of the club."""
    return written(worlds[0].store, CLUB)


def counted(page, group):
    """A page without what is drawn by chance, and with ids as they are counted in the group."""
    least = group << COUNTED

    def number(digits):
        n = int(digits[0])
        return str(n - least) if least < n < least + 2**COUNTED else digits[0]

    page = re.sub(r'"uuid": "[-0-9A-F]+"', "", page)  # by which BG Stats knows the people of a house
    return re.sub(r"\d{8,}", number, without_chance(page))


def kept(world, group):
    """The addresses of all that a group keeps; other pages show codes of the evening."""
    kept = [path for path in world.addresses(group) if path.startswith(("/history", "/people", "/decks"))]
    return [*kept, "/history/?hidden=1"]


def test_elsewhere_all_pages_and_files_of_a_group_are_the_same(worlds, lines):
    here, elsewhere = worlds
    group = taken_in(elsewhere.store, lines, "Club")
    assert written(elsewhere.store, group) == lines
    there = elsewhere.come(group)
    ours, theirs = kept(here, CLUB), kept(elsewhere, group)
    assert len(ours) > 40
    assert [counted(path, CLUB) for path in ours] == [counted(path, group) for path in theirs]
    for path, other in zip(ours, theirs, strict=True):
        assert counted(get(here.host, path), CLUB) == counted(get(there, other), group), path


def test_what_was_taken_in_is_whole_and_is_taken_apart_as_before(worlds, lines, tmp_path, capsys):
    with closing(SqliteStore(tmp_path / "data")) as store:
        group = taken_in(store, lines)
        cleo, alone = (people.by_name(store.reader(), group)[name] for name in ("cleo", "cleo alone"))
        assert cleo == alone
        assert search.count(store.reader(), group, search.GameFilter(hidden=True)) == 1
        assert preferences.preferences(store.reader(), group, "death-name")["options"] == {"practice": True}
        (merged,) = people.merged(store.reader(), group)
        store.do(lambda db: people.split(db, group, merged))
        assert people.named(store.reader(), group, "Cleo Alone").id == merged
    assert main(["check", "--data", str(tmp_path / "data")]) == 0
    assert "6 games, 0 problems" in capsys.readouterr().out


def test_before_all_of_it_is_there_nobody_reaches_it(tmp_path, lines):
    with closing(SqliteStore(tmp_path / "data")) as store:
        group = store.do(lambda db: intake.begin(db, "The club"))
        assert not groups.is_there(store.reader(), group)
        assert groups.forgotten(store.reader()) == 1
        store.do(lambda db: intake.finish(db, group))
        assert groups.is_there(store.reader(), group)


def test_what_was_not_taken_in_to_its_end_goes_at_the_next_start(tmp_path, lines, capsys):
    with closing(SqliteStore(tmp_path / "data")) as store:
        group = store.do(lambda db: intake.begin(db, "The club"))
        again = read_again(io.BytesIO("".join(lines).encode()))
        half = islice(filter(None, intake.batches(again, 1)), len(lines) - 3)
        for batch in half:
            store.do(lambda db, batch=batch: intake.add(db, group, batch))
        assert search.count(store.reader(), group, search.GameFilter()) > 0
    forget_groups(Data(tmp_path / "data"))
    assert "Forgotten: 1 group" in capsys.readouterr().out
    with closing(SqliteStore(tmp_path / "data")) as store:
        for table in ("tables", "people", "decks", "chronicle", "lines"):
            assert store.reader().execute(f"select count(*) from {table}").first() == (0,), table


def changed(lines, number, old, new):
    assert old in lines[number]
    return [*lines[:number], lines[number].replace(old, new), *lines[number + 1 :]]


def ended(lines):
    """The same with an end that fits."""
    end = json.loads(lines[-1])
    end["end"]["sha256"] = hashlib.sha256("".join(lines[:-1]).encode()).hexdigest()
    return [*lines[:-1], json.dumps(end) + "\n"]


def of_version_1(lines):
    """The same as it was written before anybody told what a card does."""
    plain = [re.sub(r',"effect":"[^"]*"', "", line) for line in of_version_2(lines)]
    return ended(changed(plain, 0, '"version":2', '"version":1'))


def of_version_2(lines):
    """The same as it was written when the cards of a deck stood in one list."""
    before = [in_one_list(line) if line.startswith('{"deck"') else line for line in of_version_3(lines)]
    return ended(changed(before, 0, '"version":3', '"version":2'))


def of_version_3(lines):
    """The same as it was written when there were no leagues."""
    before = [line for line in lines if not line.startswith('{"league"')]
    return ended(changed(before, 0, '"version":4', '"version":3'))


def in_one_list(line):
    deck = json.loads(line)["deck"]
    cards = [{"pile": pile} | card for pile, cards in deck.pop("piles").items() for card in cards]
    return json.dumps({"deck": {"in_play": True} | deck | {"cards": cards}}, separators=(",", ":")) + "\n"


def after_head(text, lines):
    return [lines[0], text + "\n"]


def game_line(lines):
    return next(number for number, line in enumerate(lines) if line.startswith('{"game"') and '"moves":[{' in line)


BAD = {
    "nothing": (lambda lines: [], "not a group"),
    "no JSON": (lambda lines: ["REAPER\n"], "not a group"),
    "somebody else's JSON": (lambda lines: ['{"format":1,"game":"death-name"}\n'], "not a group"),
    "a list": (lambda lines: ["[1]\n"], "not a group"),
    "nested without end": (lambda lines: ["[" * 100_000], "not a group"),
    "no version": (lambda lines: changed(lines, 0, '"version":4', '"version":"1"'), "not a group"),
    "a newer version": (lambda lines: changed(lines, 0, '"version":4', '"version":5,"more":[]'), "a newer version"),
    "a head with more": (lambda lines: changed(lines, 0, '"version":4', '"version":4,"more":1'), "line 1 does not"),
    "cut in a line": (lambda lines: [*lines[:-1], lines[-1][:-9]], "its end is missing"),
    "cut between lines": (lambda lines: lines[:-1], "its end is missing"),
    "the head alone": (lambda lines: lines[:1], "its end is missing"),
    "more after the end": (lambda lines: [*lines, "\n"], "its end is missing"),
    "a line less": (lambda lines: [*lines[:3], *lines[4:]], "line 4 does not"),
    "the last person gone": (
        lambda lines: ended([line for line in lines if '"Dee"' not in line]),
        "its end is missing",
    ),
    "another letter": (lambda lines: changed(lines, 1, "Ann", "Ape"), "its end is missing"),
    "a doubled key": (lambda lines: changed(lines, 1, '"name"', '"name":"Ann","name"'), "line 2 does not"),
    "an unknown key": (lambda lines: changed(lines, 1, '"name"', '"more":1,"name"'), "line 2 does not"),
    "an unknown line": (lambda lines: changed(lines, 1, '"person"', '"guest"'), "line 2 does not"),
    "no name": (lambda lines: changed(lines, 1, '"Ann"', '"\u200b"'), "line 2 does not"),
    "a colour that is none": (lambda lines: changed(lines, 1, '"red"', '"url(x)"'), "line 2 does not"),
    "a time that is none": (lambda lines: changed(lines, 1, '"20', '"xx'), "line 2 does not"),
    "a person twice": (lambda lines: [*lines[:2], lines[1], *lines[2:]], "line 3 does not"),
    "the same as nobody": (lambda lines: [*lines[:2], '{"same":{"person":1,"into":7}}\n'], "line 3 does not"),
    "the same as oneself": (lambda lines: [*lines[:2], '{"same":{"person":1,"into":1}}\n'], "line 3 does not"),
    "a long line": (lambda lines: [lines[0], " " * (LONGEST_LINE + 1)], "line 2 does not"),
    "a game twice": (lambda lines: [*lines[:-1], lines[game_line(lines)], lines[-1]], "does not say what it should"),
    "a game of nobody": (
        lambda lines: changed(lines, game_line(lines), '"people":[1', '"people":[999'),
        "does not say what it should",
    ),
    "a game that cannot be": (
        lambda lines: changed(lines, game_line(lines), '"moves":[', '"moves":[{"move":"dance"},'),
        "cannot be replayed",
    ),
    "a move less": (
        lambda lines: ended(changed(lines, game_line(lines), '"moves":[', '"moves":[],"more":[')),
        "has been changed since",
    ),
    "another result": (
        lambda lines: ended(changed(lines, game_line(lines), '"result":"', '"result":"0')),
        "does not add up to what",
    ),
}
CARD_OF = (
    '{"deck":{"game":"death-wish","name":"","piles":{"outbreaks":[{"card":{"text":"All sneeze"},'
    '"used_at":"2026-01-01T00:00:00.000Z","effect":%s}]}}}'
)
DECKS = {
    "a card that cannot be": '{"deck":{"game":"death-name","name":"","piles":{"4":[%s]}}}',
    "a deck of no game": '{"deck":{"game":"chess","name":"","piles":{}}}',
    "preferences of no game": '{"preferences":{"game":"chess","values":{}}}',
    "an option that is none": '{"preferences":{"game":"death-name","values":{"options":{"language":7}}}}',
    "a preference that is no text": '{"preferences":{"game":"death-name","values":{"drafting":[]}}}',
}
CARDS = {
    "text of a card that is too long": CARD_OF % f'"{"x" * 301}"',
    "text of a card that is no text": CARD_OF % "7",
    "cards in a list": '{"deck":{"game":"death-wish","name":"","cards":[]}}',
    "text of a card of which nobody tells": CARD_OF.replace("death-wish", "death-over-the-kingdom")
    .replace("outbreaks", "monk")
    .replace('{"text":"All sneeze"}', "7")
    % '"Sneeze"',
}
LEAGUE_OF = (
    '{"league":{"name":"%s","since":"2026-03-02","until":%s,"kinds":[],'
    '"points":{"places":%s,"together":0,"lost":0},"best":0}}'
)
LEAGUES = {
    "a league without a name": LEAGUE_OF % (" ", "null", "[1]"),
    "a league that ends before it begins": LEAGUE_OF % ("A", '"2026-03-01"', "[1]"),
    "a league of no day": LEAGUE_OF % ("A", '"2026-02-30"', "[1]"),
    "a league that gives half a point": LEAGUE_OF % ("A", "null", "[0.5]"),
    "a league that gives nothing": LEAGUE_OF % ("A", "null", "[]"),
    "a league with more": (LEAGUE_OF % ("A", "null", "[1]")).replace('"best"', '"worst":1,"best"'),
}
CARD = '{"card":[9],"used_at":"2026-01-01T00:00:00.000Z"}'
BAD |= {
    name: (partial(after_head, text.replace("%s", CARD)), "line 2") for name, text in (DECKS | CARDS | LEAGUES).items()
}


@pytest.mark.parametrize("name", BAD)
def test_a_file_that_cannot_be_taken_in_is_refused_in_a_sentence(lines, name):
    spoil, problem = BAD[name]
    with pytest.raises(Refused, match="'no-group-file'") as refused:
        first(read(io.BytesIO("".join(spoil(lines)).encode())))
    told = sentence(refused.value)
    assert told.startswith("This file cannot be taken in, and nothing has changed: ")
    assert problem in told


def test_leagues_are_taken_in_in_their_order_and_a_file_of_version_3_has_none(lines, tmp_path):
    with closing(SqliteStore(tmp_path / "data")) as store:
        before, now = (taken_in(store, given, "Club") for given in (of_version_3(lines), lines))
        assert leagues.all_leagues(store.reader(), before) == {}
        assert [*leagues.all_leagues(store.reader(), now).values()][:2] == [SUMMER, LEAGUE]


def test_a_file_of_version_2_is_taken_in_as_it_was(worlds, lines, tmp_path):
    with closing(SqliteStore(tmp_path / "data")) as store:
        before, now = (taken_in(store, told, "Club") for told in (of_version_2(lines), lines))
        written = [
            [
                msgspec.json.encode(deck_files.written(store.reader(), deck))
                for deck in decks.all_decks(store.reader(), group)
            ]
            for group in (before, now)
        ]
    assert written[0] == written[1]
    assert any(b"All sneeze" in deck for deck in written[0])


def test_a_file_of_version_1_is_taken_in_without_what_its_cards_do(worlds, lines, tmp_path):
    with closing(SqliteStore(tmp_path / "data")) as store:
        before, now = (taken_in(store, told, "Club") for told in (of_version_1(lines), lines))
        told = [decks.effects(store.reader(), group, "death-wish")["outbreaks"] for group in (before, now)]
        assert told == [{}, {"All sneeze": "Everybody passes a disease on"}]
        all_cards = [[deck.piles for deck in decks.all_decks(store.reader(), group)] for group in (before, now)]
        assert all_cards[0] == all_cards[1]


# --- what would take long --------------------------------------------------------------------------------------------


class Steps:
    """How many moves are folded from now on."""

    def __init__(self, monkeypatch):
        self.taken = 0
        for module in (corrections, fold):
            monkeypatch.setattr(module, "step", self._step)

    def _step(self, *given):
        self.taken += 1
        return model.step(*given)


def test_a_file_that_is_not_as_it_was_written_is_refused_before_a_game_is_replayed(lines, monkeypatch):
    number = game_line(lines)
    steps = Steps(monkeypatch)
    spoilt = (
        changed(lines, -1, '"sha256":"', '"sha256":"0'),
        changed(lines, 1, "Ann", "Ape"),
        ended(changed(lines, number, '"at":"20', '"at":"19')) if '"at":"20' in lines[number] else lines[:-1],
        lines[:-1],
    )
    for wrong in spoilt:
        with pytest.raises(Refused):
            first(read(io.BytesIO("".join(wrong).encode())))
    assert steps.taken == 0
    first(read(io.BytesIO("".join(lines).encode())))
    assert steps.taken > 0


def test_a_game_that_is_corrected_without_end_is_refused_after_as_many_moves_as_a_table_reads_again(monkeypatch):
    steps = Steps(monkeypatch)
    with pytest.raises(Refused) as refused:
        first(read(file_of(corrected_game("a", LINES // 2, LINES // 2))))
    assert refused.value.numbers["refused"].code == "too-long"
    assert REREAD - LINES < steps.taken <= REREAD + LINES


def test_all_games_of_a_file_read_so_many_moves_again_and_no_more(monkeypatch):
    one = record.read(json.loads(corrected_game("a", 50, 50))["game"]["record"]).table.reread
    games = [corrected_game(id, 50, 50) for id in "abc"]
    monkeypatch.setattr(reader, "REREAD_IN_FILE", 3 * one)
    first(read(file_of(*games)))
    monkeypatch.setattr(reader, "REREAD_IN_FILE", 3 * one - 1)
    with pytest.raises(Refused) as refused:
        first(read(file_of(*games)))
    assert refused.value.numbers["refused"].code == "too-long"


def test_between_two_lines_others_have_a_turn():
    game = corrected_game("a", 50, 50)
    assert sum(entry is None for entry in read(file_of(game))) >= 100


def test_people_come_in_by_the_hundreds_and_a_game_is_no_longer_than_it_is():
    people = [PersonEntry(number, f"Person {number}", "red", "star", "") for number in range(1, 1201)]
    sizes = [len(batch) for batch in intake.batches(people)]
    assert sizes == [500, 500, 200]
    assert [batch is None for batch in intake.batches([people[0], None, people[1]])] == [True, False]


def test_a_commit_ends_once_it_has_taken_long_and_the_next_goes_on(tmp_path, monkeypatch, lines):
    monkeypatch.setattr(intake, "COMMIT_SECONDS", 0)
    with closing(SqliteStore(tmp_path / "data")) as store:
        group, commits = store.do(lambda db: intake.begin(db, "Club")), 0
        for batch in filter(None, intake.batches(read_again(io.BytesIO("".join(lines).encode())))):
            left = intake.steps(group, batch)
            while store.do(lambda db, left=left: intake.add_some(db, left)):
                commits += 1
        store.do(lambda db: intake.finish(db, group))
        assert commits > store.reader().execute("select count(*) from lines").first()[0]
        assert written(store, group) == lines


def test_a_damaged_game_is_left_out_and_named(tmp_path, lines):
    with closing(SqliteStore(tmp_path / "data")) as store:
        group = taken_in(store, lines)
        games = search.games(store.reader(), group, search.GameFilter(), most=None)
        harm = games[0].table_id

        def spoil(db):
            db.execute("drop trigger lines_update")
            db.execute("update lines set move = replace(move, '0', '1') where table_id = ? and line = 1", [harm])

        store.do(spoil)
        end = json.loads(written(store, group)[-1])["end"]
        assert end["left_out"] == [{"id": games[0].id, "game": games[0].game, "why": "damaged"}]
        assert end["games"] == 5


# --- what not everybody may know -------------------------------------------------------------------------------------

KEPT, PLAYED = "Zoe keeps this", "Everybody coughs"
NOTE = {"at": "2026-01-01T20:00:00.000Z", "reporter": "host"}


def outbreak(seat, text, disease):
    contract = {"move": "contract", "seat": seat, "color": "red", "disease": disease, "skulls": 0, "outbreak": True}
    return [contract, {"move": "outbreak", "seat": seat, "kept": True, "text": text}]


def stopped(kept):
    """A game of DEATH Wish that broke off: a kept outbreak was played, another was corrected and is kept still."""
    moves = [*outbreak(0, PLAYED, "Flu"), {"move": "play-keeper", "seat": 0, "text": PLAYED}]
    moves += [*outbreak(1, f"{kept}, misspelt", "Gout"), {"move": "correct", "lines": [[5, outbreak(1, kept, "")[1]]]}]
    moves += [{"move": "adjust", "seat": 2, "track": "skulls", "by": 1, "why": "a bet"}, {"move": "stop"}]
    seats = ["Ann", "Bo", "Cy"]
    return {"format": 1, "game": "death-wish", "seats": seats, "moves": [move | NOTE for move in moves]}


def stored(folder, plain):
    """A store with this game, and the file of its home."""
    store, read_in = SqliteStore(folder), record.read(plain)
    store.do(lambda db: records.add(db, HOME, "a", read_in, records.endings(read_in), [None] * 3, NOTE["at"]))
    return store, written(store, HOME)


def test_a_stopped_game_goes_out_without_the_text_of_what_is_kept(tmp_path):
    store, lines = stored(tmp_path / "data", stopped(KEPT))
    with closing(store), closing(SqliteStore(tmp_path / "elsewhere")) as elsewhere:
        assert KEPT not in "".join(lines)
        assert json.loads(lines[-1])["end"]["left_out"] == []
        (game,) = (json.loads(one)["game"] for one in lines if one.startswith('{"game"'))
        moves = game["record"]["moves"]
        assert len(moves) == len(stopped(KEPT)["moves"])
        assert moves[1]["text"] == moves[2]["text"] == PLAYED, "what was played is in the open"
        assert moves[4] == {"move": "outbreak", "seat": 1, "kept": True} | NOTE
        assert moves[5]["lines"] == [[5, {"move": "outbreak", "seat": 1, "kept": True}]]
        group = taken_in(elsewhere, lines)
        assert written(elsewhere, group)[1:-1] == lines[1:-1]
        whole = "".join(Writer(store, groups.by_id(store.reader(), HOME), with_secrets=True).pieces())
        assert KEPT in whole


def test_the_file_is_the_same_whatever_is_kept(tmp_path):
    files = []
    for number, kept in enumerate((KEPT, "Nothing of the kind", PLAYED)):
        store, lines = stored(tmp_path / str(number), stopped(kept))
        store.close()
        files.append(lines)
    assert files[0] == files[1]


def test_a_game_that_goes_on_stays_in_the_house_with_what_is_kept(tmp_path):
    plain = stopped(KEPT)
    plain["moves"].pop()
    store, lines = stored(tmp_path / "data", plain)
    store.close()
    (left_out,) = json.loads(lines[-1])["end"]["left_out"]
    assert left_out["why"] == "secret"


# --- by the command --------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path, lines):
    to = tmp_path / "club.jsonl"
    to.write_text("".join(lines), "utf-8")
    return to


def test_a_group_goes_out_and_in_by_the_command(tmp_path, file, capsys):
    data, out = str(tmp_path / "data"), tmp_path / "out.jsonl"
    for words in ([], ["--group", "The Others"]):
        assert main(["import", "--whole", str(file), "--data", data, *words]) == 0
    assert "“The Others” (" in capsys.readouterr().out
    for words, name in (([], "home"), (["--group", "The Others"], "“The Others”")):
        assert main(["export", "--whole", str(out), "--data", data, *words]) == 0
        number = Counter(next(iter(json.loads(entry))) for entry in out.read_text("utf-8").splitlines())
        told = f"{number['person'] - number['same']} people, {number['game']} games, {number['deck']} decks"
        assert number["same"]
        assert capsys.readouterr().out == f"{name}: {told}, written to {out}.\n"
        assert out.read_text("utf-8").splitlines()[1:-1] == file.read_text("utf-8").splitlines()[1:-1]
    with closing(SqliteStore(tmp_path / "data")) as store:
        assert groups.by_id(store.reader(), HOME).name == "Club"


def test_a_group_that_was_taken_in_has_its_keepers_link_and_code(tmp_path, file, capsys):
    words = ["import", "--whole", str(file), "--data", str(tmp_path / "data"), "--group", "Club"]
    assert main(["--host", "192.0.2.7", "--port", "8123", *words]) == 0
    with closing(SqliteStore(tmp_path / "data")) as store:
        link = f"http://192.0.2.7:8123/keep/{groups.chosen(store.reader(), 'Club').keeper_ticket}"
    told = capsys.readouterr().out
    assert f"Whoever opens {link} looks after it" in told
    assert drawn([LabelledCode("Keeper: scan it once the server runs", link)], 80, is_coloured=False) in told


def test_the_file_of_a_group_among_records_is_told_in_one_sentence(tmp_path, file, capsys):
    assert main(["import", str(file), "--data", str(tmp_path / "data")]) == 1
    told = capsys.readouterr().err.splitlines()
    assert told == [
        f"{file} is the file of a whole group: {PROGRAM} import --whole takes it in.",
        "Nothing was taken in.",
    ]


def test_a_home_or_a_group_that_is_there_takes_in_no_other(tmp_path, file, capsys):
    data = str(tmp_path / "data")
    for words in ([], ["--group", "Club of Tuesday"]):
        assert main(["import", "--whole", str(file), "--data", data, *words]) == 0
    before = (tmp_path / "data" / "ledger.db").read_bytes()
    for words, problem in (
        ([], "The home has people or games already"),
        (["--group", "club of tuesday"], "There is a group"),
    ):
        assert main(["import", "--whole", str(file), "--data", data, *words]) == 1
        assert problem in capsys.readouterr().err
    assert main(["import", "--whole", str(file), str(file), "--data", data]) == 1
    assert (tmp_path / "data" / "ledger.db").read_bytes() == before


def test_a_bad_file_is_told_by_the_command_and_changes_nothing(tmp_path, file, capsys):
    file.write_text("".join(file.read_text("utf-8").splitlines(keepends=True)[:-1]), "utf-8")
    assert main(["import", "--whole", str(file), "--data", str(tmp_path / "data"), "--group", "Club"]) == 1
    assert "its end is missing" in capsys.readouterr().err
    with closing(SqliteStore(tmp_path / "data")) as store:
        assert [group.id for group in groups.all_groups(store.reader())] == [HOME]
