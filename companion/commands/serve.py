"""The command without a name: open the data folder and serve it."""

import logging
import os
import sys
import threading
import webbrowser
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import backups
from companion.commands.check import tell_scored_anew
from companion.commands.forget import forget_groups
from companion.commands.host import HOST_LABEL
from companion.commands.opening import exclusive_use, open_sound, starting
from companion.evening import floor
from companion.group import groups
from companion.history import rebuild
from companion.network import addresses, local_name
from companion.network.entrances import EVERYWHERE, Entrances, name_in
from companion.network.qr import LabelledCode, drawn
from companion.paths import PROGRAM, default_data
from companion.server.forwarded import Network
from companion.server.inspection import Inspection, report_damage
from companion.server.server import serve
from companion.storage.damage import Damaged
from companion.storage.data import Data
from companion.storage.identifiers import HOME
from companion.storage.log import orphans
from companion.storage.sqlite import condition
from companion.storage.sqlite.store import copy_before_upgrade
from companion.storage.store import Store
from companion.terminal import columns, is_coloured, say
from companion.web.access.services import Services, instance
from companion.web.app import create_app

if TYPE_CHECKING:
    from companion.network.certificate import Certificate

REMOTE = ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")
DESKTOP = ("DISPLAY", "WAYLAND_DISPLAY")  # Linux and its like tell a session with windows by these


