"""A mark in every secret: it is searched for in all that devices get which may not know it, by open streams too.

Names, readings and kept outbreaks are texts that hold a mark. What opens the way of another device (its cookie, the
links of hosts) and the names of another group are searched for in the same way.
"""

import json
import logging
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO
from random import Random
from typing import Any

from companion.games import GAMES
from companion.games.game import Ask
from companion.table.model import Table
from companion.table.questions import asks
from companion.table.result import is_closed, result
from companion.table.visibility import secrets_open
from tests.faults.crowd import Crowd
from tests.faults.listening import Listener
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.support import taint
from tests.support.folds import folds
from tests.support.forms import flat, forms
from tests.support.games.random_play import answer, offered, with_texts
from tests.support.own_app import app_of_its_own

LINES = 50  # of a game at most
DEVICES = 2  # that look after each line
SELDOM = 0.2  # so often somebody looks by a link to the scoreboard
SOME = 3  # addresses that such a device asks for
ELSEWHERE = ("club", "outside", "operator")  # devices that this table is nothing to
TAKEN_BACK = 0.15  # so often a move is struck at once
OPTIONAL = 0.5  # so often something is answered that might be left undone
BY_THE_RULES = 0.8  # so often a game of Death Wish ends by them
PAGES = ("/live", "/help", "/choose", "/phone", "/people/", "/decks/", "/history/", "/history/people", "/group")
FILES = ("records.jsonl", "results.csv", "ledgers.csv", "plays.bgsplay", "copy.db")
GROUP = "/group/group.jsonl"
KEEPERS = ("tablet", "club")  # who may have the file of their group
PUT_AWAY = ("/", "/history/", *(f"/history/{name}" for name in FILES), GROUP)
ENDING: dict[str, Any] = {"move": "contract", "disease": "Plague", "color": "red", "skulls": 9}
PART = b"event: shared\n"  # of a screen
RARE = ("outbreak", "play-keeper")
MARKED = ("name", "reading", "text")  # the fields of secrets that are texts

Asked = tuple[str, dict[str, Any] | None]


@row("marked secrets", load="answers searched", whole=400, few=3)
def marked_secrets(effort: Effort) -> Outcome:
    """Play games of all kinds on phones, and search what some devices get after every line."""
    outcome = effort.outcome()
    marked: set[str] = set()
    slugs = [slug for slug in GAMES if GAMES[slug].SECRET_MOVES] + [*GAMES]
    for number in range(effort.tries):
        rng = Random(f"{effort.seed} {number}")
        with app_of_its_own() as app, _logged() as logged, ExitStack() as left:
            crowd = Crowd.gathered(app, rng, slugs[number % len(slugs)])
            _play(outcome, rng, crowd, _listeners(outcome, crowd, left))
            marked |= crowd.by_the_rules
            in_log = taint.leaks("\n".join(logged).encode(), crowd.every_key)
            outcome.note("leaked", f"the log tells {in_log}", len(in_log))
        outcome.tries += 1
    outcome.note("failed", "no mark was secret by the rules", int(not marked))
    return outcome


@contextmanager
def _logged() -> Iterator[list[str]]:
    """All that is logged meanwhile."""
    logged: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: logged.append(handler.format(record))  # type: ignore[method-assign]
    logging.getLogger().addHandler(handler)
    yield logged
    logging.getLogger().removeHandler(handler)


def _listeners(outcome: Outcome, crowd: Crowd, left: ExitStack) -> dict[str, Listener]:
    """The streams that stay open, of which the beginnings are searched."""
    listeners = crowd.listeners()
    for device, listener in listeners.items():
        left.callback(listener.close)
        _search_news(outcome, crowd, device, listener.open())
    return listeners


def _play(outcome: Outcome, rng: Random, crowd: Crowd, listeners: dict[str, Listener]) -> None:
    while len(crowd.table.lines) < LINES:
        must = offered(crowd.table, optional=False)
        if not must:
            break
        among = _optional(crowd.table) if rng.random() < OPTIONAL else must
        plain = _marked(rng, rng.choice(among))
        crowd.report(plain)
        _listen(outcome, rng, crowd, listeners)
        if rng.random() < TAKEN_BACK:
            crowd.take_back(plain)
            _listen(outcome, rng, crowd, listeners)
        if rng.random() < SELDOM:
            _watch(outcome, crowd)
        if rng.random() < SELDOM and not is_closed(crowd.table):
            _put_away(outcome, crowd)
        for device in rng.sample([*crowd.phones], DEVICES):
            every = [
                *_asked(rng, crowd),
                *_folded(rng, crowd),
                *((path, None) for path in crowd.hall if device == "operator"),
            ]
            _search(outcome, crowd, device, [("/", None), *rng.sample(every, min(SOME, len(every)))])
        if rng.random() < SELDOM:
            _propose(outcome, rng, crowd)
    _come_in_again(outcome, crowd)
    foreseen = crowd.foreseen()
    outcome.note("leaked", f"keys of taps that can be foreseen: {foreseen}", len(foreseen))
    _end(rng, crowd)
    _look_for_words(outcome, crowd)
    _listen(outcome, rng, crowd, listeners)
    _hand_over(outcome, crowd)
    for device in crowd.phones:
        asked = [("/", None), *((f"/history/{name}", None) for name in FILES)]
        _search(outcome, crowd, device, [*asked, (f"/history/{crowd.evening.live.header.id}/record.json", None)])
    _take_elsewhere(outcome, crowd)


