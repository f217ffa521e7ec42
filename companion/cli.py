"""The command line of app.py."""

import argparse
import errno
import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from companion import __version__
from companion.commands import backups, check, forget, replay, transfer
from companion.group.groups import NoGroup
from companion.network.entrances import reachable_at
from companion.paths import PROGRAM, default_data
from companion.server.forwarded import network
from companion.storage.data import Data, database_address
from companion.storage.errors import DatabaseError, InUse, Unavailable, Unusable
from companion.storage.sqlite.condition import damaged
from companion.terminal import say

PORT = 8000
DATABASE = "LEDGER_DATABASE"  # the variable of the environment with its address, a password included
T = TypeVar("T")
Parser = argparse.ArgumentParser
NOT_TO_BE_WRITTEN = (errno.EACCES, errno.EPERM, errno.EROFS)


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # a broken record may hold half a sign
    args = parser().parse_args(words)
    database = getattr(args, "database", "") or os.environ.get(DATABASE, "")
    args.data = Data(getattr(args, "data", None) or default_data(), database)
    try:
        status: int = args.run(args)
    except InUse as problem:
        sentence = f"The {problem.what} is in use by the server that runs{where_served(problem)}: stop it first."
    except Unavailable as problem:
        sentence = f"The saved history in {args.data} cannot be used: {problem}."
    except DatabaseError as problem:
        sentence = f"{args.data}: {problem}" if database else damaged(args.data.folder, problem)
    except OSError as problem:
        sentence = unusable(problem, args.data.folder)
    except (RuntimeError, Unusable, NoGroup) as problem:
        sentence = str(problem)
    else:
        return status
    say(sentence, file=sys.stderr)
    return 1


def unusable(problem: OSError, data: Path) -> str:
    """The sentence for a file or folder that the system does not let us use, and a way out if it is of our data."""
    if problem.filename is None:
        return str(problem)
    file, folder = Path(problem.filename).resolve(), data.resolve()
    if problem.errno in NOT_TO_BE_WRITTEN and (file.is_relative_to(folder) or file in folder.parents):
        return f"{problem.filename} cannot be written: choose another folder with --data."
    return f"{problem.filename} cannot be used: {problem.strerror}."


def where_served(problem: InUse) -> str:
    """The address of the other server, as part of a sentence; empty if it left none."""
    from companion.network.entrances import Entrances  # late: no other sentence needs it

    return f" at {Entrances.of_server(str(problem)).base()}" if str(problem) else ""


def _typed(read: Callable[[str], T]) -> Callable[[str], T]:
    """An argparse type: `read`, whose ValueError is shown to the user as it is."""

    def read_or_explain(text: str) -> T:
        try:
            return read(text)
        except ValueError as problem:
            raise argparse.ArgumentTypeError(str(problem)) from None

    return read_or_explain


# The options of the command without a name, each with its help and what else argparse is given.
FLAG, SEVERAL = {"action": "store_true"}, {"action": "append", "default": []}
OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "--host": ("the address to listen on (default: all of this machine)", {"default": ""}),
    "--port": (f"the port, or the next free one (default: {PORT})", {"type": int, "default": PORT}),
    "--name": ("shown on the scoreboard and in the .local name", {"default": ""}),
    "--reachable-at": (
        "where people reach this server, behind a proxy or in a container say; more than once if by several",
        SEVERAL | {"type": _typed(reachable_at), "metavar": "URL"},
    ),
    "--behind": (
        "the address or network of a proxy, whose word on who asks is taken; more than once if there are several",
        SEVERAL | {"type": _typed(network), "metavar": "ADDRESS"},
    ),
    "--https": ("serve by a certificate of its own: tablets stay awake, browsers warn once", FLAG),
    "--open": ("let anybody in the network open a group of their own, besides the home", FLAG),
    "--group": ("the group in which programs lay tables (default: home)", {"default": "", "metavar": "NAME"}),
    "--new": ("begin with nothing, also where games were kept and are gone", FLAG),
    "--no-browser": ("do not open the host's page in a browser of this computer", FLAG),
}


