"""The pages that tell what went wrong, one of each status."""

from collections.abc import Callable

from werkzeug.exceptions import TooManyRequests

from companion.storage.errors import Unavailable
from companion.storage.identifiers import HOME
from companion.web.access.guard import audience
from companion.web.access.visit import Visit
from tests.support.states.around.crowd import Crowd
from tests.support.states.around.gathering import four, one_guest
from tests.support.states.around.page import AroundState, Page, looks

FULL = Unavailable("database or disk is full", is_space=True)
BUSY = Unavailable("database is locked")


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


PROBLEMS = (
    AroundState("the hall", the_hall, looks("outside /hall/{hall}", "outside /hall/{hall}/{evening}")),
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
