"""Addresses, fields and headers that name files: the app opens none but its own."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from werkzeug.routing import Rule

from tests.faults.fuzz import Fuzz
from tests.faults.nonsense import FIELDS
from tests.faults.outcome import Effort, Outcome
from tests.faults.rows import row
from tests.faults.rows.mutated_requests import AGAIN, house
from tests.support import TOP, templates

UP = ("../", "..%2f", "%2e%2e/", "..\\", "..%5c", "....//", "..;/", "/", "//", "file:///", "")
FILES = ("etc/passwd", "app.py", "README.md", "data/ledger.db", "data/lock", "con", "static/../app.py", "app.py\0.css")
DEPTHS = (0, 1, 1, 2, 3, 9)
OWN = ("companion", "templates", "static", "tests", ".venv")  # folders of the program that it may read
SYSTEM = ("/proc", "/dev", "/usr/share/zoneinfo", "/etc/mime.types")
ARGUMENT = re.compile(r"<[^>]+>")


@row("addresses that name files", load="requests sent", whole=20_000, few=300)
def paths(effort: Effort) -> Outcome:
    """Put such names into every part of addresses, into fields and headers, and note which files are opened."""
    outcome = effort.outcome()
    with house(effort) as fuzz, _opened() as opened:
        to_files = [rule for rule in fuzz.rules if "<path:" in rule.rule]
        rules = [rule for rule in fuzz.rules if rule.arguments] + fuzz.rules
        for number in range(effort.tries):
            method, address, how = _request(fuzz, fuzz.rng.choice(fuzz.rng.choice([to_files, rules])))
            answer = fuzz.client.open(address, method=method, **how)
            outcome.note("failed", (method, address, how, answer.status), int(answer.status_code >= 500))
            fuzz.read(answer)
            foreign = [file for file in opened if not _is_own(file, effort.folder)]
            outcome.note("leaked", (method, address, how, foreign[:3]), len(foreign))
            opened.clear()
            if number % AGAIN == 0:
                fuzz.again()
        outcome.note("failed", fuzz.faults.heard[-1:], len(fuzz.faults.heard))
        outcome.tries = outcome.load = effort.tries
    return outcome


def _request(fuzz: Fuzz, rule: Rule) -> tuple[str, str, dict[str, Any]]:
    """A request whose address, fields or headers name files, as somebody who may would send it."""
    method, address, how = fuzz.request(rule)
    if rule.arguments and fuzz.rng.random() < 0.8:
        address = ARGUMENT.sub(lambda _: _name(fuzz.rng), rule.rule)
    how["query_string"] = f"{fuzz.rng.choice(FIELDS)}={quote(_name(fuzz.rng))}"
    if fuzz.rng.random() < 0.3:
        how["headers"]["Accept-Language"] = _name(fuzz.rng).replace("\0", "")
    return method, address.replace("\0", "%00"), how


def _name(rng: Random) -> str:
    return rng.choice(UP) * rng.choice(DEPTHS) + rng.choice(FILES)


@contextmanager
def _opened() -> Iterator[list[str]]:
    """The files that are opened in the block, by Python or by SQLite."""
    opened: list[str] = []
    is_over = False

    def hear(event: str, given: tuple[Any, ...]) -> None:
        if not is_over and event in ("open", "sqlite3.connect") and isinstance(given[0], str | bytes | Path):
            opened.append(os.fsdecode(given[0]))

    sys.addaudithook(hear)  # for as long as this process lives
    try:
        yield opened
    finally:
        is_over = True


def _is_own(file: str, folder: Path) -> bool:
    """Whether a file is one of the program, of the Python that runs it, of the system, or of the data folder."""
    among = [*SYSTEM, sys.prefix, sys.base_prefix, str(folder), os.environ[templates.VARIABLE]]
    among += [str(TOP / name) for name in OWN]
    real = Path(os.path.realpath(file.removeprefix("file://").partition("?")[0]))
    return any(real.is_relative_to(os.path.realpath(own)) for own in among)