def _propose(outcome: Outcome, rng: Random, crowd: Crowd) -> None:
    """Somebody proposes a correction; all look, and somebody to whom that is offered answers it."""
    proposer, line = rng.choice([*crowd.seats]), rng.randint(1, len(crowd.table.lines))
    plain = answer(rng, among[0]) if (among := offered(crowd.table)) else None
    how = rng.choice(["strike", "replace", "before"]) if plain else "strike"
    pending = json.dumps([[line, how, None if how == "strike" else plain]])
    _search(outcome, crowd, proposer, [(f"{crowd.path}/propose", {"pending": pending})])
    for device in ("tablet", "watcher", *crowd.seats):
        _search(outcome, crowd, device, [("/", None)])
    for device in rng.sample(["tablet", *crowd.seats], DEVICES):
        for form in forms(crowd.phones[device].client.get("/").text):
            if "/proposals/" in form.action:
                chosen = rng.choice(["allow", "decline", "withdraw"])
                _search(outcome, crowd, device, [(form.action, dict([*form.hidden, ("answer", chosen)]))])


def _folded(rng: Random, crowd: Crowd) -> list[Asked]:
    """What some folds hold, of whatever screen they are."""
    every = [address for phone in crowd.phones.values() for address in folds(phone.client.get("/").text)]
    return [(address, None) for address in rng.sample(every, min(SOME, len(every)))]


def _optional(table: Table) -> list[Ask]:
    """All that is asked; where that is rare among the rest, what hides a text or opens it."""
    among = offered(table)
    return [ask for ask in among if ask.move in RARE] or among


def _listen(outcome: Outcome, rng: Random, crowd: Crowd, listeners: dict[str, Listener]) -> None:
    """Search what some open streams have sent since they were read."""
    for device in rng.sample([*listeners], DEVICES):
        for news in listeners[device].news():
            _search_news(outcome, crowd, device, news)


def _search_news(outcome: Outcome, crowd: Crowd, device: str, news: bytes) -> None:
    leaked = taint.leaks(news, crowd.unknown(device))
    outcome.load += int(PART in news)
    outcome.note("leaked", f"the open stream of {device} sends {leaked}", len(leaked))


def _watch(outcome: Outcome, crowd: Crowd) -> None:
    """By a link to the scoreboard: what everybody may know, and nothing once it was revoked."""
    open_link, revoked = crowd.links
    _search(outcome, crowd, "spectator", [(open_link, None), (f"{open_link}/live", None)])
    statuses = {crowd.ask("spectator", f"{revoked}{path}", None)[0] for path in ("", "/live")}
    outcome.note("leaked", f"a link that was revoked: {statuses}", int(statuses != {410}))


def _put_away(outcome: Outcome, crowd: Crowd) -> None:
    """A game that is put away with its secrets is in no list and no file, also not in that of the group."""
    unknown = {device: crowd.unknown(device) for device in (*KEEPERS, "watcher", "outside")}
    back = f"/tables/{crowd.evening.live.header.code}/go-on"
    crowd.ask("tablet", "/put-away", {})
    for device, marks in unknown.items():
        for path in PUT_AWAY:
            _search_answer(
                outcome, f"{device}, once it was put away, asks for {path}", marks, crowd.ask(device, path, None)
            )
    status, _ = crowd.ask("tablet", back, {})
    outcome.note("failed", f"the game does not go on: {status}", int(status != 303))


def _end(rng: Random, crowd: Crowd) -> None:
    """The game comes to its end: one of Death Wish by its rules, mostly, with the outbreaks that are still kept."""
    if crowd.table.game.SLUG == "death-wish" and rng.random() < BY_THE_RULES:
        for seat in [*range(len(crowd.table.seats))] * 2:
            if not is_closed(crowd.table):
                crowd.evening.report(crowd.evening.tablet, **ENDING | {"seat": seat})
    if not is_closed(crowd.table):
        crowd.report({"move": "stop"})


