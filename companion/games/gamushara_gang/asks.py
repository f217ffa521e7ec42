"""Perhaps doing, are you spy?: what each seat is asked, and may report."""

from companion.games.game import Ask, reads_off_nothing, reports_for_itself
from companion.games.gamushara_gang.moves import ATTRIBUTES
from companion.games.gamushara_gang.state import ADDING, State, due

may_report = reports_for_itself
reads_off = reads_off_nothing


def asks(state: State, seat: int) -> tuple[Ask, ...]:
    """What `seat` is asked, the most urgent first. The turn player executes, turns characters over, and passes on."""
    if state.counted:
        return ()
    if state.over:
        return _ask_personality(state, seat)
    asked: list[Ask] = []
    is_living = seat not in state.out
    if is_living:
        asked += _ask_whose(state, seat)
        asked += _ask_candidates(state, seat)
    if seat == state.player:
        asked += _ask_turn_player(state)
    if is_living:
        asked += _ask_confession(state, seat)
    return tuple(sorted(asked, key=lambda ask: ask.optional))


def _ask_whose(state: State, seat: int) -> list[Ask]:
    """“Was it you?” Nobody waits for it, unless there are more players than characters left."""
    asked: list[Ask] = []
    if state.unanswered and state.partners[seat] == "held" and state.missing < len(state.unanswered):
        asked.append(Ask("succeed", seat, optional=True))
    if state.unanswered:
        asked.append(Ask("out", seat, choices={"spy": [False, True]}, optional=not state.pressing))
    return asked


def _ask_candidates(state: State, seat: int) -> list[Ask]:
    """Name one, and then exchange or add one if you like [3]."""
    active, candidates = list(state.named("active")), list(state.named("candidate"))
    if state.meeting.executed or seat == state.player or not active:
        return []
    asked: list[Ask] = []
    if seat not in state.meeting.named:
        asked.append(Ask("nominate", seat, choices={"character": active}, optional=seat not in due(state)))
    if seat not in state.meeting.changed and candidates:
        asked.append(Ask("exchange", seat, choices={"out": candidates, "in": active}, optional=True))
    if seat not in state.meeting.changed and len(state.living) <= ADDING:
        asked.append(Ask("add", seat, choices={"character": active}, optional=True))
    return asked


def _ask_turn_player(state: State) -> list[Ask]:
    """To execute once all candidates are named, then to pass the card on; effects in between [2, 4, 5, 6]."""
    asked: list[Ask] = []
    executable, out = list(state.executable), state.player in state.out
    waits = bool(due(state)) or state.pressing
    if executable:
        asked.append(Ask("execute", choices={"character": executable}, optional=waits or out))
    if not state.pressing:
        asked.append(Ask("turn", optional=waits or (bool(executable) and not out)))
    active, hiding = list(state.named("active")), list(state.named("hiding"))
    upright = {*active, *hiding, *state.named("candidate")}
    left = [name for name in state.options.characters if name in upright]
    effects = [
        ("execute", {"cause": "effect"}, left),
        ("flip", {"to": "hiding"}, active),
        ("flip", {"to": "active"}, hiding),
    ]
    return asked + [
        Ask(move, given=given, choices={"character": fitting}, optional=True)
        for move, given, fitting in effects
        if fitting
    ]


def _ask_confession(state: State, seat: int) -> list[Ask]:
    marked = [marker.about for marker in state.markers[seat]]
    about = ["condition", *(attribute for attribute in ATTRIBUTES if attribute not in marked)]
    asked = [Ask("confess", seat, choices={"about": about, "answer": {"text": 80}}, optional=True)]
    if not state.executed and state.partners[seat] == "held":
        asked.append(Ask("no-partner", seat, optional=True))
    return asked


def _ask_personality(state: State, seat: int) -> tuple[Ask, ...]:
    if 5 not in state.options.points or state.survivor_told or state.living != (seat,):
        return ()
    fitting = [False, True] if state.spy is None else [False]
    return (Ask("personality", seat, choices={"spy": fitting}, optional=True),)
