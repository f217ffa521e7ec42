"""The command line of app.py."""

import argparse
import errno
import io
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from companion import __version__
from companion.commands import (
    backup as backup_command,
)
from companion.commands import (
    check as check_command,
)
from companion.commands import (
    forget as forget_command,
)
from companion.commands import (
    group_file,
    rebuild,
    transfer,
)
from companion.commands import (
    replay as replay_command,
)
from companion.commands import (
    restore as restore_command,
)
from companion.group.groups import NoGroup
from companion.network.reachable import reachable_at
from companion.paths import PROGRAM, default_data
from companion.server.forwarded import network
from companion.storage.errors import DatabaseError, Unavailable, Unusable
from companion.storage.sqlite.condition import damaged
from companion.storage.sqlite.lock import InUse
from companion.terminal import say

PORT = 8000
T = TypeVar("T")
NOT_TO_BE_WRITTEN = (errno.EACCES, errno.EPERM, errno.EROFS)


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # a broken record may hold half a sign
    args = parser().parse_args(words)
    args.data = getattr(args, "data", None) or default_data()
    try:
        status: int = args.run(args)
    except InUse as problem:
        say(
            f"The data folder is in use by the server that runs{where_served(problem)}: stop it first.", file=sys.stderr
        )
        return 1
    except Unavailable as problem:
        say(f"The saved history in {args.data} cannot be used: {problem}.", file=sys.stderr)
        return 1
    except DatabaseError as problem:
        say(damaged(args.data, problem), file=sys.stderr)
        return 1
    except OSError as problem:
        say(unusable(problem, args.data), file=sys.stderr)
        return 1
    except (RuntimeError, Unusable, NoGroup) as problem:
        say(str(problem), file=sys.stderr)
        return 1
    return status


def unusable(problem: OSError, data: Path) -> str:
    """The sentence for a file or folder that the system does not let us use, and a way out if it is of our data."""
    if problem.filename is None:
        return str(problem)
    file, folder = Path(problem.filename).resolve(), data.resolve()
    if problem.errno in NOT_TO_BE_WRITTEN and (file.is_relative_to(folder) or file in folder.parents):
        return f"{problem.filename} cannot be written: choose another folder with --data."
    return f"{problem.filename} cannot be used: {problem.strerror}."


def where_served(problem: InUse) -> str:
    """Where the other server is, if it told."""
    from companion.network.entrances import Entrances  # late: no other sentence needs it

    return f" at {Entrances.of_server(str(problem)).base()}" if str(problem) else ""


def _typed(read: Callable[[str], T]) -> Callable[[str], T]:
    """A reader of an option whose ValueError, a sentence, is told as it is."""

    def read_or_tell(text: str) -> T:
        try:
            return read(text)
        except ValueError as problem:
            raise argparse.ArgumentTypeError(str(problem)) from None

    return read_or_tell


