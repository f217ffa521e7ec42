"""The table of this request, and what the device that asks has to do with it."""

from flask import abort

from companion.games.moves import Move
from companion.storage.stored_table import LiveTable
from companion.table import questions
from companion.table.open_round import Caller, reporter
from companion.web.access.device import screen, this_evening
from companion.web.play.context import seat_in_hand
from companion.web.services import services


def at_this_evening(code: str) -> LiveTable:
    """The table with this code; 404 if it is not one of this evening's."""
    evening = this_evening()
    live = services().tables.find_in_group(evening.group, code)
    if live is None or live.header.evening != evening.id:
        abort(404)
    return live


def who_reports(live: LiveTable, move: Move, key: str = "") -> str:
    """Who reports: a seat for itself or the whole table, the host for everybody; 403 for anybody else.

    What is sent again by its `key` is whose it was, whatever that seat may report by now.
    """
    row = live.by_key.get(key)
    if row is not None and row.reporter in caller(live).names:
        return row.reporter
    in_hand = seat_in_hand(live.header, screen())
    own = sorted(own_seats(live), key=lambda seat: seat != in_hand)
    mine = [seat for seat in own if questions.may_report(live.table, seat, move)]
    if not mine and not screen().host:
        abort(403)
    return reporter(live.table, mine[0] if mine else None)


def caller(live: LiveTable) -> Caller:
    """As whom else this device reports: a tap that is sent again may find the phone in other hands."""
    own = frozenset(own_seats(live))
    names = {reporter(live.table, seat) for seat in own} | ({reporter(live.table, None)} if screen().host else set())
    held = this_evening().held_people
    phones = {seat for seat, person in enumerate(live.header.people) if seat not in own and person in held}
    return Caller(frozenset(names), own, frozenset(phones))


def own_seats(live: LiveTable) -> list[int]:
    """The seats for which this device speaks."""
    people = screen().people
    return [seat for seat, person in enumerate(live.header.people) if person in people]