def start_server(
    data: Data,
    host: str,
    port: int,
    name: str,
    translations: Path | None = None,
    https: bool = False,
    new: bool = False,
    is_open: bool = False,
    group: str = "",
    opens_browser: bool = False,
    reachable_at: Sequence[str] = (),
    behind: Collection[Network] = (),
) -> int:
    """Serve until stopped. OSError with a sentence if port or folder cannot be used, InUse if a server has them.

    `https`: with a certificate of its own. `new`: start empty, also where games were stored and are gone. `is_open`:
    anybody in the network may open a group. `group`: the group in which programs open tables (default: home).
    `opens_browser`: open the host's page if a user sits at this computer. `reachable_at`: public addresses, instead of
    the machine's own. `behind`: proxies whose headers are trusted.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)r")
    port = addresses.free_port(host or EVERYWHERE, port)
    scheme = "https" if https else "http"
    with exclusive_use(data, Entrances(scheme, port, host, reachable_at=reachable_at).served) as was_killed:
        with starting(data):
            store = open_history(data, new)
        if store.standbys() == 0:
            say("No standby of the database is connected: nothing is saved until one is.", file=sys.stderr)
        announced = _announced(host, reachable_at)
        local = local_name.Name(name or "ledger", instance(store)[:3], port, announced)
        entrances = Entrances(scheme, port, host, local, reachable_at)
        services = Services(
            store,
            name,
            entrances,
            own_names=frozenset([local.host]),
            is_open=is_open,
            programs_group=_programs_group(store, group),
        )
        app = create_app(services, translations)
        services.listen()
        services.evenings.ensure(HOME)
        services.evenings.raise_versions()
        inspection = Inspection(app)
        inspection.begin(was_killed)
        if announced:
            local.start()
        certificate = _certificate(data.folder, entrances)
        ready = partial(_announce, services, data, opens_browser, certificate)
        serve(app, host or EVERYWHERE, port, ready, certificate, behind, partial(_copy_daily, data))
        inspection.end()
        local.close()
        if services.writer.close():
            store.close()
    return 0


def _programs_group(store: Store, name: str) -> int:
    """The group in which programs open tables; the home, with a notice, if it is unknown: it may be forgotten."""
    try:
        return groups.chosen(store.reader(), name).id
    except groups.NoGroup as problem:
        say(f"{problem.problem}: programs lay their tables in the home.", file=sys.stderr)
        return HOME


def open_history(data: Data, new: bool = False) -> Store:
    """Open the store in exclusive use: checked, backed up once a day, and brought up to date.

    Damaged games are named on the terminal; Unusable if the file itself is damaged. `new`: as in `start_server`.
    """
    is_copied = bool(data.database)  # by whoever runs it, before a new release is started
    if not is_copied:
        is_copied = bool(condition.steps_to_come(data.folder, new))
        condition.assert_sound(data.folder)
        backups.daily(data.folder)
    forget_groups(data, new)
    store = open_sound(data)
    _score_anew(store, data.folder, is_copied)
    rebuild.mend(store, skipped=report_damage)
    rebuild.catch_up(store, skipped=report_damage)
    for id in orphans(store.reader()):
        report_damage(Damaged(id, "?", "its lines are here, and the game is not"))
    return store


def _copy_daily(data: Data) -> None:
    """Copy the database where that was not done today: a server may run for weeks."""
    try:
        if not data.database:
            backups.daily(data.folder)
    except OSError as problem:
        say(f"No backup was made: {problem}.", file=sys.stderr)


def _score_anew(store: Store, folder: Path, is_copied: bool) -> None:
    """Seal the games of older rules under those of now, and print the progress; the file is copied before the first."""
    games = rebuild.outdated(store)
    for read, tables in rebuild.lots(store, games, report_damage):
        if tables and not is_copied:
            copy_before_upgrade(folder)
            is_copied = True
        rebuild.score_anew(store, tables, tell_scored_anew)
        if tables:
            say(f"{read} of {len(games)} games of older rules are added up by those of now.")


def _certificate(folder: Path, entrances: Entrances) -> "Certificate | None":
    if entrances.scheme != "https":
        return None
    from companion.network.certificate import Certificate  # late: nobody else waits for it

    return Certificate(folder / "https", entrances.names)


def _announced(host: str, reachable_at: Sequence[str]) -> list[str]:
    """The addresses announced under the `.local` name: none if people come by other addresses."""
    if reachable_at:
        return []
    reachable = [address.ip for address in addresses.addresses() if not address.loopback]
    return [ip for ip in reachable if host in ("", EVERYWHERE, ip)]


def _announce(services: Services, data: Data, opens_browser: bool, certificate: "Certificate | None") -> None:
    _print_addresses(services, data)
    if certificate is not None:
        for name in sorted(certificate.left_out({name_in(services.entrances.base()), *services.entrances.names})):
            _say(
                f"{certificate.authority} does not stand for {name}: browsers warn there, also where it is installed. "
                "For one that does, name the address with --reachable-at, delete that file, and install the next."
            )
    if opens_browser and has_screen(os.environ, sys.platform, sys.stdout.isatty()):
        open_page(services.host_link(services.evenings.ensure(HOME)))


def _print_addresses(services: Services, data: Data) -> None:
    """Print where host and phones go (QR codes, addresses, other networks) and where the history is kept."""
    evening = services.evenings.ensure(HOME)
    base = services.entrances.base(evening.address)
    phones = services.entrances.join_link(evening.address, evening.ticket)
    codes = [
        LabelledCode(HOST_LABEL, services.host_link(evening)),
        LabelledCode("Players: scan it with phones", phones),
    ]
    _say(drawn(codes, columns(), is_coloured()))
    _say(f"Reaper's Ledger is open at {base} (code {evening.code})")
    services.say_host_link(evening)
    for other in services.evenings.all_open(HOME):
        if other.id != evening.id:
            _say(f"Another table is open (code {other.code})")
            services.say_host_link(other)
    if services.is_open:
        _say(f"Anybody in the network may open a group of their own: {base}")
    reader = services.store.reader()
    if data.database or services.is_open or services.name or groups.are_others(reader) or floor.places(reader):
        services.say_hall_link()
    if services.entrances.is_unreachable:
        _say(
            "This computer is in no network yet: no phone can reach it. Once it is in one, print the host's code anew."
        )
    folder = data.folder.resolve()
    option = "" if folder == default_data().resolve() else f' --data "{folder}"'
    option += f' --database "{data}"' if data.database else ""
    say(f"The host's code once more: {PROGRAM} host{option}")
    say(f"The history is saved in {data if data.database else folder}")
    if services.entrances.scheme == "https":
        _say("The certificate is this house's own: each browser warns once. Tap “Advanced”, then go on to the address.")
    others = [entrance for entrance in services.entrances.all(chosen=evening.address) if not entrance.chosen]
    if others:
        _say("If phones cannot reach it, choose another address on the page “Network” (or start with --host):")
        for entrance in others:
            _say(f"  {entrance.address}" + (f"  ({entrance.interface})" if entrance.interface else ""))


def _say(text: str) -> None:
    print(text, flush=True)


def has_screen(environment: Mapping[str, str], platform: str, is_terminal: bool) -> bool:
    """Whether the user sees the screen of this computer: not over ssh, without a desktop, or without a terminal."""
    if not is_terminal or any(environment.get(name) for name in REMOTE):
        return False
    return platform in ("win32", "darwin") or any(environment.get(name) for name in DESKTOP)


def open_page(address: str) -> None:
    """Open a page in the user's browser, on a thread: some browsers answer only after seconds."""
    say("The host's page opens in a browser of this computer (not with --no-browser).")
    threading.Thread(target=_open, args=[address], daemon=True).start()


def _open(address: str) -> None:
    if not webbrowser.open(address):
        say("There is no browser that opens it: open the host's own link yourself.")
