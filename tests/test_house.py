"""The house: folders in one order, the rules pure, games strangers to one another, and each with its tests."""

import ast
import gc
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from companion import messages
from companion.games import GAMES
from tests.evenings import EVENINGS, kept
from tests.support.games.random_play import laid, played

TOP = Path(__file__).parent.parent

# A folder imports only what stands to its right. What shares a place does not import one another.
ORDER = (
    "cli",
    "commands",
    "server",
    "web",
    "evening history",
    "group",
    "storage",
    "network messages terminal paths table",
    "games",
)
FOLDERS = " ".join(ORDER).split()
# Within web: the files beside its folders (the app, what templates may call), and under them one floor on the other.
FLOORS = ("", "pages", "screens", "access", "forms", "text")
ON_THE_CLOCK = "pytest.mark." + "clock"
BESIDE = ("cli", "messages", "terminal", "paths")  # files, not folders
PURE = ("messages", "table", "games")
IMPURE = {
    *("flask", "babel", "werkzeug", "gevent", "greenlet", "sqlite3", "sqlite_utils", "filelock"),
    *("random", "secrets", "uuid", "time", "datetime", "zoneinfo", "locale"),
    *("os", "io", "pathlib", "socket", "subprocess", "threading", "asyncio", "logging", "tempfile", "urllib"),
}
WEB_AND_STORAGE = {"flask", "babel", "werkzeug", "gevent", "greenlet", "sqlite3", "sqlite_utils"}
# Words that name nothing: a variable, parameter, function or attribute is called by what it is.
NAMELESS = {"at", "of", "said", "told", "found", "known"}
FILES_OF_A_GAME = {"__init__", "moves", "state", "rules", "scoring", "screens", "sentences", "guide"}


def modules() -> dict[str, Path]:
    """All modules of the package, by name."""
    files = sorted((TOP / "companion").rglob("*.py"))
    named = {".".join(file.relative_to(TOP).with_suffix("").parts): file for file in files}
    return {name.removesuffix(".__init__"): file for name, file in named.items()}


MODULES = modules()


def imported(name: str) -> set[str]:
    """What a module imports, at its top or late: our modules, and others by their first word."""
    wanted: set[str] = set()
    for node in ast.walk(ast.parse(MODULES[name].read_text("utf-8"))):
        if isinstance(node, ast.Import):
            wanted |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports by dots"
            assert node.module
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            wanted |= {one if one in MODULES else node.module for one in inner}
    return {one if one in MODULES else one.split(".")[0] for one in wanted}


IMPORTED = {name: imported(name) for name in MODULES}


def folder(name: str) -> str:
    """The folder of a module, or the file beside the folders: "storage" of companion.storage.log."""
    return name.split(".")[1] if "." in name else ""


def place(name: str) -> int:
    """How far to the right the folder of a module stands."""
    return next(at for at, names in enumerate(ORDER) if folder(name) in names.split())


def floor(name: str) -> int:
    """How far down the floor of a module of web is."""
    inner = name.removeprefix("companion.web").removeprefix(".")
    return FLOORS.index(inner.split(".")[0] if "." in inner or inner in FLOORS else "")


def is_pure(name: str) -> bool:
    return folder(name) in PURE


