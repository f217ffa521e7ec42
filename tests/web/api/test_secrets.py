"""Nobody learns by the API what only others may know: not by reading it, and not by what is different because of it.

Two ways to look: every secret carries a mark that is searched for in all that others get (taint), and the same
public history is played twice with other secrets, which others must not be able to tell apart (two worlds).
"""

import base64
import random
import re

import pytest

from companion.table.record import read
from companion.table.result import result
from tests.reference.death_name import direction_of, next_passer, passers_of, step_of
from tests.support import taint
from tests.support.api import ApiTable, correct, declare, decree, filled, is_refused, write
from tests.support.effort import seeds
from tests.support.taint import leaks

KANJI = "花太郎学京鬼死神"


# A table as its players see it


class Round:
    """What of the open round is secret, and who may know it: kept by the lines alone, apart from the app."""

    def __init__(self, number, seats):
        self.number = number
        self.seats = seats
        self.step = step_of(direction_of(number) or "left")
        self.names = {}  # writer: all that was ever on that card, and its readings
        self.wrote = set()
        self.cards = {}  # seat: the writer of the card in that hand
        self.drafting = set(range(seats)) if number <= 4 else set()
        self.turn = {}  # declared, not yet carried out
        self.picked = {}

    @property
    def pending(self):
        """How many secrets there are."""
        if self.number > 4:
            return len(self.picked) % self.seats
        return 0 if self.scored else len(self.names) + len(self.turn)

    @property
    def scored(self):
        return len(self.wrote) == self.seats and not self.drafting and len(self.cards) == self.seats

    def holder(self, writer):
        """Who holds the card of `writer`, if the cards were passed already."""
        return next((seat for seat, card in self.cards.items() if card == writer), None)

    def knows(self, seat):
        """Whose names `seat` may know: its own, and the one in its hand."""
        return {seat, self.cards.get(seat)}

    def take(self, move):
        match move["move"]:
            case "write" | "reading":
                self.names.setdefault(move["seat"], []).append(move.get("name") or move["reading"])
                self.wrote.add(move["seat"])
                if len(self.wrote) == self.seats and self.drafting:
                    self.cards = {(seat + self.step) % self.seats: seat for seat in range(self.seats)}
            case "hold":
                self.cards = (self.cards if not self.drafting else {}) | {move["seat"]: move["card"]}
                self.drafting = set()
            case "declare":
                self.turn[move["seat"]] = move["choice"]
                if self.turn.keys() == self.drafting:
                    self.pass_on()
            case "choose":
                self.picked[move["seat"]] = move["round"]

    def pass_on(self):
        passers = passers_of(self.turn)
        if len(passers) > 1:
            cards = self.cards
            passed = {next_passer(seat, passers, self.seats, self.step): cards[seat] for seat in passers}
            self.cards = cards | passed
        self.drafting = passers if len(passers) > 1 else set()
        self.turn = {}


class Played:
    """A random game, played by the keys of its seats by answering what they are asked."""

    def __init__(self, rng, call, say, **options):
        self.rng, self.say = rng, say
        self.table = ApiTable(call, rng.choice([4, 4, 5, 6]), **options)
        self.round = None
        self.history = []
        self.by_hand = False
        self.said = set()  # every mark that was ever in a name

    def next(self):
        """One move more, reported; None when the game is over."""
        seats = len(self.table.seats)
        for seat in self.rng.sample(range(seats), seats):
            if asks := self.asks(seat):
                move = filled(self.rng, self.rng.choice(asks), lambda _: self.say())
                self.report(seat, move)
                return move
        return None

    def asks(self, seat):
        asks = self.table.look(self.table.seats[seat])["asks"]
        wanted = {"hold"} if self.by_hand else {"declare"}
        wanted |= {"reading"} if self.rng.random() < 0.1 else set()
        return [ask for ask in asks if not ask.get("optional") or ask["move"] in wanted & {"hold", "reading"}]

    def report(self, seat, move):
        answer = self.table.report(self.table.seats[seat], move)
        assert answer.status == 201, (move, answer)
        self.said |= marks_in(move.values())
        self.history.append((seat, move))
        if move["move"] == "decree":
            number = self.round.number + 1 if self.round else int(not self.practice)
            self.round = Round(number, len(self.table.seats))
            self.by_hand = self.rng.random() < 0.3
        elif self.round:
            self.round.take(move)

    practice = False


