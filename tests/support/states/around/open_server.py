"""The states of a server where anybody may open a group."""

import time

from companion.evening import floor
from companion.group import groups, keepers
from companion.storage.database import Database
from companion.storage.identifiers import HOME
from tests.support.api import ApiTable, over
from tests.support.phone import Phone
from tests.support.states.around.crowd import Crowd
from tests.support.states.around.gathering import four
from tests.support.states.around.page import AroundState, Page, looks, refusal

LONGEST = "Fensterplatz hintere"  # of the name of a place
NEWER = b'{"format":"reapers-ledger-group","version":2}'


def an_open_server(crowd: Crowd) -> None:
    """Anybody may open a group. Two devices were at one of a group with a name, where one of them sat."""
    crowd.services.is_open = True
    opener = crowd.phones["opener"] = Phone(crowd.app).get("/")
    opener.fill("/groups", name=crowd.names[0])
    opener.fill("/use", kind="board")
    (opened,) = (one for one in crowd.services.evenings.all_open() if one.group != HOME)
    crowd.phones["guest"] = crowd.come(crowd.names[1], opened.ticket)
    crowd.values["group"] = opened.group
    crowd.values["ticket"] = groups.by_id(crowd.services.store.reader(), opened.group).keeper_ticket
    crowd.own |= {f"/keep/{crowd.values['ticket']}", *crowd.values["ticket"].split("-")}
    crowd.own.add(opened.code)


def an_open_server_again(crowd: Crowd) -> None:
    """The evening of that group is over."""
    an_open_server(crowd)
    crowd.ask("opener", "/end", {"sure": "yes"})


def laid_out(crowd: Crowd, evening: int | None = None) -> None:
    """The room has twelve places; at the seventh, which has the longest name, an evening is, if that is said."""

    def lay(db: Database) -> None:
        floor.lay_out(db, 12)
        floor.name(db, 7, LONGEST)
        if evening is not None:
            floor.put_at(db, evening, 7)

    crowd.services.writer.write(lay)
    crowd.services.name = LONGEST
    codes = {place.number: place.code for place in floor.places(crowd.services.store.reader())}
    crowd.values |= {"print": codes[7], "hall": crowd.services.hall_ticket}
    address = crowd.services.entrances.printed()
    crowd.own |= {LONGEST, address, *(f"{address}/t/{number}/{code}" for number, code in codes.items())}


def a_free_place(crowd: Crowd) -> None:
    """A device of another evening scans, and one that knows a group whose evening is over."""
    an_open_server_again(crowd)
    laid_out(crowd)


def a_place_where_somebody_was(crowd: Crowd) -> None:
    """An evening is at a place, and no phone of it is connected."""
    four(crowd)
    laid_out(crowd, crowd.now.id)


def places_opened_too_often(crowd: Crowd) -> None:
    """More groups were opened at a place than may be."""
    crowd.services.is_open = True
    laid_out(crowd)
    while crowd.services.buckets.groups.takes("place 7", time.monotonic()):
        pass


def opened_too_often(crowd: Crowd) -> None:
    """More groups were opened from an address than may be."""
    crowd.services.is_open = True
    limit = crowd.services.buckets.groups
    caller, now = f"address {crowd.phones['outside'].client.environ_base['REMOTE_ADDR']}", time.monotonic()
    while limit.takes(caller, now):
        pass


def a_second_keeper(crowd: Crowd) -> None:
    """Another device keeps the group; a third one holds the link."""
    an_open_server(crowd)
    crowd.ask("guest", "/keep/{ticket}", {"sure": "yes"})


def the_only_keeper(crowd: Crowd) -> None:
    an_open_server(crowd)
    (crowd.values["device"],) = keepers.keepers(crowd.services.store.reader(), crowd.values["group"])


def a_host_who_keeps_nothing(crowd: Crowd) -> None:
    """The opener, who keeps the group, has made the guest a host."""
    an_open_server(crowd)
    evenings = crowd.services.evenings
    (opened,) = evenings.all_open(crowd.values["group"])
    keeper, guest = opened.screens
    crowd.values["device"] = keeper.device
    crowd.ask("opener", f"/devices/{guest.device}", {"how": "share"})


def a_forgotten_group(crowd: Crowd) -> None:
    """The group was forgotten in which a program laid a table."""
    an_open_server(crowd)
    crowd.services.programs_group = crowd.values["group"]
    crowd.values["watch"] = ApiTable(over(crowd.app.test_client(use_cookies=False))).watch
    crowd.ask("opener", "/group/forget", {"sure": "yes"})


OPEN = (
    AroundState(
        "a group was forgotten",
        a_forgotten_group,
        (*looks("opener /", "outside /"), refusal("group-forgotten", "outside", "/watch/{watch}", 410)),
    ),
    AroundState(
        "a host who keeps nothing",
        a_host_who_keeps_nothing,
        (
            *looks("guest /devices", "opener /devices"),
            refusal("keeper-stays", "guest", "/devices/{device}", how="remove"),
        ),
    ),
    AroundState(
        "two keepers",
        a_second_keeper,
        looks("opener /group", "opener /group/paper", "guest /group", "guest /", "outside /keep/{ticket}"),
    ),
    AroundState(
        "the only keeper",
        the_only_keeper,
        (
            *looks("opener /group", "tablet /group"),
            *looks("opener /group/file", "tablet /group/file", "opener /group/forget"),
            Page("opener", "/group/file", {"group": b"{}"}, 422, "no-group-file"),
            Page("opener", "/group/file", {"group": NEWER}, 422, "no-group-file"),
            refusal("last-keeper", "opener", "/group/keepers/{device}", sure="yes"),
        ),
    ),
    AroundState(
        "an open server",
        an_open_server,
        (
            *looks("outside /", "outside /start", "opener /", "guest /", "guest /choose", "opener /devices"),
            Page("outside", "/keep", {"words": "abandon ability able about above absent"}, 404),
        ),
    ),
    AroundState("an open server again", an_open_server_again, looks("opener /", "guest /", "outside /")),
    AroundState(
        "a free place",
        a_free_place,
        (
            *looks("outside /t/7/{print}", "guest /t/7/{print}", "tablet /t/7/{print}"),
            refusal("print-over", "outside", "/t/7", 404),
            refusal("print-over", "tablet", "/t/7/ZZZZZZZZZZZZZZZZ", 404),
        ),
    ),
    AroundState(
        "a place where somebody was",
        a_place_where_somebody_was,
        looks("outside /t/7/{print}", "tablet /", "guest /"),
    ),
    AroundState(
        "prints of a room",
        laid_out,
        looks("outside /hall/{hall}/prints", "outside /hall/{hall}/prints?place=7", "outside /hall/{hall}/door"),
    ),
    AroundState(
        "too many places were opened",
        places_opened_too_often,
        (Page("outside", "/t/7/{print}", {"how": "open"}, 429),),
    ),
    AroundState(
        "too many groups were opened",
        opened_too_often,
        (Page("outside", "/groups", {"name": ""}, 429), *looks("outside /")),
    ),
)
