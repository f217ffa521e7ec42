"""`app.py export --whole` and `app.py import --whole`: all that a group keeps, as one file, out and in."""

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from companion.commands.check import open_sound, open_store, report_skipped
from companion.games.moves import Refused, text
from companion.group import groups
from companion.group.groups import Group, chosen
from companion.history.group_file import intake
from companion.history.group_file.reader import first, read, read_again
from companion.history.group_file.writer import Writer
from companion.messages import sentence
from companion.storage.database import Database
from companion.storage.identifiers import HOME
from companion.storage.sqlite import copies
from companion.storage.sqlite.lock import exclusive_use
from companion.terminal import columns, is_coloured, say

if TYPE_CHECKING:
    from companion.network.entrances import Entrances

NAME = 40  # characters of a group's name


def export(folder: Path, to: Path, group_name: str) -> int:
    """Write all that a group keeps into one file; 1 if damaged games are left out."""
    with closing(open_store(folder)) as store:
        group = chosen(store.reader(), group_name)
        writer = Writer(store, group, with_secrets=True)
        copies.whole(to, lambda beside: _write(beside, writer))
    if writer.still_secret:
        say(
            f"{writer.still_secret} of its games still hold secrets: do not look before they are over.", file=sys.stderr
        )
    skipped = [f"{game.id} ({game.game})" for game in writer.left_out]
    return report_skipped(f"{_called(group)}: {writer.written}, written to {to}.", skipped)


def _write(to: Path, writer: Writer) -> None:
    with to.open("w", encoding="utf-8", newline="") as file:
        file.writelines(writer.pieces())


def _called(group: Group) -> str:
    return "home" if group.id == HOME else f"“{group.name}”"


def import_group(folder: Path, file: Path, group_name: str, entrances: "Entrances") -> int:
    """Take in a group's file: as a new group of this name, without a name as the home, which must be empty.

    `entrances`: of the server that will serve the group, for the keeper's link. 1, and nothing is taken in, if the file
    cannot be read to its end or the name is taken.
    """
    with file.open("rb") as source, exclusive_use(folder), closing(open_sound(folder)) as store:
        try:
            head = first(read(source))
        except Refused as refused:
            say(f"{file}: {sentence(refused)}", file=sys.stderr)
            return 1
        if problem := _problem(store.reader(), group_name):
            say(f"{problem} Nothing was taken in.", file=sys.stderr)
            return 1
        group: Group = store.do(lambda db: _fill(db, source, group_name, head.name))
    say(f"{group} was taken in.")
    if group.id != HOME:
        from companion.network.qr import LabelledCode, drawn  # late: no other command draws one

        link = entrances.keeper_link("", group.keeper_ticket)
        print(drawn([LabelledCode("Keeper: scan it once the server runs", link)], columns(), is_coloured()))
        say(f"Whoever opens {link} looks after it, once the server runs at this address.")
    return 0


def _problem(db: Database, name: str) -> str:
    """The reason why no group can be taken in under this name; empty if there is none."""
    if not name:
        is_empty = groups.is_empty(db, HOME)
        return "" if is_empty else "The home has people or games already: say --group NAME for a group of its own."
    try:
        text(name, NAME)
    except ValueError:
        return f"A name has 1 to {NAME} characters."
    return f"There is a group called “{name}” already." if groups.has_name(db, name) else ""


def _fill(db: Database, source: BinaryIO, new_name: str, name_in_file: str) -> Group:
    """Store a file that was read to its end, in one transaction."""
    group = groups.open_group(db, new_name).id if new_name else HOME
    if group == HOME and name_in_file:
        groups.rename(db, HOME, name_in_file)
    for batch in intake.batches(read_again(source)):
        intake.add(db, group, batch or [])
    return groups.by_id(db, group)