def bound(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every name that a module binds, with its line: of variables, parameters, attributes, functions, and imports."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield node.lineno, name
            case ast.MatchMapping(rest=str(name)):
                yield node.lineno, name
            case ast.alias():
                yield node.lineno, node.asname or node.name


# What all games share: the files beside their packages.
SHARED = {name for name, file in MODULES.items() if name.startswith("companion.games.") and file.parent.name == "games"}


def circles(graph: dict[str, set[str]]) -> Iterator[list[str]]:
    """The circles of a graph, each once from where it was entered."""
    done: set[str] = set()

    def follow(name: str, path: list[str]) -> Iterator[list[str]]:
        if name in path:
            yield path[path.index(name) :]
        elif name not in done:
            for other in sorted(graph.get(name, ())):
                yield from follow(other, [*path, name])
            done.add(name)

    for name in graph:
        yield from follow(name, [])


def test_there_are_ten_folders_and_no_others():
    there = {folder(name) for name in MODULES if name != "companion"}
    assert there | {*BESIDE} == set(FOLDERS)
    assert len(there - {*BESIDE}) == 10


@pytest.mark.parametrize("name", [name for name in MODULES if name != "companion"])
def test_imports_point_to_the_right(name):
    for other in IMPORTED[name] & MODULES.keys() - {"companion"}:  # the package itself holds the version alone
        same = folder(name) == folder(other)
        assert same or place(name) < place(other), f"{name} imports {other}, which does not stand to its right"


@pytest.mark.parametrize("at", FOLDERS)
def test_inside_a_folder_there_is_no_circle(at):
    inside = {name for name in MODULES if folder(name) == at}
    assert list(circles({name: IMPORTED[name] & inside - {name} for name in inside})) == []


def test_between_the_folders_of_pages_there_is_no_circle() -> None:
    pages = {name for name in MODULES if name.startswith("companion.web.pages.")}
    graph: dict[str, set[str]] = {}
    for name in pages:
        within = name.split(".")[3]
        graph.setdefault(within, set()).update(other.split(".")[3] for other in IMPORTED[name] & pages)
    assert list(circles({within: others - {within} for within, others in graph.items()})) == []


@pytest.mark.parametrize("name", [name for name in MODULES if folder(name) == "web"])
def test_within_web_imports_point_down(name: str) -> None:
    above = {other for other in IMPORTED[name] if folder(other) == "web" and floor(other) < floor(name)}
    assert above == set(), f"{name} imports from a floor above"


def test_a_circle_would_be_found():
    assert list(circles({"a": {"b"}, "b": {"c"}, "c": {"b"}})) == [["b", "c"]]


def test_importing_the_package_itself_loads_nothing():
    assert IMPORTED["companion"] == set()


@pytest.mark.parametrize("name", [name for name in MODULES if is_pure(name)])
def test_the_pure_folders_have_no_web_no_database_no_clock_and_no_chance(name):
    assert not IMPORTED[name] & IMPURE


@pytest.mark.parametrize(
    ("package", "at_home"),
    [
        ("gevent", {"server", "storage"}),
        ("flask", {"server", "web"}),
        ("zeroconf", {"network"}),
        ("ifaddr", {"network"}),
        ("qrcode", {"network"}),
    ],
)
def test_a_package_is_at_home_in_few_folders(package, at_home):
    assert {folder(name) for name in MODULES if package in IMPORTED[name]} <= at_home


def test_sqlite_is_named_in_its_own_folder_alone():
    named = {name for name in MODULES if IMPORTED[name] & {"sqlite3", "sqlite_utils"}}
    assert named
    assert {name.rpartition(".")[0] for name in named} == {"companion.storage.sqlite"}


@pytest.mark.parametrize("name", MODULES)
def test_everything_is_called_by_what_it_is(name: str) -> None:
    nameless = [(line, word) for line, word in bound(ast.parse(MODULES[name].read_text("utf-8"))) if word in NAMELESS]
    assert nameless == [], f"these name nothing: {', '.join(sorted(NAMELESS))} (CONTRIBUTING.md, Style)"


@pytest.mark.parametrize(
    "code",
    [
        "at = 1",
        "at: int",
        "self.at += 1",
        "for at in x: pass",
        "[1 for at in x]",
        "(at := 1)",
        "lambda at: 1",
        "def f(*, at): pass",
        "def at(): pass",
        "class at: pass",
        "from x import y as at",
        "from x import at",
        "with x as (at, y): pass",
        "try: pass\nexcept E as at: pass",
        "match x:\n case [y, *at]: pass",
        "match x:\n case {'k': 1, **at}: pass",
        "match x:\n case C(k=at): pass",
    ],
)
def test_a_name_that_says_nothing_would_be_found_wherever_it_is_bound(code: str) -> None:
    assert "at" in {name for _, name in bound(ast.parse(code))}


def loaded_after(statement: str) -> set[str]:
    """The names of all modules that are loaded in a fresh Python after a statement."""
    code = f"import sys; {statement}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=TOP, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_the_records_loads_neither_web_nor_storage_nor_chance():
    loaded = loaded_after("import companion.table.record")
    assert not loaded & (WEB_AND_STORAGE | {"random", "secrets"})
    assert {name for name in loaded if name.split(".")[0] == "companion" and not is_pure(name)} == {"companion"}


def test_replaying_a_record_loads_neither_web_nor_storage():
    replay = (
        "from companion.table.record import read; from companion.table.strict_json import parse; "
        f"read(parse({json.dumps(next(iter(EVENINGS.values())).record)!r}))"
    )
    assert not loaded_after(replay) & WEB_AND_STORAGE


def test_the_command_replay_needs_neither_web_nor_storage():
    assert not loaded_after("import companion.commands.replay") & WEB_AND_STORAGE


def package_of(slug: str) -> str:
    """The module of a game: its package."""
    return type(GAMES[slug]).__module__


def files_of(package: str) -> dict[str, str]:
    """The files of a game's package, by their own name, with the name of their module."""
    inside = {name.removeprefix(f"{package}."): name for name in MODULES if name.startswith(f"{package}.")}
    return {"__init__": package} | inside


@pytest.mark.parametrize("slug", GAMES)
def test_games_never_import_one_another(slug):
    package = package_of(slug)
    ours = {other for name in files_of(package).values() for other in IMPORTED[name] if other.startswith("companion")}
    assert {other for other in ours if other != package and not other.startswith(f"{package}.")} <= SHARED


@pytest.mark.parametrize("name", sorted(SHARED))
def test_what_games_share_knows_no_game(name):
    assert {other for other in IMPORTED[name] if other.startswith("companion")} <= SHARED


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_has_the_files_of_every_game(slug):
    assert files_of(package_of(slug)).keys() >= FILES_OF_A_GAME


@pytest.mark.parametrize("slug", GAMES)
def test_the_files_of_a_game_do_not_import_what_hands_them_on(slug):
    package = package_of(slug)
    for file, name in files_of(package).items():
        assert file == "__init__" or package not in IMPORTED[name]


def test_every_package_in_the_folder_of_games_is_a_game_of_the_register():
    there = {name for name in MODULES if name.startswith("companion.games.") and name.count(".") == 2}
    assert there == {package_of(slug) for slug in GAMES} | SHARED


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_one_word_in_the_code_and_in_the_tests(slug):
    word = package_of(slug).rpartition(".")[2]
    assert slug == GAMES[slug].SLUG
    assert word == slug.replace("-", "_")
    assert (TOP / "tests" / "games" / f"test_{word}.py").exists()


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_three_evenings(slug):
    titles = [title for title, _ in kept(slug)]
    assert len(set(titles)) == len(titles) >= 3


@pytest.mark.parametrize("slug", GAMES)
def test_a_long_table_is_no_work_for_the_garbage_collector(slug: str) -> None:
    """It would stop everybody to look through all lines of all tables, for cycles that frozen values cannot have."""
    rng, game = random.Random(slug), GAMES[slug]
    table = laid(rng, game)
    for played_on in islice(played(rng, table), 20):
        table = played_on
    kept = [*table.lines, *(recorded for stands in table.sheet for recorded in stands), *table.folds]
    moves = [recorded.move for stands in table.sheet for recorded in stands]
    assert len(table.lines) > 3
    assert not any(map(gc.is_tracked, [*kept, *moves, *(progress.state for progress in table.folds)]))
    assert not any(map(gc.is_tracked, game.ledger(table.state)))


def test_every_refusal_has_one_sentence():
    raised_by = {"all games (companion/messages.py)": messages.REFUSALS}
    raised_by |= {slug: game.REFUSALS for slug, game in GAMES.items()}
    whose: dict[str, list[str]] = {}
    for name, sentences in raised_by.items():
        for code in sentences:
            whose.setdefault(code, []).append(name)
    assert {code: names for code, names in whose.items() if len(names) > 1} == {}


def test_what_holds_a_time_stands_where_it_is_looked_for():
    """`start.py test` looks for tests on the clock in two folders alone."""
    marked = {
        path.relative_to(TOP).parts[1]
        for path in (TOP / "tests").rglob("*.py")
        if ON_THE_CLOCK in path.read_text("utf-8")
    }
    assert marked == {"browser", "faults"}
