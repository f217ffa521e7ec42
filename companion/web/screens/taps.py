"""Taps: what a device of an evening reports by a form becomes a line, however the form came.

The key of a tap is the same for the same question, so that a double tap is one line, and never to be foreseen. No
page holds one. A form says which question it answers: the line since which that stands, the move, and the seat. The
cookie says which device it is. Of these the key is made where the tap arrives. Who could guess another's next key could
take it, and that tap would be refused.
"""

import hmac
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from flask import abort
from werkzeug.datastructures import MultiDict

from companion.evening.report import AlsoOfMove, Report
from companion.evening.rows import Act, changed_beside
from companion.evening.seats import cover_phone
from companion.games.moves import Move, Refused
from companion.group import decks
from companion.storage.database import Database
from companion.storage.identifiers import is_key
from companion.storage.stored_table import LiveTable
from companion.table import model, moves, questions
from companion.table.model import Correct, Table
from companion.table.questions import answer_the_same
from companion.web.access.visit import Guest
from companion.web.forms.fields import tag
from companion.web.forms.moves import move_from, moves_from
from companion.web.forms.numbers import whole
from companion.web.screens.disputes import contradict, hides

LENGTH = 32
Form = MultiDict[str, str]


def key_for(secret: str, device: int, code: str, *question: object) -> str:
    """Key of a device's answer to this question at the table `code`; `secret` is the server's."""
    text = "\0".join(map(str, (device, code, *question)))
    return hmac.digest(secret.encode(), text.encode(), "sha256").hex()[:LENGTH]


def given_key(guest: Guest, form: Form, kind: str, seen: int | None, *question: object) -> str:
    """Key of a tap, which answers a question that stands since the line `seen`; 400 if its form has neither.

    A page that was open when the server was exchanged may hold a key of its own: that counts.
    """
    key = form.get("key")
    if key is None and seen is not None:
        return _key_for(guest, kind, seen, *question)
    if not is_key(key):
        abort(400)
    return key


def _key_for(guest: Guest, *question: object) -> str:
    return key_for(guest.services.form_key_secret, guest.device.device, guest.code, *question)


def seen_line(form: Form) -> int | None:
    """Line that the device had seen at the tap, if the form has one; 400 for a negative one."""
    line: int | None = form.get("seen", type=whole)
    if line is not None and line < 0:
        abort(400)
    return line


class ReportedAlready(Refused):
    """Refusal of a late move that `reporter` has reported already: it counts once."""

    def __init__(self, reporter: str) -> None:
        super().__init__("stale")
        self.reporter = reporter


def take_tap(guest: Guest, form: Form) -> int:
    """Take the move that a form reports; the number of its line, which is on disk.

    Refused if the rules say no, or it came late; 400, 403 or 404 for values that no form of this device could send.
    """
    live = guest.live
    move = move_from(live.table.game, form)
    seen = seen_line(form)
    key = given_key(guest, form, "ask", seen, tag(type(move)), getattr(move, "seat", ""))
    beside: list[int] = []
    reporter, also = guest.reporter(move, key), _changes_besides(guest, [move], form, beside)
    try:
        line = guest.services.tables.report(live, move, key, seen, reporter, also, caller=guest.caller)
    except Refused as refused:
        if refused.code == "stale":
            _tell_what_was_first(guest, [move], seen)
        raise
    guest.services.evenings.wake(beside)
    return line


def take_together(guest: Guest, form: Form) -> int:
    """Take several moves from one form: all lines in one commit, or none. The key of each ends with its place."""
    live = guest.live
    moves_given = moves_from(live.table.game, form, partial(_known_cards, guest, form))
    if not moves_given:
        abort(400)
    seen = seen_line(form)
    key = given_key(guest, form, "together", seen, moves.move_to_json(moves_given[0]))
    reports = [
        Report(
            move,
            f"{key}.{place}" if place else key,
            None if place else seen,
            guest.reporter(move),
            guest.caller,
            frozenset(),
        )
        for place, move in enumerate(moves_given)
    ]
    beside: list[int] = []
    also = _changes_besides(guest, moves_given, form, beside)
    try:
        newest = guest.services.tables.report_together(live, reports, also)
    except Refused as refused:
        if refused.code == "stale":
            _tell_what_was_first(guest, moves_given, seen)
        raise
    guest.services.evenings.wake(beside)
    return newest


