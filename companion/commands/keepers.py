"""`app.py groups`: the groups of the folder. `app.py keeper`: the code that makes keepers of one."""

from contextlib import closing

from companion.commands.opening import open_store
from companion.group import groups
from companion.network.entrances import Entrances
from companion.network.qr import LabelledCode, drawn
from companion.paths import PROGRAM
from companion.storage.data import Data
from companion.storage.identifiers import HOME
from companion.storage.sqlite.lock import served_address
from companion.terminal import columns, is_coloured, say


def print_groups(data: Data) -> int:
    """Print a line for each group, the home first."""
    with closing(open_store(data)) as store:
        for group in groups.all_groups(store.reader()):
            say(groups.described(store.reader(), group))
    return 0


def print_keeper(data: Data, wanted: str) -> int:
    """Print the six words of a group, and their link with its code to scan if a server has the folder."""
    with closing(open_store(data)) as store:
        group = groups.chosen(store.reader(), wanted)
        whose = groups.described(store.reader(), group)
    if group.id == HOME:
        say(f"Each host of the home keeps it: “{PROGRAM} host” prints the host's link.")
        return 0
    say(whose)
    if group.words:
        say(f"Its six words: {' '.join(group.words)}")
    if served := served_address(data.folder):
        link = Entrances.of_server(served).keeper_link("", group.keeper_ticket)
        print(
            drawn([LabelledCode("Keeper: scan it with the phone that shall keep it", link)], columns(), is_coloured())
        )
        say(f"Whoever opens {link} keeps the group.")
    else:
        say(f"Once the server runs, whoever opens /keep/{group.keeper_ticket} at its address keeps the group.")
    return 0