def visible(app, table, key):
    """All that is shown to the holder of a key: by path, the status, headers and body of every GET about a table."""
    client, shown = app.test_client(use_cookies=False), {}
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and "key" in app.view_functions[rule.endpoint].audience:
            path = rule.rule.replace("<code>", table.code)
            answer = client.get(path, headers={"Authorization": f"Bearer {key}"}, buffered=False)
            body = next(iter(answer.response)) if answer.mimetype == "text/event-stream" else answer.data
            answer.close()
            shown[rule.rule] = f"{answer.status}\n{answer.headers}\n".encode() + body
    assert len(shown) >= 3
    return shown


def everything(app, table, key):
    return b"\n".join(visible(app, table, key).values())


# Taint


def test_a_mark_is_found_in_every_disguise():
    mark = taint.mark(random.Random(1))
    for lead in range(4):
        text = "x" * lead + mark + "and more"
        for told in (text, text[::-1], text.lower(), text.encode().hex(), base64.b64encode(text.encode()).decode()):
            assert leaks(f'{{"name": "{told}"}}'.encode(), [mark]), told
    assert not leaks(b"TNT and nothing more", [mark])


def marks_in(texts):
    return {mark for text in texts for mark in taint.marks_in(str(text))}


def foreign(now, seat):
    """The marks that `seat` (None: host, watcher) may not know now."""
    if now is None or now.scored:
        return set()
    known = now.knows(seat) if seat is not None else set()
    return {mark for writer, texts in now.names.items() if writer not in known for mark in marks_in(texts)}


@pytest.mark.parametrize("seed", seeds(5))
def test_no_name_reaches_anybody_who_may_not_know_it_before_its_round_is_scored(app, call, caplog, seed):
    rng = random.Random(seed)
    game = Played(rng, call, lambda: f"{rng.choice(['', 'é', KANJI])} {taint.mark(rng)}")
    table, searched = game.table, 0
    while game.next():
        if game.round.names and rng.random() < 0.15:
            rename(rng, game)
        for seat, key in enumerate(table.keys):
            marks = foreign(game.round, seat if seat < len(table.seats) else None)
            searched += len(marks)
            shown = everything(app, table, key) if marks else b""
            assert not leaks(shown, marks), (game.history, key)
        if game.round.names and not game.round.scored and rng.random() < 0.1:
            assert not leaks(refusals(rng, game), foreign(game.round, None)), game.history
    assert searched > 300
    assert not leaks(caplog.text.encode(), game.said)
    shown = everything(app, table, table.watch)
    assert len(leaks(shown, game.said)) == 4 * len(table.seats)  # all that stood in the end: the search does see


def rename(rng, game):
    """A writer corrects the name that the round waits for; the old one stays a secret too."""
    if game.round.scored or not game.round.wrote:
        return
    seat = rng.choice(sorted(game.round.wrote))
    opened = max(line for line, (_, move) in enumerate(game.history, 1) if move["move"] == "decree")
    wrote = {"move": "write", "seat": seat}.items()
    line = next(line for line, (_, move) in enumerate(game.history, 1) if line > opened and wrote <= move.items())
    name = f"corrected {taint.mark(rng)}"
    answer = game.table.report(game.table.seats[seat], correct((line, write(seat, name))))
    assert answer.status == 201, answer
    game.history.append((seat, {"move": "correct"}))
    game.round.names[seat].append(name)
    game.said |= marks_in([name])


def refusals(rng, game):
    """What others are told when they try."""
    table, last = game.table, len(game.history)
    said = []
    for seat, key in enumerate(table.keys[:-1]):
        for other in range(len(table.seats)):
            if other != seat:
                said += [table.report(key, {"move": "hold", "seat": other, "card": other}, seen=last + 5)]
                said += [table.report(key, write(other, "guess"))] if other in game.round.wrote else []
        said += [table.report(key, decree()), table.report(key, correct((last, None)), seen=last + 1)]
    assert {answer.status for answer in said} <= {403, 409, 422}
    return b"\n".join(answer.body for answer in said)


# Two worlds


def otherwise(rng, now, known, seat, move):
    """The move with another secret in it, if it holds one that those who look do not know."""
    what = move["move"]
    if what in ("write", "reading") and seat not in known:
        field = "name" if what == "write" else "reading"
        return move | {field: other_text(rng, move[field])}
    if what == "declare" and seat in now.turn and seat not in known:
        return move | {"choice": rng.choice(["keep", "pass"])}
    return move