def _look_for_words(outcome: Outcome, crowd: Crowd) -> None:
    """What the history finds a game by, once it is over or broke off, everybody may read."""
    sql = "select words from chronicle where table_id = ?"
    (words,) = crowd.evening.services.store.reader().execute(sql, [crowd.evening.live.header.id]).first()
    leaked = taint.leaks(words.encode(), crowd.unknown("watcher"))
    outcome.note("leaked", f"the words of the history: {leaked}", len(leaked))


def _hand_over(outcome: Outcome, crowd: Crowd) -> None:
    """By its short address a phone from outside has a game that is over and keeps no secret, and no other."""
    is_open = bool(result(crowd.table)["over"]) and not secrets_open(crowd.table)
    for path in crowd.short_addresses:
        status, got = crowd.ask("outside", path, None)
        _search_answer(outcome, f"outside asks for {path}", crowd.unknown("outside"), (status, got))
        outcome.note("leaked", f"{path} is answered by {status}", int(status < 400 and not is_open))
        outcome.note("failed", f"{path} is answered by {status}", int(status >= 400 and is_open))


def _take_elsewhere(outcome: Outcome, crowd: Crowd) -> None:
    """A keeper of another group takes the file of this one in, and reads all that it holds."""
    status, got = crowd.ask("tablet", GROUP, None)
    _search_answer(outcome, f"tablet asks for {GROUP}", crowd.unknown("tablet"), (status, got))
    file = got.partition(b"\n")[2]
    status, _ = crowd.ask("club", "/group/file", {"group": (BytesIO(file), "group.jsonl")})
    outcome.note("failed", f"the file of the group is answered by {status}", int(status != 303))
    for path in PUT_AWAY:
        _search_answer(outcome, f"who took it in asks for {path}", crowd.unknown("club"), crowd.ask("club", path, None))


def _come_in_again(outcome: Outcome, crowd: Crowd) -> None:
    """By a code or a link: it goes on at an address that holds nothing of it."""
    for device, ways in crowd.ways.items():
        for way in ways:
            status, got = crowd.ask(device, way, None)
            head, ticket = got.partition(b"\n")[0], way.rpartition("/")[2].encode()
            outcome.note("leaked", f"{device} comes in by {way}: {head!r}", int(ticket in head))
            outcome.note("failed", f"{device} comes in by {way}: {status}", int(status != 303))


def _marked(rng: Random, ask: Ask) -> dict[str, Any]:
    """An answer whose texts hold a mark."""
    plain = with_texts(rng, ask)
    is_text = {
        name: isinstance(plain.get(name), str) and not isinstance(ask.choices.get(name), list) for name in MARKED
    }
    return plain | {name: taint.mark(rng) for name in MARKED if is_text[name]}


def _search(outcome: Outcome, crowd: Crowd, device: str, asked: Iterable[Asked]) -> None:
    """Search what a device gets for all that it asks for."""
    for path, form in asked:
        unknown = crowd.unknown(device)
        status, got = crowd.ask(device, path, form)
        _search_answer(outcome, f"{device} asks for {path} {form}", unknown, (status, got))
        is_let_in = device in ELSEWHERE and path.startswith(crowd.addresses) and status < 400
        outcome.note("leaked", f"{device} is let in at {path} {form}: {status}", int(is_let_in))


def _search_answer(outcome: Outcome, asked: str, unknown: set[str], answer: tuple[int, bytes]) -> None:
    status, got = answer
    leaked = taint.leaks(got, unknown)
    outcome.load += 1
    outcome.note("leaked", f"{asked}: {leaked}", len(leaked))
    outcome.note("failed", f"{asked}: {status}", int(status >= 500))


def _asked(rng: Random, crowd: Crowd) -> Iterator[Asked]:
    """Pages, streams, files, questions, lines, what corrections would change, and moves that are somebody else's."""
    table, path = crowd.table, crowd.path
    yield from ((page, None) for page in (*PAGES, f"{path}/sheet", f"{path}/notes", f"{path}/cards", f"{path}/names"))
    yield from ((f"/history/{name}", None) for name in FILES)
    yield from ((path, None) for path in (GROUP, *crowd.short_addresses))
    line = rng.randint(1, len(table.lines))
    yield f"{path}/sheet/{line}", None
    yield f"{path}/correct", {"line": line, "how": "strike"}
    for seat in range(len(table.seats)):
        yield from ((f"{path}/ask/{seat}/{ask.move}", None) for ask in asks(table, seat)[:SOME])
    if among := offered(table):
        tap = flat(answer(rng, rng.choice(among)))
        yield f"{path}/correct", tap | {"line": line, "how": rng.choice(["replace", "before"])}
        yield f"{path}/move", tap | {"key": f"late-{rng.getrandbits(60)}", "seen": rng.randrange(line)}
