"""Bugs that let a secret out, or a difference that tells of one."""

import dataclasses
import hashlib
import json
import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from weakref import WeakSet

import msgspec
from flask import Response, request

from companion.evening import admission, tables
from companion.evening.model import Evening, EveningDevice
from companion.evening.report import AlsoOfMove, Folded
from companion.evening.rows import Act, newer_version
from companion.games.death_name import GAME as death_name
from companion.games.death_wish import GAME as death_wish
from companion.games.game import Secret
from companion.games.moves import Move
from companion.group import notebook
from companion.group.people import touch
from companion.history import search, verifying
from companion.history.group_file import writer
from companion.storage import log
from companion.storage.database import Database
from companion.storage.identifiers import HOME
from companion.storage.log import Row
from companion.storage.sqlite import copies
from companion.storage.store import Job
from companion.storage.stored_table import LiveTable
from companion.table import visibility, words
from companion.table.corrections import struck
from companion.table.model import Line, RecordedMove, Table
from companion.web.access import guard
from companion.web.access.services import Services
from companion.web.access.visit import Visit
from companion.web.pages import watching
from companion.web.pages.evening import hall, join
from companion.web.pages.history import exports, finder
from companion.web.screens import taps
from companion.web.screens.screen import Screen, past_screen
from companion.web.screens.stream import Follower
from companion.web.text.drawn import Part
from tests.faults.planted import planted, replace


@planted("lines are shown whole", row="marked secrets", counts="leaked")
def lines_shown_whole() -> None:
    """What a viewer may not know of a move is left in it."""

    def whole(table: Table, written: RecordedMove, seat: int | None) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(written.move)
        return plain

    replace(visibility, "_visible_fields", whole)


@planted("the history finds games by secrets", row="marked secrets", counts="leaked", tries=6)
def found_by_secrets() -> None:
    """The words of a game that is over are all that were written."""

    def whole(table: Table) -> Iterator[tuple[type[Move], dict[str, Any]]]:
        return ((type(one.move), msgspec.to_builtins(one.move)) for stands in table.sheet for one in stands)

    replace(words, "visible_readings", whole)


@planted("notes are everybody's", row="two worlds", counts="leaked")
def common_notes() -> None:
    """A notebook holds what anybody noted on the device, whoever it was."""

    def notes(db: Any, device: int, table_id: str, owner: int) -> notebook.Notes:
        return {cell: mark for seat in range(7) for cell, mark in own(db, device, table_id, seat).items()}

    own = replace(notebook, "notes", notes)


@planted("names are open once all have written", row="marked secrets", counts="leaked", tries=1)
def names_open_once_written() -> None:
    """What is on a card is taken for open before its round is scored."""

    def is_revealed(state: Any, secret: Secret) -> bool:
        opened = secret.until[0] == "scored" and any(
            now.number == secret.until[1] and now.written for now in state.rounds
        )
        return opened or bool(is_revealed_there(state, secret))

    is_revealed_there = replace(death_name, "is_revealed", is_revealed)


@planted("an outbreak is open once another was played", row="marked secrets", counts="leaked", tries=6)
def outbreak_open_once_another_was_played() -> None:
    """The texts of all outbreaks that somebody keeps are taken for open when one of them is used."""
    replace(death_wish, "is_revealed", lambda state, secret: bool(state.played))


@planted("a struck line is shown whole", row="marked secrets", counts="leaked", tries=6)
def struck_line_shown_whole() -> None:
    """What no longer counts is taken for open."""

    def visible(table: Table, line: Line, seat: int | None) -> dict[str, Any]:
        if line.recorded is not None and line.number in struck(table):
            plain: dict[str, Any] = msgspec.to_builtins(line.recorded.move)
            return plain
        return visible_move(table, line, seat)

    visible_move = replace(visibility, "visible_move", visible)


@planted("the code stays in the address", row="marked secrets", counts="leaked", tries=1)
def code_stays_in_the_address() -> None:
    """Whoever has come in by a code goes on at an address that holds it."""

    def come_in(visit: Visit, evening: Evening, host: bool = False) -> Response:
        response = enter(visit, evening, host)
        response.location = f"/?from={request.path}"
        return response

    enter = replace(join, "bring_in", come_in)


@planted("an answer holds the key of its device", row="marked secrets", counts="leaked", tries=1)
def answer_holds_the_key() -> None:
    """Scripts are given what only the cookie is to hold."""

    def dress(response: Response) -> Response:
        response.headers["X-Device"] = request.headers.get("Cookie", "")
        return own(response)

    own = replace(guard, "_dress", dress)


@planted("keys in the log", row="marked secrets", counts="leaked", tries=1)
def keys_in_the_log() -> None:
    """Each request is logged with its headers."""

    def check() -> None:
        logging.getLogger("companion").warning("%s %s", request.path, request.headers)
        own()

    own = replace(guard, "_check", check)


@planted("the host's copy lets in", row="marked secrets", counts="leaked", tries=1)
def hosts_copy_lets_in() -> None:
    """Codes and links of evenings stand in the copy that a host takes home."""
    replace(copies, "NO_WAY_IN", ())


@planted("a file holds games that are played", row="marked secrets", counts="leaked", tries=6)
def file_holds_games_that_are_played() -> None:
    """The copy that a host takes home holds all lines of all games."""
    replace(copies, "not_over", lambda conn: [])


@planted("keys of taps can be foreseen", row="marked secrets", counts="leaked", tries=1)
def keys_can_be_foreseen() -> None:
    """The key of a tap is made of what everybody may know."""

    def key(secret: str, device: int, code: str, *question: object) -> str:
        return hashlib.sha256(repr((device, code, *question)).encode()).hexdigest()[: taps.LENGTH]

    replace(taps, "key_for", key)


