"""Who asks, where a proxy stands between: its own words count, and nobody else's."""

from ipaddress import ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.server.forwarded import Client, client_of

BEHIND = [ip_network("10.0.0.0/8"), ip_network("fd00::7")]
PROXY, STRANGER = Client("10.0.0.2", "http"), Client("203.0.113.9", "http")


def test_from_a_proxy_its_word_counts() -> None:
    assert client_of(PROXY, "192.168.1.7", "https", BEHIND) == ("192.168.1.7", "https")
    assert client_of(Client("fd00::7", "http"), "2001:db8::1", "https", BEHIND) == ("2001:db8::1", "https")
    assert client_of(Client("10.0.0.2", "https"), "192.168.1.7", "http", BEHIND).scheme == "http"


def test_only_the_last_entry_is_the_proxys_own_word() -> None:
    assert client_of(PROXY, "1.2.3.4, 127.0.0.1,192.168.1.7", "https,http", BEHIND) == ("192.168.1.7", "http")
    assert client_of(PROXY, "1.2.3.4,\t192.168.1.7 ", "http, HTTPS", BEHIND) == ("192.168.1.7", "https")


@given(st.text(), st.text(), st.sampled_from([STRANGER, Client("fd00::8", "https"), Client("", "http")]))
def test_from_anywhere_else_nothing_counts(forwarded_for: str, forwarded_proto: str, peer: Client) -> None:
    assert client_of(peer, "1.2.3.4", "https", BEHIND) == peer
    assert client_of(peer, forwarded_for, forwarded_proto, BEHIND) == peer
    assert client_of(PROXY, forwarded_for, forwarded_proto, []) == PROXY


@pytest.mark.parametrize(
    "entry", ["", "unknown", "_hidden", "1.2.3", "1.2.3.4:80", "[::1]", "1.2.3.4.", "01.2.3.4", "1.2.3.4;", "٣.٣.٣.٣"]
)
def test_what_is_no_address_or_no_scheme_is_as_of_the_proxy_itself(entry: str) -> None:
    assert client_of(PROXY, entry, "https", BEHIND) == (PROXY.address, "https")
    assert client_of(PROXY, f"192.168.1.7,{entry}", "", BEHIND) == PROXY, "an earlier entry is a stranger's"
    assert client_of(PROXY, "192.168.1.7", f"https,{entry}", BEHIND) == ("192.168.1.7", "http")


@given(st.text(), st.text())
def test_whatever_is_sent_it_is_an_address_and_a_scheme(forwarded_for: str, forwarded_proto: str) -> None:
    client = client_of(PROXY, forwarded_for, forwarded_proto, BEHIND)
    assert ip_address(client.address)
    assert client.scheme in ("http", "https")


def test_one_address_in_two_spellings_is_one() -> None:
    assert client_of(PROXY, "::ffff:192.168.1.7", "", BEHIND).address == "192.168.1.7"
    assert client_of(PROXY, "2001:DB8:0::1", "", BEHIND).address == "2001:db8::1"
    assert client_of(Client("::ffff:10.0.0.2", "http"), "192.168.1.7", "", BEHIND).address == "192.168.1.7"
