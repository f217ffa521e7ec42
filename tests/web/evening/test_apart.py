"""No byte of an evening depends on what is done at another: of the same group at its table, of another group at all."""

from collections.abc import Callable

from companion.web.access.services import Services
from tests.support.gathering import Gathering
from tests.support.phone import Phone
from tests.support.side_by_side import Hosted, WithAnn, post

PAGES = ("/", "/choose", "/network", "/help", "/people/", "/decks/", "/history/", "/history/people", "/history/games")


def seen(evening: Hosted, *phones: Phone) -> list[bytes]:
    """All that the host of an evening and these phones get for their pages, and how their streams begin."""
    devices = (evening.tablet, *phones)
    pages = [page(phone, path) for phone in devices for path in (*PAGES, "/devices", "/history/results.csv")]
    return [*pages, *(beginning(phone) for phone in devices)]


def page(phone: Phone, path: str) -> bytes:
    """A page with its ETag, if it has one."""
    with phone.client.get(path) as answer:
        return answer.data + answer.headers.get("ETag", "").encode()


def beginning(phone: Phone) -> bytes:
    """How the stream of a device begins."""
    stream = phone.client.get("/live")
    first = next(stream.iter_encoded())
    stream.close()
    return first


def test_no_byte_of_one_depends_on_what_is_reported_at_the_other(
    first: WithAnn, second: Hosted, services: Services
) -> None:
    watcher = second.come()
    watcher.fill("/use", kind="watch")
    first.start()
    topic = f"evening {second.now.id}"
    before, notices = seen_at_table(second, watcher), services.notifier.count(topic)
    first.round("Anna", "Bob", "Cyd", "Dia")
    assert (seen_at_table(second, watcher), services.notifier.count(topic)) == (before, notices)


def seen_at_table(evening: Hosted, phone: Phone) -> list[bytes]:
    """What a phone and the scoreboard get of their evening itself."""
    pages = [device.client.get(path).data for device in (evening.tablet, phone) for path in ("/network", "/devices")]
    return [*pages, phone.client.get("/").data]


BUSY: dict[str, Callable[[WithAnn], object]] = {
    "a game begins": lambda first: first.start(),
    "a round": lambda first: first.round("Anna", "Bob", "Cyd", "Dia"),
    "a game ends": lambda first: first.report(first.tablet, move="stop"),
    "it is put away": lambda first: post(first.tablet, "/put-away"),
    "somebody comes": lambda first: first.come("Ivy"),
    "seats": lambda first: post(first.tablet, "/order", way="rotate"),
    "a deck": lambda first: post(first.tablet, "/decks/", game="death-wish", name="Of Ann"),
    "a device": lambda first: post(first.tablet, f"/devices/{first.device('Ann')}", how="remove"),
    "the Wi-Fi": lambda first: post(first.tablet, "/network/wifi", wifi="Kitchen", phrase="12345678", security="WPA"),
    "another table": lambda first: post(first.tablet, "/evenings"),
    "the end": lambda first: post(first.tablet, "/end"),
}


def test_no_byte_of_another_group_depends_on_what_is_done_here(
    first: WithAnn, other: Hosted, services: Services
) -> None:
    watcher = other.come()
    watcher.fill("/use", kind="watch")
    topic = f"evening {other.now.id}"
    before = seen(other, watcher)
    for name, act in BUSY.items():
        notices = services.notifier.count(topic)  # whoever follows the scoreboard for a moment rings its phones
        act(first)
        assert services.notifier.count(topic) == notices, name
        assert seen(other, watcher) == before, name


def test_a_host_takes_from_a_device_only_the_seats_of_this_group(first: WithAnn, other: Hosted) -> None:
    ann, number = first.ann, first.device("Ann")
    first.tablet.get("/").tap("/end")
    ann.get(f"/j/{other.now.ticket}").fill("/sit", name="Ann")
    other.tablet.get("/devices").tap(f"/devices/{number}", "remove")
    next_evening = Gathering(first.app)
    assert ann.get(f"/j/{next_evening.now.ticket}").says("I am Ann")
    other.tablet.get("/devices").tap(f"/devices/{number}", "let-in")
    assert not ann.get(f"/j/{other.now.ticket}").says("I am Ann")
