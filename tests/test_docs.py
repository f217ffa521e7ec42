"""The documents: all that people and programs may call is described, and what they show is what happens."""

import argparse
import json
import re
import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import get_args
from urllib.parse import unquote, urlsplit

import pytest
from flask import Flask
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort
from msgspec.structs import fields

from companion.cli import parser
from companion.games import GAMES
from companion.games.game import Game
from companion.games.ledger import Outcome
from companion.games.moves import Adjust, Move, Stop
from companion.table.record import read
from companion.table.result import result
from companion.table.strict_json import parse
from tests.evenings import kept

TOP = Path(__file__).parent.parent
FORMAT = (TOP / "docs" / "record-format.md").read_text("utf-8")
API = (TOP / "docs" / "http-api.md").read_text("utf-8")
SITE = (TOP / "mkdocs.yml").read_text("utf-8")
LOADED = re.compile(r"""<(?:script|link|img|iframe|source)\b[^>]*?\s(?:src|href)=["']([^"']+)|url\(["']?([^"')]+)""")
COMMANDS = (TOP / "docs" / "commands.md").read_text("utf-8")


def section(text: str, title: str) -> str:
    """What stands under this heading of the second rank."""
    assert f"\n## {title}\n" in text, f"there is no section “## {title}”"
    return text.split(f"\n## {title}\n")[1].split("\n## ")[0]


def row(text: str, name: str) -> str:
    """The row of a table that begins with `name`."""
    lines = [line for line in text.splitlines() if line.startswith(f"| `{name}` ")]
    assert len(lines) == 1, f"not one row of a table begins with `{name}`, but {len(lines)}"
    return lines[0]


def rows(table: str) -> list[str]:
    """What the rows of the first table in this text begin with."""
    first = re.split(r"\n(?!\|)", table[table.index("|---") :], maxsplit=1)[0]
    return re.findall(r"^\| `([\w-]+)` ", first, re.MULTILINE)


def part(slug: str, head: str) -> str:
    """What stands in the section of a game from the table with this heading on."""
    return section(FORMAT, f"`{slug}`").split(f"| {head} |")[1]


