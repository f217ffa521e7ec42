"""The game of the past that a request is about."""

from flask import abort

from companion.games import GAMES
from companion.history import search
from companion.history.search import Game
from companion.history.verifying import verified
from companion.storage.log import Header
from companion.web.access.services import services


def past_game(group: int, id: str, with_hidden: bool = False) -> Game:
    """The game of a group with this id; 404 if there is none, or only a hidden one and not asked for `with_hidden`."""
    game = search.game(services().store.reader(), group, id)
    if game is None or game.game not in GAMES or (game.hidden and not with_hidden):
        abort(404)
    return game


def exportable_game(group: int, id: str) -> tuple[Game, Header]:
    """A game that may be exported, and its table: 404 if there is none, 409 if it is not over or keeps a secret.

    Damaged if its stored lines are not as they were written.
    """
    game = past_game(group, id)
    if not game.is_exportable:
        abort(409)
    return game, services().workers.run(group, verified, services().store, game).header