def _tell_what_was_first(guest: Guest, moves_given: Sequence[Move], seen: int | None) -> None:
    """Explain why late moves were refused: ReportedAlready if others have reported all of them since line `seen`,
    Refused with both answers if they have answered differently. Returns if the table has gone on without an answer to
    them."""
    reporters = [_already_reported_by(guest.live, move, seen) for move in moves_given]
    if reporters[0] is not None and None not in reporters:
        raise ReportedAlready(reporters[0]) from None
    for move, reporter in zip(moves_given, reporters, strict=True):
        if reporter is None:
            contradict(guest, move, seen)


def _known_cards(guest: Guest, form: Form, plain: dict[str, Any]) -> dict[str, Any]:
    """Move with cards completed from the group's decks, in its list `deck`: those of which the form has the field
    `deck.by` alone. Refused if several known cards have that value."""
    live = guest.live
    listed, by, pile = (form.get(name, "") for name in ("deck", "deck.by", "deck.of"))
    if not by or pile not in live.table.game.PILES:
        return plain
    offered = decks.cards(guest.services.store.reader(), live.header.group, live.header.game, pile)
    return plain | {listed: [_known_card(card, by, offered) for card in plain.get(listed) or ()]}


def _known_card(card: dict[str, Any], by: str, offered: Sequence[Any]) -> dict[str, Any]:
    if any(value for name, value in card.items() if name != by):
        return card
    alike: list[dict[str, Any]] = [other for other in offered if str(other.get(by)) == card.get(by)]
    if len(alike) > 1:
        raise Refused("several-cards", card=card[by])
    return alike[0] if alike else card


def take_back(guest: Guest, form: Form) -> int:
    """Strike the `line` that this device has just reported, as long as it is the newest."""
    live = guest.live
    line = form.get("line", 0, type=whole)
    if line != live.line or line < 1:
        raise Refused("stale")
    struck = model.move_of(live.table.lines[line - 1])
    key = _key_for(guest, "back", line)
    strike = Correct(((line, None),))
    reporter = guest.reporter(struck, key)
    return guest.services.tables.report(live, strike, key, live.line, reporter, caller=guest.caller)


def _already_reported_by(live: LiveTable, move: Move, seen: int | None) -> str | None:
    """Reporter of the very same move since line `seen`; of secret moves only kind and seat are compared."""
    for line, row in zip(live.table.lines[seen or 0 :], live.rows[seen or 0 :], strict=True):
        written = None if line.recorded is None else line.recorded.move
        if written is None or not answer_the_same(written, move):
            continue
        if written == move or hides(live.table, line.number, move):
            return row.reporter
    return None


def _changes_besides(guest: Guest, moves_given: Sequence[Move], form: Form, beside: list[int]) -> AlsoOfMove:
    """Further changes in the commit of a tap's lines: cards are remembered, a phone that several share is covered.

    `beside` is filled with the other evenings that are offered these cards, too.
    """
    live, evening, device = guest.live, guest.evening, guest.device
    to_remember = [remember for move in moves_given if (remember := _cards_to_remember(live, move, form))]
    is_shared = len(device.people) > 1

    def change(db: Database, after: Table) -> Act | None:
        has_learned = sum(remember(db) for remember in to_remember) > 0
        beside[:] = changed_beside(db, evening.id) if has_learned else []
        if not is_shared:
            return (lambda now: now) if has_learned else None  # more than a line has changed
        waiting = questions.waiting(after)
        next_people = [live.header.people[seat] for seat in guest.own if seat in waiting]
        return lambda now: cover_phone(now, device.device, next_people)

    return change


def _cards_to_remember(live: LiveTable, move: Move, form: Form) -> Callable[[Database], bool] | None:
    """Function that stores the cards named in the form's fields `deck`, with these fields of the move, and returns
    whether that changes the offered cards; None if no card is named."""
    names = form.get("deck", "").split()
    if not names:
        return None
    values = moves.move_to_json(move)
    if values.get(names[0]) == form.get("deck.unless", ""):
        return None
    card = values.get(names[0]) if len(names) == 1 else {name: values.get(name) for name in names}
    deck = form.get("deck.of") or str(len(live.table.seats))
    pile = card if isinstance(card, list | tuple) and "deck.of" in form else [card]
    try:
        cards_read = [decks.card_of(live.header.game, deck, one) for one in pile]
    except ValueError:
        abort(400)
    return lambda db: decks.remember_cards(db, live.header.group, live.header.game, deck, cards_read)
