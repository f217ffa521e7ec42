"""The house: imports point down, the rules are pure, games are strangers to one another, and each has its tests."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import GAMES

TOP = Path(__file__).parent.parent
EVENINGS = TOP / "tests" / "evenings"

# From the roof down: a module imports only what stands on a lower level. A package stands for all that is in it.
LEVELS = [
    {"app"},
    {"companion.cli"},
    {"companion.opening", "companion.checking"},
    {"companion.keeping"},
    {"companion.backups"},
    {"companion.replaying"},
    {"companion.serve"},
    {"companion.connection"},
    {"companion.web"},
    {"companion.devices"},
    {"companion.outgoing", "companion.bgstats"},
    {"companion.verifying"},
    {"companion.history", "companion.statistics", "companion.evening", "companion.recount"},
    {"companion.seats", "companion.quiet"},
    {"companion.people", "companion.decks", "companion.notebook"},
    {"companion.desk"},
    {"companion.damage"},
    {"companion.chronicle"},
    {"companion.pen", "companion.bell", "companion.lan", "companion.certificate", "companion.room"},
    {"companion.store"},
    {"companion.connecting", "companion.lock", "companion.foreign"},
    {"companion.condition"},
    {"companion.head", "companion.inside", "companion.shape", "companion.copying", "companion.folder"},
    {"companion.record", "companion.open_round"},
    {"companion.limits"},
    {"companion.table", "companion.cards"},
    {"companion.games"},
    {"companion.games.*"},
    {"companion.games.alphabet"},
    {"companion.games.game"},
    {"companion.games.ledger"},
    {"companion.games.moves", "companion.games.log"},
    {"companion.terminal"},
]
PURE = ("companion.record", "companion.open_round", "companion.limits", "companion.table", "companion.games")
IMPURE = {
    *("flask", "werkzeug", "gevent", "greenlet", "sqlite3", "sqlite_utils", "filelock"),
    *("random", "secrets", "uuid", "time", "datetime", "zoneinfo", "locale"),
    *("os", "io", "pathlib", "socket", "subprocess", "threading", "asyncio", "logging", "tempfile", "urllib"),
}
SHARED = {f"companion.games.{name}" for name in ("game", "ledger", "log", "moves", "alphabet")}


def modules():
    """All modules of the house, by name."""
    files = [TOP / "app.py", *(TOP / "companion").rglob("*.py")]
    named = {".".join(file.relative_to(TOP).with_suffix("").parts): file for file in files}
    return {name.removesuffix(".__init__"): file for name, file in sorted(named.items())}


MODULES = modules()


def imported(name):
    """What a module imports, at its top or late: our modules, and others by their first word."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[name].read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} says where from by dots"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {of if of in MODULES else node.module for of in inner}
    return {of if of in MODULES else of.split(".")[0] for of in found}


def level(name):
    """How far down a module stands."""
    whole = [at for at, names in enumerate(LEVELS) if name in names]
    if whole:
        return whole[0]
    package = name.rpartition(".")[0]
    inside = [at for at, names in enumerate(LEVELS) if f"{package}.*" in names or package in names]
    assert inside, f"{name} has no level in the house: say where it stands"
    return max(inside)


def is_pure(name):
    return any(name == pure or name.startswith(f"{pure}.") for pure in PURE)


@pytest.mark.parametrize("name", [name for name in MODULES if name != "companion"])
def test_imports_point_down(name):
    for other in imported(name) & MODULES.keys():
        same_package = level(name) == level(other) == level("companion.web")
        assert same_package or level(name) < level(other), f"{name} imports {other}, which does not stand below it"


def test_every_level_is_lived_on():
    there = {name for names in LEVELS for name in names if not name.endswith("*")}
    assert there <= MODULES.keys()


def test_importing_the_house_itself_loads_nothing():
    assert imported("companion") == set()


@pytest.mark.parametrize("name", [name for name in MODULES if is_pure(name)])
def test_from_record_down_there_is_no_web_no_database_no_clock_and_no_chance(name):
    assert not imported(name) & IMPURE


@pytest.mark.parametrize(
    ("package", "at_home"),
    [
        ("gevent", {"companion.serve", "companion.connection", "companion.bell", "companion.pen"}),
        ("flask", {"companion.web", "companion.serve"}),
    ],
)
def test_a_package_is_at_home_in_few_places(package, at_home):
    users = {name for name in MODULES if package in imported(name)}
    assert {name if name in at_home else name.rpartition(".")[0] for name in users} <= at_home


def test_importing_the_records_loads_neither_web_nor_database_nor_chance():
    loaded = loaded_after("import companion.record")
    assert not loaded & {"flask", "werkzeug", "gevent", "greenlet", "sqlite3", "sqlite_utils", "random", "secrets"}
    assert {name for name in loaded if name.split(".")[0] == "companion" and not is_pure(name)} == {"companion"}


def test_replaying_a_record_loads_neither_web_nor_database():
    evening = sorted(EVENINGS.glob("*/*.json"))[0]
    replay = f"from companion.record import *; read(parse(open({str(evening)!r}, encoding='utf-8').read()))"
    assert not loaded_after(replay) & {"flask", "werkzeug", "gevent", "greenlet", "sqlite3", "sqlite_utils"}


def loaded_after(statement):
    """The names of all modules that are loaded in a fresh Python after a statement."""
    code = f"import sys; {statement}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=TOP, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def module_of(game):
    return game.__name__.rpartition(".")[2]


@pytest.mark.parametrize("slug", GAMES)
def test_games_never_import_one_another(slug):
    name = GAMES[slug].__name__
    assert {of for of in imported(name) if of.startswith("companion")} <= SHARED


def test_every_file_in_the_folder_of_games_is_a_game_of_the_register_or_shared():
    there = {name for name in MODULES if name.startswith("companion.games.")}
    assert there == {game.__name__ for game in GAMES.values()} | SHARED


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_one_word_in_the_code_and_in_the_tests(slug):
    game = GAMES[slug]
    assert slug == game.SLUG
    assert module_of(game) == slug.replace("-", "_")
    assert (TOP / "tests" / "games" / f"test_{module_of(game)}.py").exists()


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_three_evenings(slug):
    files = {file.name for file in (EVENINGS / slug).iterdir()}
    records = {name for name in files if not name.endswith(".result.json")}
    assert len(records) >= 3
    assert files - records == {name.replace(".json", ".result.json") for name in records}