@planted("a shared phone is not covered", row="marked secrets", counts="leaked", tries=6)
def shared_phone_is_not_covered() -> None:
    """A phone that several share shows what one of them may know, whoever looks."""
    replace(EveningDevice, "is_covered", False)


@planted("the sheet of any table", row="marked secrets", counts="leaked", tries=6)
def sheet_of_any_table() -> None:
    """Whoever has come in anywhere reads the sheet of a table whose code they know."""
    replace(Visit, "table", lambda self, code: self.services.tables.find(code))


@planted("a link to the scoreboard shows a phone", row="marked secrets", counts="leaked", tries=2)
def link_shows_a_phone() -> None:
    """Whoever has a link sees what the player of the first seat sees."""

    def screen_of_a_player(services: Services, evening: Evening) -> Screen:
        live = services.tables.shown(evening)
        return past_screen(services, live, 0) if live else screen(services, evening)

    screen = replace(watching, "screen_of_spectators", screen_of_a_player)


@planted("a stream goes on with the part of another", row="marked secrets", counts="leaked", tries=2)
def stream_goes_on_with_the_part_of_another() -> None:
    """From its second news on a stream sends the private part that was drawn last, for anybody."""
    drawn: list[Part] = []
    begun: WeakSet[Follower] = WeakSet()

    def events_of_anybody(follower: Follower, screen: Screen) -> bytes:
        sent = dataclasses.replace(screen, private=drawn[-1]) if follower in begun else screen
        begun.add(follower)
        drawn.append(screen.private)
        news: bytes = events(follower, sent)
        return news

    events = replace(Follower, "events", events_of_anybody)


@planted("a link that was revoked", row="marked secrets", counts="leaked", tries=1)
def revoked_link() -> None:
    """A link shows the scoreboard as long as the evening is open."""
    replace(admission, "revoke_spectator", lambda evening, id: evening)


@planted("a pass raises the evening's version twice", row="two worlds", counts="leaked", tries=32)
def pass_raises_the_version_twice() -> None:
    """What is declared in secret is told by the version of its evening."""
    _beside_a_pass(lambda db, evening, person: newer_version(db, evening))


@planted("a pass changes when a guest was last seen", row="two worlds", counts="leaked", tries=32)
def pass_changes_who_was_last_seen() -> None:
    """Whoever passes is here, which is noted: the order of the people tells it."""
    _beside_a_pass(lambda db, evening, person: touch(db, person))


def _beside_a_pass(change: Callable[[Database, int, int], Any]) -> None:
    """Change something of an evening or a person in the commit of the line by which that person passes."""

    def writing(live: LiveTable, rows: Sequence[Row], lines: Sequence[Folded], also: AlsoOfMove) -> Job:
        def also_of_pass(db: Database, after: Table) -> Act | None:
            move = json.loads(rows[-1].move)
            if move.get("choice") == "pass":
                evening, person = live.header.evening, live.header.people[move["seat"]]
                assert evening is not None and person is not None
                change(db, evening, person)
            return also(db, after)

        job: Job = own(live, rows, lines, also_of_pass)
        return job

    own = replace(tables, "writing", writing)


@planted("the group's file holds kept outbreaks", row="two worlds", counts="leaked", tries=32)
def group_file_holds_kept_outbreaks() -> None:
    """Of a game that is over it holds every line as it was reported."""
    replace(writer, "without_secrets", lambda table: table)


@planted("the group's file holds games that are put away", row="two worlds", counts="leaked")
def group_file_holds_games_put_away() -> None:
    """A game that no screen shows is in it with all of its secrets."""

    def line_of_game(made: writer.Writer, id: str, numbers: dict[int, int]) -> str:
        shown = "select 1 from evenings join tables on tables.code = table_code where tables.id = ?"
        made._with_secrets = made._store.reader().execute(shown, [id]).first() is None
        entry: str = own(made, id, numbers)
        return entry

    own = replace(writer.Writer, "_line_of_game", line_of_game)


planted("a kept outbreak in a group's file, marked", row="marked secrets", counts="leaked", tries=10)(
    group_file_holds_kept_outbreaks
)
planted("a game that is put away in a group's file, marked", row="marked secrets", counts="leaked", tries=6)(
    group_file_holds_games_put_away
)


@planted("the hall looks at a table", row="marked secrets", counts="leaked", tries=6)
def hall_looks_at_a_table() -> None:
    """Who runs the server reads what was reported last."""

    def newest(slug: str, table: Table) -> tuple[str, int]:
        return str(msgspec.to_builtins(table.lines[-1].recorded)) if table.lines else "", 0

    replace(hall, "_round_and_waiting", newest)


@planted("a short address opens what is played", row="marked secrets", counts="leaked", tries=2)
def short_address_opens_what_is_played() -> None:
    """Nobody looks whether the game of a short address is over."""

    def game(visit: Visit, group: int, id: str) -> tuple[search.Game, log.Header]:
        past = finder.past_game(visit, group, id)
        return past, verifying.header_of(visit.services.store, past)

    replace(exports, "exportable_game", game)


@planted("games of other groups", row="marked secrets", counts="leaked", tries=6)
def games_of_other_groups() -> None:
    """A game of the past is found by its id alone."""

    def game(db: Database, group: int, id: str) -> search.Game | None:
        past: search.Game | None = own(db, HOME, id)
        return past

    own: Any = replace(search, "game", game)
