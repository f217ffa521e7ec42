"""A state in a running app: an evening at whose table its game stands, a tablet that shows it, and who looks on."""

from typing import NamedTuple

from flask import Flask

from companion.evening.rows import change
from companion.storage import log, projection
from companion.storage.database import Database
from companion.table.fold import open_table
from companion.table.model import move_of
from companion.table.moves import move_to_json
from companion.table.result import is_closed
from tests.support.gathering import Gathering
from tests.support.long_sheets import lengthen
from tests.support.phone import Phone
from tests.support.states.state import State


class Opened(NamedTuple):
    """The host's tablet, which is the scoreboard; who looks at the state (the tablet too); the table's code."""

    tablet: Phone
    viewer: Phone
    code: str


def open_state(app: Flask, state: State, group: str = "") -> Opened:
    """Let everybody sit down at an evening of this app that nobody is at yet, and play up to the state; at one of a new
    group, if its name is given."""
    evening = Gathering.of_group(app, group) if group else Gathering(app)
    viewer = evening.tablet
    for seat, name in enumerate(state.table.seats):
        if seat == state.viewer:
            viewer = evening.come(name)
        else:
            app.extensions["services"].evenings.sit(evening.now, None, name)
    return Opened(evening.tablet, viewer, lay(evening, state))


def lay(evening: Gathering, state: State) -> str:
    """Show the table of a state, as its host has reported it, at an evening where everybody sits; its code."""
    services, night, table = evening.services, evening.now, state.table

    def show(db: Database, header: log.Header) -> None:
        change(db, night.id, lambda now: now.showing(header.code))
        lengthen(db, header, [move_to_json(move_of(line)) for line in table.lines])
        if is_closed(table):
            projection.seal(db, header.id, len(table.lines), projection.span(db, header.id), projection.closing(table))

    before = open_table(table.game, table.seats, table.options)
    live, _ = services.tables.open(night.group, before, night.id, [guest.id for guest in night.guests], show)
    services.tables.read_anew(live.header.code)
    services.evenings.notify(night)
    return str(live.header.code)