def other_text(rng, text):
    """Another text: longer, shorter, or the same as everybody's; kanji stay kanji, which a round may wait for."""
    if any(sign in KANJI for sign in text):
        return rng.choice(KANJI) * rng.choice([1, 1, 7, 80])
    return rng.choice(["a", "same", "same", "Zoë", "x" * 80, "<b>", "🙂", '"\\'])


def altered(rng, game, opened, seat):
    """The history so far with other secrets, as far as they are still secret and `seat` does not know them."""
    now, history = game.round, list(game.history)
    known = {seat} if seat is not None else set()
    in_hand = now.knows(seat) if seat is not None else set()
    pending = len(now.turn)
    for at in range(len(history) - 1, opened - 1, -1):
        by, move = history[at]
        if move["move"] == "declare":
            if pending > 0:
                history[at] = (by, otherwise(rng, now, known, by, move))
            pending -= 1
        elif move["move"] == "choose" and by != seat:
            history[at] = (by, move | {"round": rng.choice(unused(game, by))})
        else:
            history[at] = (by, otherwise(rng, now, in_hand, by, move))
    return history


def unused(game, seat):
    """The rounds whose card `seat` has not revealed in the rounds before this one."""
    chosen = [move["round"] for by, move in game.history if move["move"] == "choose" and by == seat]
    used = chosen[:-1] if seat in game.round.picked else chosen
    return [number for number in (1, 2, 3, 4) if number not in used]


def shown_to(app, table, seat):
    """What those see who are not to tell the worlds apart: the host, a watcher, and `seat` if there is one."""
    keys = {"host": table.host, "watch": table.watch} | ({"seat": table.seats[seat]} if seat is not None else {})
    chance = re.compile(rb'%s|"id":"[0-9a-f]{32}"|"\d{4}-[^"]*Z"' % table.code.encode())  # differs by itself
    shown = [(who, *told) for who, key in keys.items() for told in visible(app, table, key).items()]
    return [(who, path, chance.sub(b"*", told)) for who, path, told in shown]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("seed", seeds(2))
def test_two_histories_that_differ_in_secrets_look_the_same_to_those_who_do_not_know_them(app, call, seed, language):
    rng = random.Random(seed)
    texts = ["Ann", "ann", "Bo", "はな", "x" * 80] + (list(KANJI) if language == "ja" else ["花"])
    game = Played(rng, call, lambda: rng.choice(texts), language=language)
    pairs, differing, waited = 0, 0, 0
    while pairs < 6 and game.next():
        now = game.round
        if now.pending <= waited or rng.random() < 0.7:
            waited = min(waited, now.pending)
            continue
        waited = 0
        seat = rng.choice([None, *range(len(game.table.seats))])
        opened = max(at for at, (_, move) in enumerate(game.history) if move["move"] == "decree")
        history = altered(rng, game, opened, seat)
        other = ApiTable(call, len(game.table.seats), language=language)
        same = ApiTable(call, len(game.table.seats), language=language)
        for line, ((by, move), (_, moved)) in enumerate(zip(game.history, history, strict=True)):
            answers = [table.report(table.seats[by], told) for table, told in ((same, move), (other, moved))]
            assert [answer.status for answer in answers] == [201, 201], (move, moved, answers)
            assert answers[0].body == answers[1].body
            if line >= opened:
                shown = [shown_to(app, table, seat) for table in (same, other)]
                assert shown[0] == shown[1], (seat, game.history[opened : line + 1], history[opened : line + 1])
        pairs += 1
        differing += history != game.history
    assert pairs > 4
    assert differing > pairs / 2


# One by one


@pytest.fixture
def drafting(table):
    """All have written; two have declared."""
    table.play([decree(), *(write(seat) for seat in range(4))])
    return table.play([declare(0, "keep"), declare(2, "pass")])


def test_a_declaration_is_seen_by_nobody_until_everybody_has_declared(app, call, drafting):
    twin = ApiTable(call).play([decree(), *(write(seat) for seat in range(4))])
    twin.play([declare(0, "pass"), declare(2, "keep")])
    for one, other in zip(drafting.keys, twin.keys, strict=True):
        ours, theirs = (visible(app, *at) for at in ((drafting, one), (twin, other)))
        assert ours == theirs


def test_it_is_seen_who_has_declared(drafting):
    for key in drafting.keys:
        assert drafting.look(key)["waiting"] == [1, 3]


