"""What a game declares: its moves, and the codes with which its rules refuse, read from its source."""

import ast
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

from companion.games.game import Game

NEVER_BY_A_MOVE = {"no-such-move"}  # of a move that cannot be read at this table at all


def moves(game: Game) -> set[str]:
    """The kinds of moves of a game."""
    return {str(kind.__struct_config__.tag) for kind in game.MOVES}


def codes(game: Game) -> set[str]:
    """How codes of refusals begin that the files of a game raise; of a code made of parts, its first part."""
    package = import_module(type(game).__module__)
    assert package.__file__
    return raised_in(sorted(Path(package.__file__).parent.glob("*.py"))) - NEVER_BY_A_MOVE


def raised_in(files: Iterable[Path]) -> set[str]:
    """How codes of refusals begin that these files raise."""
    return {code for file in files for code in _raised(ast.parse(file.read_text("utf-8")))}


def _raised(tree: ast.AST) -> Iterator[str]:
    """The first argument of every `Refused(...)` outside of `opening`, which is before the first move."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef) and node.name in ("opening", "initial_state"):
            continue
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
            yield from _beginnings(node.args[0])
        yield from _raised(node)


def _beginnings(code: ast.expr) -> Iterator[str]:
    """The constants with which an expression may begin."""
    match code:
        case ast.Constant(str(value)):
            yield value
        case ast.JoinedStr([ast.Constant(str(value)), *_]):
            yield value
        case ast.BinOp(left, ast.Add(), _):
            yield from _beginnings(left)
        case ast.IfExp(_, body, orelse):
            yield from _beginnings(body)
            yield from _beginnings(orelse)
        case _:
            raise AssertionError(f"No code can be read off {ast.unparse(code)}")
