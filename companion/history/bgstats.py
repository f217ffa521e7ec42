"""Plays for BG Stats: the link that makes a play on a phone, and the file that holds many."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, UUID, uuid5

from msgspec import Struct

from companion.games import GAMES
from companion.history.evenings import local_time
from companion.history.search import Game
from companion.storage.identifiers import utc_time
from companion.storage.log import Header, to_json
from companion.table.moves import options_for

SOURCE = "Reaper's Ledger"
CREATE = "app.bgstatsapp.com/createPlay.html?data="
ABOUT = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a share, export or "
    "open-in function to open it with Board Game Stats."
)
NOTHING = 0  # in a file: no such number
# Fields of a file that are the same for all games, plays and scores.
OF_EVERY_GAME: dict[str, Any] = dict.fromkeys(("urlThumb", "urlImage", "bggName", "designers"), "")
OF_EVERY_GAME |= {"usesTeams": False, "bggYear": 0, "isBaseGame": 1, "isExpansion": 0}
OF_EVERY_PLAY: dict[str, Any] = dict.fromkeys(("bggId", "importPlayId", "nemestatsId", "rating", "scoringSetting"), 0)
OF_EVERY_PLAY |= {"usesTeams": False, "ignored": False, "playImages": "[]", "expansionPlays": [], "locationRefId": 1}
OF_EVERY_PLAY |= {"manualWinner": True}  # who wins here is not always who has most


class Play(Struct, frozen=True):
    """A game for BG Stats: as it was opened and ended, with its options and comments in words.

    `rounds`: how many were played. `incomplete`: it was counted before its end. `newcomers`: the seats of players new
    to this game. `roles`: by seat, as far as the result shows them.
    """

    header: Header
    game: Game
    board: str = ""
    comments: str = ""
    rounds: int = 0
    incomplete: bool = False
    newcomers: frozenset[int] = frozenset()
    roles: Mapping[int, str] = {}

    @property
    def starter(self) -> int | None:
        """The seat that began; None where all began together."""
        game = GAMES[self.game.game]
        return game.starter(len(self.game.seats), options_for(game, self.header.options))

    @property
    def ended_at(self) -> datetime:
        """The time of the end (UTC), not before that of the beginning even if the clock was set back."""
        return max(utc_time(self.game.opened_at), utc_time(self.game.ended_at or self.game.opened_at))

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of a play in a link and in a file alike."""
        minutes = round((self.game.seconds or 0) / 60)
        comments = {"board": self.board, "comments": self.comments}
        return {"durationMin": minutes, "incomplete": self.incomplete} | comments

    def seat_fields(self, seat: int) -> dict[str, Any]:
        """The fields of a player in a link and in a file alike."""
        place = self.game.seats[seat]
        begins = {"startPlayer": seat == self.starter, "role": self.roles.get(seat, "")}
        return {"winner": place.won, "rank": place.place or NOTHING} | begins


def link(play: Play, instance: str, location: str = "", scheme: str = "https") -> str:
    """The link that adds a play at `location` to BG Stats. Every boolean is there: Android fails on a missing one."""
    location = location or SOURCE
    game = play.game
    game_json: dict[str, Any] = {
        "name": GAMES[game.game].TITLE,
        "sourceGameId": f"reapers-ledger:{game.game}",
        "highestWins": game.aim != "fewest",
        "noPoints": game.aim == "nothing",
    }
    if (number := GAMES[game.game].BGG) is not None:
        game_json["bggId"] = number  # a number: as a text it brings iOS down
    play_json = play.fields | {
        "sourceName": SOURCE,
        "sourcePlayId": game.id,
        "playDate": f"{play.ended_at:%Y-%m-%d %H:%M:%S}",  # the end of the game, in UTC
        "location": location,
        "game": game_json,
        "players": [
            play.seat_fields(index)
            | {
                "name": seat.name,
                "sourcePlayerId": _player(instance, seat.person, seat.name),
                "score": seat.total,
            }
            for index, seat in enumerate(game.seats)
        ],
    }
    return f"{scheme}://{CREATE}{quote(to_json(play_json), safe='')}"


def _player(instance: str, person: int | None, name: str) -> str:
    return f"{instance}-{person}" if person is not None else f"{instance}-{name}"


def file(plays: Sequence[Play], instance: str, location: str = "") -> str:
    """A `.bgsplay` file of these games, played at `location`. Its ids are permanent, so that no play comes in twice."""
    house = {"id": 1, "uuid": _uuid("location", instance), "name": location or SOURCE}
    games = [play.game for play in plays]
    seats = {_player(instance, seat.person, seat.name): seat.name for game in games for seat in game.seats}
    players = {key: number for number, key in enumerate(seats, 1)}
    kinds = {kind: number for number, kind in enumerate(dict.fromkeys((game.game, game.aim) for game in games), 1)}
    changed = max((f"{play.ended_at:%Y-%m-%d %H:%M:%S}" for play in plays), default="1970-01-01 00:00:00")
    content = {
        "about": ABOUT,
        "userInfo": {"meRefId": 0},
        "players": [
            {
                "id": players[key],
                "uuid": _uuid("player", key),
                "name": name,
                "isAnonymous": False,
                "modificationDate": changed,
                "bggUsername": "",
            }
            for key, name in seats.items()
        ],
        "locations": [house | {"modificationDate": changed}],
        "games": [_game(number, kind, changed) for kind, number in kinds.items()],
        "plays": [_play(play, kinds[play.game.game, play.game.aim], players, instance) for play in plays],
    }
    return json.dumps(content, ensure_ascii=False, indent=1)


def _game(number: int, kind: tuple[str, str], changed: str) -> dict[str, Any]:
    slug, aim = kind
    game = GAMES[slug]
    return OF_EVERY_GAME | {
        "id": number,
        "uuid": _uuid("game", f"{slug}:{aim}" if aim == "fewest" else slug),
        "name": game.TITLE,
        "modificationDate": changed,
        "cooperative": game.COOPERATIVE,
        "highestWins": aim != "fewest",
        "noPoints": aim == "nothing",
        "bggId": game.BGG or NOTHING,
        "minPlayerCount": game.SEATS[0],
        "maxPlayerCount": game.SEATS[-1],
    }


def _play(play: Play, kind: int, players: dict[str, int], instance: str) -> dict[str, Any]:
    game, here, ended = play.game, local_time(play.game.opened_at), play.ended_at
    return (
        OF_EVERY_PLAY
        | play.fields
        | {
            "uuid": str(UUID(game.id)).upper(),
            "gameRefId": kind,
            "playDate": f"{here:%Y-%m-%d %H:%M:%S}",
            "playDateYmd": int(f"{here:%Y%m%d}"),
            "entryDate": f"{ended:%Y-%m-%d %H:%M:%S}",
            "modificationDate": f"{ended:%Y-%m-%d %H:%M:%S}",
            "rounds": play.rounds,
            "playerScores": [
                play.seat_fields(place)
                | {
                    "playerRefId": players[_player(instance, seat.person, seat.name)],
                    "score": str(seat.total),
                    "seatOrder": place + 1,
                    "newPlayer": place in play.newcomers,
                    "team": "",
                }
                for place, seat in enumerate(game.seats)
            ],
        }
    )


def _uuid(what: str, key: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"reapers-ledger:{what}:{key}")).upper()