def commands() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command with its parser; without a name, the one that serves."""
    main = parser()
    yield "", main
    for action in main._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def options(command: argparse.ArgumentParser) -> set[str]:
    """The long options of a command."""
    return {word for action in command._actions for word in action.option_strings if word.startswith("--")} - {"--help"}


@pytest.mark.parametrize(("name", "command"), list(commands()))
def test_every_command_and_option_is_described(name: str, command: argparse.ArgumentParser) -> None:
    assert re.search(rf"[`/ ]{name}\b", COMMANDS)
    assert [option for option in sorted(options(command)) if not re.search(rf"`{option}\b", COMMANDS)] == []


def test_every_address_is_described(app: Flask) -> None:
    rules = {rule.rule for rule in app.url_map.iter_rules()}
    described = set(re.findall(r"`(?:GET |POST )?(/[^`\s]*)`", API))
    assert rules == described


@pytest.mark.parametrize("slug", list(GAMES))
def test_every_option_of_a_game_is_described(slug: str) -> None:
    assert rows(part(slug, "option")) == [option.encode_name for option in fields(GAMES[slug].Options)]


@pytest.mark.parametrize("slug", list(GAMES))
def test_every_move_of_a_game_is_described_and_no_other(slug: str) -> None:
    tags = [str(move.__struct_config__.tag) for move in GAMES[slug].MOVES]
    assert sorted(rows(part(slug, "move"))) == sorted(tags)


@pytest.mark.parametrize(("slug", "move"), [(slug, move) for slug, game in GAMES.items() for move in game.MOVES])
def test_every_move_and_its_fields_are_described(slug: str, move: type[Move]) -> None:
    described = row(part(slug, "move"), str(move.__struct_config__.tag))
    assert [field.encode_name for field in fields(move) if f"`{field.encode_name}`" not in described] == []


@pytest.mark.parametrize("move", [Adjust, Stop])
def test_the_moves_of_every_game_are_described(move: type[Move]) -> None:
    described = row(section(FORMAT, "Moves of every game"), str(move.__struct_config__.tag))
    assert [field.encode_name for field in fields(move) if f"`{field.encode_name}`" not in described] == []


@pytest.mark.parametrize("game", list(GAMES.values()), ids=list(GAMES))
def test_seats_and_tracks_of_a_game_are_described(game: Game) -> None:
    text = section(FORMAT, f"`{game.SLUG}`")
    assert f"{game.SEATS[0]} to {game.SEATS[-1]} seats" in text
    assert [track for track in game.TRACKS if f"`{track}`" not in text] == []


@pytest.mark.parametrize("slug", list(GAMES))
def test_the_facts_of_a_game_are_described(slug: str) -> None:
    facts = {name for _, evening in kept(slug) for name in evening.result["facts"]}
    text = section(FORMAT, f"`{slug}`").split("Facts: ")[1]
    assert facts
    assert [name for name in sorted(facts) if f"`{name}`" not in text] == []


def test_every_outcome_is_described() -> None:
    described = row(section(FORMAT, "A result"), "over`, `outcome")
    assert [outcome for outcome in get_args(Outcome) if f'`"{outcome}"`' not in described] == []


def test_the_record_that_is_shown_has_the_result_that_is_shown() -> None:
    shown, outcome = re.findall(r"```json\n(.*?)```", FORMAT, re.DOTALL)
    assert json.loads(json.dumps(result(read(parse(shown)).table))) == json.loads(outcome)


def built(configuration: Path, folder: Path) -> Path:
    """The site of this configuration, in a folder of its own; Abort where a link or the navigation is wrong."""
    build(load_config(str(configuration), site_dir=str(folder)))
    return folder


def test_the_site_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    files = [file for file in built(TOP / "mkdocs.yml", tmp_path).rglob("*") if file.suffix in (".html", ".css")]
    loaded = {(file, "".join(groups)) for file in files for groups in LOADED.findall(file.read_text("utf-8"))}
    asked = [(file, urlsplit(address)) for file, address in loaded if not address.startswith("data:")]
    assert len(asked) > 5 * len(files)
    assert [address.geturl() for _, address in asked if address.netloc] == []
    places = {
        (tmp_path if one.path.startswith("/") else file.parent) / unquote(one.path.lstrip("/")) for file, one in asked
    }
    assert [place for place in places if not place.is_file()] == []


@pytest.mark.parametrize(
    ("start", "pages", "complaint"),
    [
        ("[There](docs/there.md#here)", ("there",), ""),
        ("[There](docs/gone.md)", ("there",), "docs/gone.md"),
        ("[There](docs/there.md#gone)", ("there",), "#gone"),
        ("[There](docs/there.md)", ("there", "lost"), "docs/lost.md"),
    ],
)
def test_a_broken_link_or_a_page_in_no_navigation_is_no_site(
    start: str, pages: tuple[str, ...], complaint: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "docs").mkdir()
    shutil.copy(TOP / "docs" / "documents.py", tmp_path / "docs")
    configuration = tmp_path / "mkdocs.yml"
    configuration.write_text(SITE.split("\nnav:")[0] + "\nnav: [README.md, docs/there.md]\n", "utf-8")
    (tmp_path / "README.md").write_text(start, "utf-8")
    for page in pages:
        (tmp_path / "docs" / f"{page}.md").write_text("# Here", "utf-8")
    with pytest.raises(Abort) if complaint else nullcontext():
        built(configuration, tmp_path / "site")
    assert complaint in caplog.text


def test_every_file_that_the_workflow_names_is_there() -> None:
    named = re.findall(
        r"(?:python|bash|replay) ([\w./-]+\.\w+|\.ci/run)", (TOP / ".github/workflows/tests.yml").read_text("utf-8")
    )
    assert {"start.py", ".ci/run"} <= {*named}
    assert [name for name in named if not (TOP / name).exists()] == []
