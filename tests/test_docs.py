"""The documents: all that people and programs may call is described, and what they show is what happens."""

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from flask import Flask
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
DOCUMENTS = sorted({*TOP.glob("*.md"), *(TOP / "docs").rglob("*.md")})
FORMAT = (TOP / "docs" / "record-format.md").read_text("utf-8")
API = (TOP / "docs" / "http-api.md").read_text("utf-8")
README = (TOP / "README.md").read_text("utf-8")


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
def test_every_command_and_option_is_in_the_readme(name: str, command: argparse.ArgumentParser) -> None:
    table = section(README, "Commands")
    assert re.search(rf"[`/ ]{name}\b", table)
    assert [option for option in sorted(options(command)) if not re.search(rf"`{option}\b", table)] == []


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


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document.relative_to(TOP)))
def test_every_link_leads_to_a_file(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", document.read_text("utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_every_file_that_the_workflow_names_is_there() -> None:
    named = re.findall(
        r"(?:python|bash|replay) ([\w./-]+\.\w+|\.ci/run)", (TOP / ".github/workflows/tests.yml").read_text("utf-8")
    )
    assert {"start.py", ".ci/run"} <= {*named}
    assert [name for name in named if not (TOP / name).exists()] == []