def parser() -> Parser:
    """The parser of all commands and their options. The result's `run` takes the parsed words and runs the command."""
    folder = Parser(add_help=False)
    folder.add_argument(
        "--data", type=Path, default=argparse.SUPPRESS, help=f"the data folder (default: {default_data()})"
    )
    folder.add_argument(
        "--database",
        type=_typed(database_address),
        metavar="URL",
        default=argparse.SUPPRESS,
        help=f"keep the history in a database of PostgreSQL instead of a file there (also by {DATABASE})",
    )
    description = "Reaper's Ledger: the bookkeeping of card games about dying."
    main_parser = Parser(prog=PROGRAM, description=description, parents=[folder])
    main_parser.add_argument("--version", action="version", version=f"Reaper's Ledger {__version__}")
    main_parser.set_defaults(run=_serve)
    for flag, (help, settings) in OPTIONS.items():
        main_parser.add_argument(flag, help=help, **settings)
    of_group = Parser(add_help=False)
    whose = "the group whose games are meant, by name or number (default: home)"
    of_group.add_argument("--group", default=argparse.SUPPRESS, metavar="NAME", help=whose)
    commands = main_parser.add_subparsers(metavar="COMMAND", title="commands (without one: serve)")

    def command(name: str, help: str, *parents: Parser) -> Parser:
        added = commands.add_parser(name, parents=[*parents], help=help)
        added.set_defaults(run=RUN[name])
        return added

    command("host", "print the host's link and its code once more", folder)
    command("groups", "list the groups: number, name, when each was opened, who is in it, how many games", folder)
    added = command("keeper", "print the six words of a group, and its keepers' link with its code", folder)
    added.add_argument("which", metavar="NUMBER", help="the group, by number or name, as “groups” lists it")
    added = command("replay", "print the result of each record, one line of JSON each")
    added.add_argument("files", nargs="+", metavar="FILE", help="a record, or one per line; - is standard input")
    added = command("check", "replay every stored game and verify the stored log", folder)
    accept = "take what is there for all there is, though its end was lost"
    added.add_argument("--accept", action="store_true", help=accept)
    added = command("export", "write every game as a record", folder, of_group)
    added.add_argument("folder", type=Path, metavar="DIR")
    added.add_argument("--whole", action="store_true", help="write all that the group keeps into one file DIR instead")
    added = command("import", "take records in; all of them or none", folder, of_group)
    added.add_argument("files", type=Path, nargs="+", metavar="FILE")
    whole = "take in the file of a whole group: as a new one, NAME, or as an empty home"
    added.add_argument("--whole", action="store_true", help=whole)
    command("backup", "copy the database while it is in use", folder).add_argument("file", type=Path, metavar="FILE")
    added = command("restore", "put a backup in the place of what is kept now", folder)
    added.add_argument("file", type=Path, nargs="?", metavar="FILE", help="without it: which backups there are")
    added.add_argument("--yes", action="store_true", help="do not ask, but do it")
    added = command("forget", "delete a game permanently; a backup is made before", folder, of_group)
    added.add_argument("id", metavar="ID", help="the game's id, as in the address of its page, or its code")
    added = command("move", "move all into an empty database of PostgreSQL, or back; the old place says so", folder)
    way = added.add_mutually_exclusive_group(required=True)
    of_hall: dict[str, Any] = {"nargs": "?", "const": False, "type": _typed(database_address), "metavar": "URL"}
    way.add_argument("--to", help=f"from the folder's file into this database (default: {DATABASE})", **of_hall)
    way.add_argument("--from", dest="back", help="out of this database into a folder that holds nothing", **of_hall)
    command("recount", "rebuild the statistics from the games", folder)
    return main_parser


def _export(args: argparse.Namespace) -> int:
    export = transfer.export_group if args.whole else transfer.export
    return export(args.data, args.folder, args.group)


def _import(args: argparse.Namespace) -> int:
    from companion.network.entrances import Entrances  # late: the other commands lead nobody anywhere

    if not args.whole:
        return transfer.import_games(args.data, args.files, args.group)
    if len(args.files) > 1:
        say("With --whole one file is taken in at a time.", file=sys.stderr)
        return 1
    scheme = "https" if args.https else "http"
    entrances = Entrances(scheme, args.port, args.host, reachable_at=args.reachable_at)
    return transfer.import_group(args.data, args.files[0], args.group, entrances)


def _host(args: argparse.Namespace) -> int:
    from companion.commands.host import print_host_links  # late: the other commands know of no evening

    return print_host_links(args.data)


def _groups(args: argparse.Namespace) -> int:
    from companion.commands.keepers import print_groups  # late: it draws codes, as few commands do

    return print_groups(args.data)


def _keeper(args: argparse.Namespace) -> int:
    from companion.commands.keepers import print_keeper  # late, as above

    return print_keeper(args.data, args.which)


def _move(args: argparse.Namespace) -> int:
    from companion.commands.move import move  # late: a house moves once

    address, is_back = args.to or args.back, args.back is not None
    args.data = Data(args.data.folder, address or args.data.database)
    return move(args.data.folder, args.data.database, is_back)


def _serve(args: argparse.Namespace) -> int:
    from companion.commands.serve import start_server  # late: the other commands need no server

    return start_server(
        args.data,
        args.host,
        args.port,
        args.name,
        https=args.https,
        new=args.new,
        is_open=args.open,
        group=args.group,
        opens_browser=not args.no_browser,
        reachable_at=args.reachable_at,
        behind=args.behind,
    )


RUN: dict[str, Callable[[argparse.Namespace], int]] = {
    "host": _host,
    "groups": _groups,
    "keeper": _keeper,
    "replay": lambda args: replay.replay(args.files),
    "check": lambda args: check.check(args.data, args.accept),
    "export": _export,
    "import": _import,
    "backup": lambda args: backups.backup(args.data, args.file),
    "restore": lambda args: backups.restore(args.data, args.file, args.yes),
    "forget": lambda args: forget.forget(args.data, args.id, args.group),
    "move": _move,
    "recount": lambda args: check.recount(args.data),
}
