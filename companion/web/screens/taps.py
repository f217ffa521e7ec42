"""Taps: what a device of an evening reports by a form becomes a line, however the form came."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from flask import abort
from werkzeug.datastructures import MultiDict

from companion.evening.devices import cover_phone
from companion.evening.report import AlsoOfMove, Report
from companion.evening.rows import changed_beside
from companion.games.moves import Move, Refused
from companion.group import decks
from companion.storage.database import Database
from companion.storage.stored_table import LiveTable
from companion.table import model, moves, questions
from companion.table.model import Correct, Table
from companion.table.questions import answer_the_same
from companion.web.access.services import services
from companion.web.access.visit import Guest, caller, own_seats, table_of, who_reports
from companion.web.forms.fields import tag
from companion.web.forms.moves import move_from, moves_from
from companion.web.forms.numbers import whole
from companion.web.screens.contradictions import contradict, hides
from companion.web.screens.tap_keys import given_key, key_for, seen_line

Form = MultiDict[str, str]


class ReportedAlready(Refused):
    """What came too late is what `reporter` has reported: it counts once."""

    def __init__(self, reporter: str) -> None:
        super().__init__("stale")
        self.reporter = reporter


def take_tap(guest: Guest, code: str, form: Form) -> int:
    """Take the move that a form reports at the table `code`; the number of its line, which is on disk.

    Refused if the rules say no, or it came late; 400, 403 or 404 for what no form of this device could send.
    """
    live = table_of(guest.evening, code)
    move = move_from(live.table.game, form)
    seen = seen_line(form)
    key = given_key(guest, code, form, "ask", seen, tag(type(move)), getattr(move, "seat", ""))
    beside: list[int] = []
    reporter, also = who_reports(guest, live, move, key), _changes_besides(guest, live, [move], form, beside)
    try:
        line = services().tables.report(live, move, key, seen, reporter, also, caller=partial(caller, guest, live))
    except Refused as refused:
        if refused.code == "stale":
            _tell_what_was_first(guest, live, [move], seen)
        raise
    services().evenings.wake(beside)
    return line


def take_together(guest: Guest, code: str, form: Form) -> int:
    """Take several moves from one form: all lines in one commit, or none. The key of each is told by its place."""
    live = table_of(guest.evening, code)
    moves_given = moves_from(live.table.game, form, partial(_known_cards, live, form))
    if not moves_given:
        abort(400)
    seen, asker = seen_line(form), partial(caller, guest, live)
    key = given_key(guest, code, form, "together", seen, moves.move_to_json(moves_given[0]))
    reports = [
        Report(
            move,
            f"{key}.{place}" if place else key,
            None if place else seen,
            who_reports(guest, live, move),
            asker,
            frozenset(),
        )
        for place, move in enumerate(moves_given)
    ]
    beside: list[int] = []
    also = _changes_besides(guest, live, moves_given, form, beside)
    try:
        newest = services().tables.report_together(live, reports, also)
    except Refused as refused:
        if refused.code == "stale":
            _tell_what_was_first(guest, live, moves_given, seen)
        raise
    services().evenings.wake(beside)
    return newest


def _tell_what_was_first(guest: Guest, live: LiveTable, moves_given: Sequence[Move], seen: int | None) -> None:
    """After moves came too late: ReportedAlready if others have reported all of them since line `seen`, Refused with
    what both said if they have said otherwise; nothing if the table has gone on without an answer to them."""
    reporters = [_already_reported_by(live, move, seen) for move in moves_given]
    if reporters[0] is not None and None not in reporters:
        raise ReportedAlready(reporters[0]) from None
    for move, reporter in zip(moves_given, reporters, strict=True):
        if reporter is None:
            contradict(guest, live, move, seen)


def _known_cards(live: LiveTable, form: Form, plain: dict[str, Any]) -> dict[str, Any]:
    """A move in whose list of cards, `deck`, some are told by their field `deck.by` alone: as the group's decks know
    the one card that has that; Refused if they know several."""
    listed, by, pile = (form.get(name, "") for name in ("deck", "deck.by", "deck.of"))
    if not by or pile not in live.table.game.PILES:
        return plain
    offered = decks.cards(services().store.reader(), live.header.group, live.header.game, pile)
    return plain | {listed: [_known_card(card, by, offered) for card in plain.get(listed) or ()]}


def _known_card(card: dict[str, Any], by: str, offered: Sequence[Any]) -> dict[str, Any]:
    if any(value for name, value in card.items() if name != by):
        return card
    alike: list[dict[str, Any]] = [other for other in offered if str(other.get(by)) == card.get(by)]
    if len(alike) > 1:
        raise Refused("several-cards", card=card[by])
    return alike[0] if alike else card


def take_back(guest: Guest, code: str, form: Form) -> int:
    """Strike the `line` that this device has just reported, as long as it is the newest."""
    live = table_of(guest.evening, code)
    line = form.get("line", 0, type=whole)
    if line != live.line or line < 1:
        raise Refused("stale")
    struck = model.move_of(live.table.lines[line - 1])
    key = key_for(guest.screen.device, code, "back", line)
    reporter, asker = who_reports(guest, live, struck, key), partial(caller, guest, live)
    return services().tables.report(live, Correct(((line, None),)), key, live.line, reporter, caller=asker)


def _already_reported_by(live: LiveTable, move: Move, seen: int | None) -> str | None:
    """Who has reported the very same since line `seen`; of what is secret only kind and seat are compared."""
    for line, row in zip(live.table.lines[seen or 0 :], live.rows[seen or 0 :], strict=True):
        written = None if line.recorded is None else line.recorded.move
        if written is None or not answer_the_same(written, move):
            continue
        if written == move or hides(live.table, line.number, move):
            return row.reporter
    return None


def _changes_besides(
    guest: Guest, live: LiveTable, moves_given: Sequence[Move], form: Form, beside: list[int]
) -> AlsoOfMove:
    """What a tap changes in the commit of its lines: cards are remembered, a phone that several share is covered.

    `beside` is filled with the other evenings that are offered these cards, too.
    """
    evening, device = guest
    to_remember = [remember for move in moves_given if (remember := _cards_to_remember(live, move, form))]
    is_shared = len(device.people) > 1
    own = own_seats(guest, live) if is_shared else []

    def change(db: Database, after: Table) -> bool:
        has_learned = sum(remember(db) for remember in to_remember) > 0
        beside[:] = changed_beside(db, evening.id) if has_learned else []
        if not is_shared:
            return has_learned
        waiting = questions.waiting(after)
        cover_phone(evening, device, [live.header.people[seat] for seat in own if seat in waiting])(db)
        return True

    return change


def _cards_to_remember(live: LiveTable, move: Move, form: Form) -> Callable[[Database], bool] | None:
    """What keeps the cards that the fields `deck` of a form name, those in these fields of the move, and tells whether
    that changes what is offered; None where no card is named."""
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
