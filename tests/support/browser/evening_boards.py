"""Scoreboards of the kept evenings after each of their lines, with names as long as they get."""

from collections.abc import Collection, Iterator

from companion.storage import projection
from companion.table.record import read
from companion.table.result import is_closed
from companion.web.text.languages import DEFAULT
from tests.evenings import EVENINGS
from tests.support.browser.stills import still
from tests.support.gathering import Gathering
from tests.support.long_sheets import lengthen
from tests.support.own_app import app_of_its_own
from tests.support.states.opened import lay
from tests.support.states.people import STYLES
from tests.support.states.state import State


def boards(name: str, lines: Collection[int], language: str = DEFAULT) -> Iterator[tuple[int, str]]:
    """The still of the host's scoreboard of an evening after each of these lines; 0 is before the first."""
    record = EVENINGS[name].record
    names = STYLES["long"][: len(record["seats"])]
    with app_of_its_own() as app:
        evening, services = Gathering(app), app.extensions["services"]
        for seat_name in names:
            services.evenings.sit(evening.now, None, seat_name)
        lay(evening, State(name, read(record | {"seats": [*names], "moves": []}).table))
        header = evening.live.header
        evening.tablet.speak(language)
        for line in range(len(record["moves"]) + 1):
            if line:
                move = record["moves"][line - 1]
                services.writer.write(lambda db, move=move: lengthen(db, header, [move]))
                table = services.tables.read_anew(header.code).table
                if is_closed(table):
                    services.writer.write(
                        lambda db, table=table: projection.seal(
                            db, header.id, len(table.lines), projection.span(db, header.id), projection.closing(table)
                        )
                    )
                services.evenings.change(evening.now)
            if line in lines:
                yield line, still(evening.tablet.get("/").html)