def test_a_secret_is_not_told_by_who_comes_too_late_or_twice(drafting):
    said = {drafting.report(drafting.host, declare(0, choice)).body for choice in ("keep", "pass")}
    assert len(said) == 1
    late = [drafting.report(drafting.host, write(0, name), seen=1) for name in ("Ann's name", "another")]
    assert {answer.status for answer in late} == {409}
    assert late[0].body == late[1].body


def test_a_key_that_stood_for_a_secret_does_not_tell_whether_another_guess_is_right(table):
    table.play([decree()])
    assert table.report(table.seats[0], write(0, "Secret"), key="a-key-of-Ann").status == 201
    for seat in (1, 2, 3):
        guesses = [table.report(table.seats[seat], write(0, name), key="a-key-of-Ann") for name in ("Secret", "Guess")]
        assert all(is_refused(answer, 403) for answer in guesses)
        assert guesses[0].body == guesses[1].body


# The secrets of the other games


def looks(app, table):
    """What everybody sees, without what differs by itself."""
    return [shown_to(app, table, seat) for seat in range(len(table.seats))]


def week(call):
    """The second day of a Final Deathweek: everybody has taken, nobody has told the killers."""
    table = ApiTable(call, 3, "final-deathweek")
    table.play([{"move": "solid", "seat": seat, "color": color} for seat, color in enumerate(("red", "blue", "red"))])
    return table.play([{"move": "take", "seat": seat, "colors": ["green"], "number": seat + 2} for seat in range(3)])


@pytest.mark.parametrize("reporter", ["seat", "host"])
def test_killers_are_seen_by_nobody_until_the_day_is_judged(app, call, reporter):
    worlds = [week(call) for _ in range(2)]
    for seat, pairs in [(1, (["red", "blue"], ["black", "yellow"])), (2, (["blue", "black"], ["red", "yellow"]))]:
        for table, colors in zip(worlds, pairs, strict=True):
            key = table.host if reporter == "host" else table.seats[seat]
            assert table.report(key, {"move": "killers", "seat": seat, "colors": colors}).status == 201
            assert is_refused(table.get(table.host, "/record"), 409, "secrets-open")
        assert looks(app, worlds[0]) == looks(app, worlds[1])
    for table in worlds:
        assert table.report(table.host, {"move": "killers", "seat": 0, "colors": ["red", "green"]}).status == 201
        assert table.get(table.host, "/record").status == 200
    assert looks(app, worlds[0]) != looks(app, worlds[1])


def test_the_text_of_a_kept_outbreak_is_seen_by_nobody_else_until_it_is_played(app, call):
    table, mark = ApiTable(call, 3, "death-wish"), taint.mark(random.Random(1))
    contract = {"move": "contract", "seat": 0, "disease": "Gout", "color": "red", "skulls": 1, "outbreak": True}
    table.play([contract, {"move": "outbreak", "seat": 0, "kept": True, "text": f"everybody {mark}"}])
    for moves in ([], [contract | {"seat": 1}], [{"move": "stop"}]):
        table.play(moves)
        for key in table.keys[1:]:
            assert not leaks(everything(app, table, key), [mark])
        assert is_refused(table.get(table.host, "/record"), 409, "secrets-open")
    assert table.report(table.host, correct((4, None))).status == 201  # the stop
    table.play([{"move": "play-keeper", "seat": 0}])
    assert leaks(table.get(table.host, "/record").body, [mark])


def test_the_record_of_a_game_that_is_over_leaves_out_what_was_kept_to_the_end(call):
    table, mark = ApiTable(call, 2, "death-wish", target=5), "TNTk3ptToEnd"
    contract = {"move": "contract", "seat": 0, "disease": "Cough", "color": "red", "skulls": 2, "outbreak": True}
    deadly = {"move": "contract", "seat": 1, "disease": "Plague", "color": "red", "skulls": 9}
    table.play([contract, {"move": "outbreak", "seat": 0, "kept": True, "text": f"everybody {mark}"}])
    assert is_refused(table.get(table.host, "/record"), 409, "secrets-open")
    table.play([deadly])
    for key in (table.host, *table.seats):
        record = table.get(key, "/record")
        assert record.status == 200
        assert not leaks(record.body, [mark])
    outbreak = {name: value for name, value in record.json["moves"][1].items() if name not in ("at", "reporter")}
    assert outbreak == {"move": "outbreak", "seat": 0, "kept": True}
    assert result(read(record.json).table) == table.look()["result"]
