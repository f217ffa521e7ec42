"""The pages that tell what went wrong, one of each status."""

from collections.abc import Callable

from werkzeug.exceptions import TooManyRequests

from companion.evening import floor
from companion.storage.database import Database
from companion.storage.errors import Unavailable
from companion.storage.identifiers import HOME
from companion.web.access.guard import audience
from companion.web.access.visit import Visit
from tests.support.states.around.crowd import Crowd
from tests.support.states.around.gathering import four, one_guest
from tests.support.states.around.page import AroundState, Page, looks, refusal

FULL = Unavailable("database or disk is full", is_space=True)
BUSY = Unavailable("database is locked")
NAMES_OF_PLACES = ("Window", "Wintergartenfenster", "隅の静かなテーブル")


def failing(problem: Exception) -> Callable[[Crowd], None]:
    """One guest, and an app in which the page of all people raises this."""

    def prepare(crowd: Crowd) -> None:
        one_guest(crowd)
        assert "people.everybody" in crowd.app.view_functions
        crowd.app.view_functions["people.everybody"] = raising
        crowd.app.testing = False

    @audience("guest")
    def raising(visit: Visit) -> str:
        raise problem

    return prepare


def closing_house(crowd: Crowd) -> None:
    """The server ends: nothing new is taken."""
    one_guest(crowd)
    crowd.services.closing = True


def no_way_in(crowd: Crowd) -> None:
    """Somebody has guessed too often."""
    one_guest(crowd)
    for _ in range(9):
        crowd.ask("outside", "/code", {"code": "ZZZZZ"})


def the_hall(crowd: Crowd) -> None:
    """The operator looks at two evenings: one plays, the other has nobody yet."""
    services = crowd.services
    four(crowd)
    crowd.plays("death-name")
    crowd.own.add(services.evenings.open(HOME).code)
    crowd.values |= {"hall": services.hall_ticket, "evening": crowd.now.code}


def numbered(crowd: Crowd, places: int) -> None:
    """So many tables have a number, some a name. A game is played at the first, the other evening is at the third."""
    the_hall(crowd)
    evenings = crowd.services.evenings

    def lay(db: Database) -> None:
        floor.lay_out(db, places)
        for number, name in zip((1, 2, places), NAMES_OF_PLACES, strict=True):
            floor.name(db, number, name)

    evenings.change_floor(lay)
    evenings.put_at(crowd.now, 3)
    (plays,) = (evening for evening in evenings.all_open() if evening.table_code)
    evenings.put_at(plays, 1)
    crowd.values["evening"] = plays.code
    crowd.own |= {plays.code, *NAMES_OF_PLACES}


def twelve_tables(crowd: Crowd) -> None:
    numbered(crowd, 12)


def forty_tables(crowd: Crowd) -> None:
    numbered(crowd, 40)


PROBLEMS = (
    AroundState(
        "the hall",
        the_hall,
        looks("outside /hall/{hall}", "outside /hall/{hall}/{evening}", "outside /hall/{hall}/places"),
    ),
    AroundState(
        "the hall with twelve numbered tables",
        twelve_tables,
        (
            *looks("outside /hall/{hall}", "outside /hall/{hall}/{evening}", "outside /hall/{hall}/{evening}/move"),
            *looks("outside /hall/{hall}/places/codes", "outside /hall/{hall}/places/codes?place=7"),
            Page("outside", "/hall/{hall}/places", {"number": "2"}),
            refusal("place-taken", "outside", "/hall/{hall}/{evening}/move", place="3"),
            refusal("many-places", "outside", "/hall/{hall}/places", number="100"),
            refusal("place-name", "outside", "/hall/{hall}/places/names", **{"name-7": "W" * 21}),
        ),
    ),
    AroundState(
        "the hall with forty numbered tables",
        forty_tables,
        looks("outside /hall/{hall}", "outside /hall/{hall}/{evening}/move", "outside /hall/{hall}/places"),
    ),
    AroundState(
        "what cannot be answered",
        four,
        (
            Page("guest", "/use", {"kind": "oven"}, 400),
            Page("outside", "/choose", None, 401),
            Page("guest", "/devices", None, 403),
            Page("guest", "/nothing", None, 404),
            Page("outside", "/code", {"code": "ZZZZZ"}, 404),
            Page("guest", "/sit", None, 405),
            Page("outside", "/board/revoked", None, 410),
            Page("tablet", "/rematch", {"sure": "yes"}, 409, "stale"),
            Page("guest", "/sit", {"name": "Z" * 70_000}, 413),
        ),
    ),
    AroundState("somebody guesses", no_way_in, (Page("outside", "/code", {"code": "ZZZZZ"}, 429),)),
    *(
        AroundState(name, failing(problem), (Page("guest", "/people/", None, status),))
        for name, problem, status in (
            ("a slow request", TimeoutError(), 408),
            ("too many requests", TooManyRequests(), 429),
            ("a mistake of ours", LookupError("a page asks for what it has not"), 500),
            ("the disk does not take it", BUSY, 503),
            ("the disk is full", FULL, 507),
        )
    ),
    AroundState("the house closes", closing_house, (Page("guest", "/heard", {"sure": "yes"}, 503),)),
)
