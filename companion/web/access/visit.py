"""The table of this request, and what the device that asks has to do with it."""

from typing import NamedTuple

from flask import abort

from companion.evening.model import Evening, EveningDevice
from companion.games.moves import Move
from companion.storage.log import Header
from companion.storage.stored_table import LiveTable
from companion.table import questions
from companion.table.open_round import Caller, reporter
from companion.table.rights import NOBODY
from companion.web.access.device import screen, this_evening
from companion.web.access.services import services


class Guest(NamedTuple):
    """A device that has come in, and the evening where it is."""

    evening: Evening
    screen: EveningDevice


def this_guest() -> Guest:
    """The device of this request; the guard lets nobody else in."""
    return Guest(this_evening(), screen())


def seat_in_hand(table: Header, screen: EveningDevice) -> int | None:
    """The seat for whose player a phone is; None if it is no phone, or its players do not sit at this table."""
    if screen.kind != "phone":
        return None
    holder, people = screen.holder, table.people
    if holder is not None and holder in people:
        return people.index(holder)
    return next((seat for seat, person in enumerate(people) if person in screen.people), None)


def at_this_evening(code: str) -> LiveTable:
    """The table with this code; 404 if it is not one of this evening's."""
    return table_of(this_evening(), code)


def table_of(evening: Evening, code: str) -> LiveTable:
    """The table with this code; 404 if it is not one of the evening's."""
    live = services().tables.find_in_group(evening.group, code)
    if live is None or live.header.evening != evening.id:
        abort(404)
    return live


def who_reports(guest: Guest, live: LiveTable, move: Move, key: str = "") -> str:
    """Who reports: a seat for itself or the whole table, the host for everybody; 403 for anybody else.

    What is sent again by its `key` is whose it was, whatever that seat may report by now.
    """
    row = live.by_key.get(key)
    if row is not None and row.reporter in caller(guest, live).names:
        return row.reporter
    in_hand = seat_in_hand(live.header, guest.screen)
    own = sorted(own_seats(guest, live), key=lambda seat: seat != in_hand)
    mine = [seat for seat in own if questions.may_report(live.table, seat, move)]
    if not mine and not guest.screen.host:
        abort(403)
    return reporter(live.table, mine[0] if mine else None)


def speakers(guest: Guest, live: LiveTable) -> tuple[int | None, ...]:
    """As whom a device corrects: as a host (None), its seats, or nobody."""
    return (None,) if guest.screen.host else tuple(own_seats(guest, live)) or (NOBODY,)


def caller(guest: Guest, live: LiveTable) -> Caller:
    """As whom else this device reports: a tap that is sent again may find the phone in other hands."""
    own = frozenset(own_seats(guest, live))
    speaks_as = [*own, None] if guest.screen.host else own
    names = {reporter(live.table, seat) for seat in speaks_as}
    held = guest.evening.held_people
    phones = {seat for seat, person in enumerate(live.header.people) if seat not in own and person in held}
    return Caller(frozenset(names), own, frozenset(phones))


def own_seats(guest: Guest, live: LiveTable) -> list[int]:
    """The seats for which a device speaks."""
    people = guest.screen.people
    return [seat for seat, person in enumerate(live.header.people) if person in people]
