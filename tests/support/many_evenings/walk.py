"""What a device can get besides its screen: all pages and files that are linked; and what of others it guesses."""

import re
from html import unescape

from tests.support.many_evenings.client import Client
from tests.support.many_evenings.evening import PlayedEvening

LINK = re.compile(r'href="(/[^"#]*)')
GENERAL = re.compile(r"/history/(games|evenings)/.*")  # there in every group
STARTS = ("/", "/group", "/choose", "/network", "/people/", "/decks/", "/history/", "/history/people", "/history/games")
EXPORTS = ("/history/records.jsonl", "/history/results.csv", "/history/ledgers.csv", "/history/plays.bgsplay")
COPY = "/history/copy.db"  # of the home alone


def walk(client: Client, most: int) -> set[str]:
    """Open the pages and files that are linked from here on, at most so many; their addresses."""
    waiting, seen = [*STARTS, *EXPORTS, COPY], set[str]()
    while waiting and len(seen) < most:
        address = waiting.pop(0)
        if address in seen or address.startswith("/static/"):
            continue
        seen.add(address)
        answer = client.insist("GET", address)
        assert answer.status in (200, 303, 403) or address == COPY, (address, answer)
        if answer.headers.get_content_type() == "text/html":
            waiting += [unescape(link) for link in LINK.findall(answer.body.decode())]
    return seen


def guess(client: Client, own: set[str], other: PlayedEvening, addresses: set[str]) -> list[str]:
    """Ask for what another group has and the own one has not, and report at its table; what was not refused."""
    paths, ours = ({address.partition("?")[0] for address in those} for those in (addresses, own))
    guesses = sorted(path for path in paths - ours if not GENERAL.fullmatch(path))
    answers = {path: client.insist("GET", path).status for path in guesses}
    forms = {
        f"/table/{other.table}/move": [("move", "stop"), ("key", "guessed-key"), ("seen", "0")],
        f"/table/{other.table}/back": [("line", "1")],
        f"/tables/{other.table}/go-on": [],
        f"/evenings/{other.code}": [],
    }
    answers |= {address: client.insist("POST", address, form).status for address, form in forms.items()}
    return [address for address, status in answers.items() if status not in (403, 404)]
