"""Perhaps doing, are you spy?: things to lay out (rulebook, prepare), and the current step."""

from companion.games.gamushara_gang.moves import CHARACTER_CARDS, Options
from companion.games.gamushara_gang.state import ADDING, PERSONALITIES, Meeting, State, changing, due, next_player
from companion.games.guide import Item, Phase

CHARACTERS_LAID, CHANCES_LAID = 14, 18
MARKERS = 3  # a player
DOUBLE = 3  # the rule for points that doubles everything for players without a partner, who say so before [9]


def laying_out(seats: int, options: Options) -> tuple[Item, ...]:
    """The things to lay out, by the number of seats; the rules for points say whether a partner is optional."""
    return (
        Item(1, "turn-player"),
        Item(CHANCES_LAID, "chances"),
        Item(CHARACTERS_LAID, "characters"),
        Item(seats, "attributes", {"markers": seats * MARKERS}),
        Item(seats, "personalities"),
        *((Item(PERSONALITIES - seats, "personalities-left"),) if seats < PERSONALITIES else ()),
        Item(seats, "roles"),
        Item(seats, "partners-or-none" if DOUBLE in options.points else "partners"),
        Item(CHARACTERS_LAID - 2 * seats, "roles-left"),
    )


def phase(state: State) -> Phase | None:
    """The current step; None once the game is over."""
    if state.over:
        return None
    if state.pressing:
        return Phase("crowded")
    if due(state):
        begins = state.meeting == Meeting()
        return Phase("chance" if begins else "name", seats={"player": state.player, "next": due(state)[0]})
    if changing(state):
        key = "exchange-or-add" if len(state.living) <= ADDING else "exchange"
        return Phase(key, seats={"player": state.player, "next": changing(state)[0]})
    if state.executable and state.player not in state.out:
        return Phase("execute", seats={"player": state.player})
    return _ending(state)


def _ending(state: State) -> Phase:
    """The last step of a turn: the executed role, the card's effect, and the turn player card."""
    upcoming = {"next": next_player(state)}
    both = upcoming | {"player": state.player}
    if state.player in state.out:
        return Phase("out", seats=both)
    if not state.meeting.executed:
        return Phase("nobody", seats=upcoming)
    if state.unanswered:
        character = state.executed[state.unanswered[-1]].character
        return Phase("whose", {"character": character}, both, (CHARACTER_CARDS, character))
    character = next(one for one in reversed(state.executed) if one.cause == "meeting").character
    return Phase("effect", {"character": character}, both, (CHARACTER_CARDS, character))
