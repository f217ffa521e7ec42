"""Nobody learns by the API what only others may know: not by reading it, and not by what is different because of it.

Whatever may be asked in each state is compared in two worlds: `tests/web/test_secret_states.py`.
"""

import random

import pytest

from companion.table.record import read
from companion.table.result import result
from tests.support import taint
from tests.support.api import ApiTable, correct, declare, decree, is_refused, write
from tests.support.taint import leaks


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


def test_the_text_of_a_kept_outbreak_is_seen_by_nobody_else_until_it_is_played(app, call):
    table, mark = ApiTable(call, 3, "death-wish"), taint.mark(random.Random(1))
    contract = {"move": "contract", "seat": 0, "disease": "Gout", "color": "red", "skulls": 1, "outbreak": True}
    table.play([contract, {"move": "outbreak", "seat": 0, "kept": True, "text": f"everybody {mark}"}])
    for moves in ([], [contract | {"seat": 1}], [{"move": "stop"}]):
        table.play(moves)
        for key in table.keys[1:]:
            assert not leaks(b"\n".join(visible(app, table, key).values()), [mark])
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
