"""Whole pages in gzip for browsers that take it; all else as it is."""

import gzip

from tests.support.gathering import Gathering

TAKES_GZIP = {"Accept-Encoding": "gzip, deflate, br"}


def test_a_page_comes_in_gzip_to_who_takes_it(evening: Gathering) -> None:
    phone = evening.come("Ann").client
    plain, packed = phone.get("/"), phone.get("/", headers=TAKES_GZIP)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
    assert gzip.decompress(packed.data) == plain.data
    assert {answer.headers["Vary"] for answer in (plain, packed)} == {"Accept-Encoding"}


def test_what_is_short_or_no_page_or_asked_for_something_is_not_packed(evening: Gathering) -> None:
    phone = evening.come("Ann").client
    for address in ("/healthz", "/history?q=Ann", "/nothing"):
        assert "Content-Encoding" not in phone.get(address, headers=TAKES_GZIP).headers, address