def parser() -> argparse.ArgumentParser:
    """All commands and their options; what runs one is its `run`."""
    folder = argparse.ArgumentParser(add_help=False)
    folder.add_argument(
        "--data", type=Path, default=argparse.SUPPRESS, help=f"the data folder (default: {default_data()})"
    )
    main_parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Reaper's Ledger: the bookkeeping of card games about dying.",
        parents=[folder],
    )
    main_parser.add_argument("--version", action="version", version=f"Reaper's Ledger {__version__}")
    main_parser.add_argument("--host", default="", help="the address to listen on (default: all of this machine)")
    main_parser.add_argument("--port", type=int, default=PORT, help=f"the port, or the next free one (default: {PORT})")
    main_parser.add_argument("--name", default="", help="shown on the scoreboard and in the .local name")
    main_parser.add_argument(
        "--reachable-at",
        action="append",
        default=[],
        type=_typed(reachable_at),
        metavar="URL",
        help="where people reach this server, behind a proxy or in a container say; more than once if by several",
    )
    main_parser.add_argument(
        "--behind",
        action="append",
        default=[],
        type=_typed(network),
        metavar="ADDRESS",
        help="the address or network of a proxy, whose word on who asks is taken; more than once if there are several",
    )
    main_parser.add_argument(
        "--https", action="store_true", help="serve by a certificate of its own: tablets stay awake, browsers warn once"
    )
    main_parser.add_argument(
        "--open", action="store_true", help="let anybody in the network open a group of their own, besides the home"
    )
    main_parser.add_argument(
        "--group", default="", metavar="NAME", help="the group in which programs lay tables (default: home)"
    )
    main_parser.add_argument(
        "--new", action="store_true", help="begin with nothing, also where games were kept and are gone"
    )
    main_parser.add_argument(
        "--no-browser", action="store_true", help="do not open the host's page in a browser of this computer"
    )
    main_parser.set_defaults(run=_serve)
    commands = main_parser.add_subparsers(metavar="COMMAND", title="commands (without one: serve)")
    host = commands.add_parser("host", parents=[folder], help="print the host's link and its code once more")
    host.set_defaults(run=_host)
    replay = commands.add_parser("replay", help="print the result of each record, one line of JSON each")
    replay.add_argument("files", nargs="+", metavar="FILE", help="a record, or one per line; - is standard input")
    replay.set_defaults(run=lambda args: replay_command.replay(args.files))
    check = commands.add_parser("check", parents=[folder], help="replay every stored game and verify the stored log")
    check.add_argument(
        "--accept", action="store_true", help="take what is there for all there is, though its end was lost"
    )
    check.set_defaults(run=lambda args: check_command.check(args.data, args.accept))
    of_group = argparse.ArgumentParser(add_help=False)
    of_group.add_argument(
        "--group",
        default=argparse.SUPPRESS,
        metavar="NAME",
        help="the group whose games are meant, by name or number (default: home)",
    )
    export = commands.add_parser("export", parents=[folder, of_group], help="write every game as a record")
    export.add_argument("folder", type=Path, metavar="DIR")
    export.add_argument("--whole", action="store_true", help="write all that the group keeps into one file DIR instead")
    export.set_defaults(run=_export)
    bring = commands.add_parser("import", parents=[folder, of_group], help="take records in; all of them or none")
    bring.add_argument("files", type=Path, nargs="+", metavar="FILE")
    bring.add_argument(
        "--whole",
        action="store_true",
        help="take in the file of a whole group: as a new one, NAME, or as an empty home",
    )
    bring.set_defaults(run=_import)
    backup = commands.add_parser("backup", parents=[folder], help="copy the database while it is in use")
    backup.add_argument("file", type=Path, metavar="FILE")
    backup.set_defaults(run=lambda args: backup_command.backup(args.data, args.file))
    restore = commands.add_parser("restore", parents=[folder], help="put a backup in the place of what is kept now")
    restore.add_argument("file", type=Path, nargs="?", metavar="FILE", help="without it: which backups there are")
    restore.add_argument("--yes", action="store_true", help="do not ask, but do it")
    restore.set_defaults(run=lambda args: restore_command.restore(args.data, args.file, args.yes))
    forget = commands.add_parser(
        "forget", parents=[folder, of_group], help="delete a game permanently; a backup is made before"
    )
    forget.add_argument("id", metavar="ID", help="the game's id, as in the address of its page, or its code")
    forget.set_defaults(run=lambda args: forget_command.forget(args.data, args.id, args.group))
    again = commands.add_parser("recount", parents=[folder], help="rebuild the statistics from the games")
    again.set_defaults(run=lambda args: rebuild.rebuild_statistics(args.data))
    return main_parser


def _export(args: argparse.Namespace) -> int:
    export = group_file.export if args.whole else transfer.export
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
    return group_file.import_group(args.data, args.files[0], args.group, entrances)


def _host(args: argparse.Namespace) -> int:
    from companion.commands.host import print_host_links  # late: the other commands know of no evening

    return print_host_links(args.data)


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
