"""`--reachable-at`: which addresses it takes, and how a browser spells them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.network.entrances import Entrances, name_in, reachable_at

CARDS, LAN = "https://cards.example", "http://192.168.1.20:8000"


@pytest.mark.parametrize(
    ("typed", "origin", "name"),
    [
        (CARDS, CARDS, "cards.example"),
        ("HTTPS://Cards.Example/", CARDS, "cards.example"),
        ("https://cards.example:443", CARDS, "cards.example"),
        ("https://cards.example:8443", "https://cards.example:8443", "cards.example"),
        (LAN, LAN, "192.168.1.20"),
        ("http://192.168.1.20:80", "http://192.168.1.20", "192.168.1.20"),
        ("http://[FD00:0::1]:8000/", "http://[fd00::1]:8000", "fd00::1"),
        ("https://bücher.example", "https://xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("http://the_cellar-2", "http://the_cellar-2", "the_cellar-2"),
    ],
)
def test_an_address_is_read_as_a_browser_says_it(typed: str, origin: str, name: str) -> None:
    assert (reachable_at(typed), name_in(reachable_at(typed))) == (origin, name)
    assert reachable_at(origin) == origin


@pytest.mark.parametrize(
    "typed",
    [
        *("", "cards.example", "cards.example:80", "//cards.example", "http:/cards.example", "http://", "http:///"),
        *("ftp://cards.example", "javascript://cards.example", "file:///tmp"),
        *(
            "http://cards.example/ledger",
            "http://cards.example//",
            "http://cards.example?",
            "http://cards.example/?a=b",
        ),
        *("http://cards.example#", "http://cards.example/#there", "http://ann@cards.example", "http://@cards.example"),
        *("http://cards.example:0", "http://cards.example:65536", "http://cards.example:port", "http://[::1"),
        *("http://[fe80::1%eth0]", "http://192.168.1", "http://1.2.3.4.5", "http://-cards", "http://cards..example"),
        *("http://*.example", "http://car ds", " http://cards.example", "http://cards\n.example", "http://cards\x00"),
        *("http://a,b", "http://" + "a" * 64, "http://cards.example\\@evil.com"),
    ],
)
def test_what_says_less_or_more_is_refused_in_one_sentence(typed: str) -> None:
    with pytest.raises(ValueError, match=r"is no address of a server: write http:// or https://, .*\.$") as refused:
        reachable_at(typed)
    assert repr(typed) in str(refused.value)
    assert "\n" not in str(refused.value)


@given(st.one_of(st.text(), st.text("htps:/.[]@?#%0aé:8", max_size=30).map("http://{}".format)))
def test_whatever_is_typed_it_is_an_origin_or_a_sentence(typed: str) -> None:
    try:
        origin = reachable_at(typed)
    except ValueError as refused:
        assert "is no address of a server" in str(refused)
    else:
        assert reachable_at(origin) == origin
        assert name_in(origin) and origin.isascii()


def test_it_stands_in_the_place_of_all_addresses_of_this_machine() -> None:
    entrances = Entrances("http", 8000, reachable_at=[CARDS, LAN])
    assert entrances.base() == CARDS
    assert entrances.join_link("192.168.1.33", "abc") == f"{CARDS}/j/abc"
    assert entrances.host_link(LAN, "abc") == f"{LAN}/host/abc"
    assert [(door.address, door.chosen) for door in entrances.all(chosen=LAN)] == [(CARDS, False), (LAN, True)]
    assert not entrances.is_unreachable
    with pytest.raises(LookupError):
        entrances.check("127.0.0.1")
    entrances.check(LAN)


def test_a_call_by_its_name_shows_that_it_is_reached() -> None:
    entrances = Entrances("http", 8000, reachable_at=["https://cards.example:8443", LAN])
    assert not entrances.is_reached(1)
    entrances.has_news(1, 1, "")
    assert entrances.note(1, "cards.example", "203.0.113.9")
    assert entrances.has_news(1, 1, "")
    assert entrances.is_reached(1)
    assert [door.reached for door in entrances.all(1)] == [True, False]


def test_what_a_server_leaves_in_its_folder_tells_of_it() -> None:
    served = Entrances("http", 8000, reachable_at=[CARDS, LAN]).served
    assert served == f"http://0.0.0.0:8000 {CARDS} {LAN}"
    assert Entrances.of_server(served).base() == CARDS
    assert Entrances.of_server(served).served == served
