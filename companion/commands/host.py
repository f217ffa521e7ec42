"""`app.py host`: the host's own link of the server that runs, with its code to scan."""

import sys
from collections.abc import Iterator
from contextlib import closing

from companion.commands.opening import open_store
from companion.evening import rows
from companion.evening.model import Evening
from companion.evening.quiet import Hours
from companion.network.entrances import Entrances
from companion.network.qr import LabelledCode, drawn
from companion.paths import PROGRAM
from companion.storage.data import Data
from companion.storage.identifiers import HOME
from companion.storage.notifier import Notifier
from companion.storage.sqlite.lock import served_address
from companion.storage.store import Store
from companion.terminal import columns, is_coloured, say

HOST_LABEL = "Host: scan it with the tablet"


def print_host_links(data: Data) -> int:
    """Print the host's link of every open evening of the home; 1, with a sentence, if no server has the folder."""
    served = served_address(data.folder)
    if not served:
        say(
            f"No server runs with the data folder {data.folder}: “{PROGRAM}” starts one, --data names another folder.",
            file=sys.stderr,
        )
        return 1
    entrances = Entrances.of_server(served)
    with closing(open_store(data)) as store:
        for evening in _open_evenings(store):
            link = entrances.host_link(evening.address, evening.host_ticket)
            print(drawn([LabelledCode(HOST_LABEL, link)], columns(), is_coloured()))
            say(f"The host's own link: {link} (code {evening.code})")
    return 0


def _open_evenings(store: Store) -> list[Evening]:
    """The open evenings of the home, the newest first, which are left alone; one is opened if there is none."""
    opened = [*_still_open(store)]
    if not opened:
        store.do(lambda db: rows.open_evening(db, HOME, (), unless_open=False))
        opened = [*_still_open(store)]
    return opened


def _still_open(store: Store) -> Iterator[Evening]:
    hours = Hours(store, Notifier())
    for id in rows.open_ids(store.reader(), HOME):
        evening = rows.read(store.reader(), id)
        if evening is not None and not hours.are_over(evening):
            yield evening
