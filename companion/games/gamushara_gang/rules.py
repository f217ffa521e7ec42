"""Perhaps doing, are you spy?: the effect of each move, refusals, and questions."""

from typing import assert_never

from msgspec.structs import replace

from companion.games.game import Ask, put
from companion.games.gamushara_gang import moves
from companion.games.gamushara_gang.scoring import paid, paid_to_each, taken_from_each
from companion.games.gamushara_gang.state import (
    ADDING,
    TRACKS,
    Execution,
    Marker,
    Meeting,
    State,
    Status,
    due,
    next_player,
)
from companion.games.ledger import Entry, adjusted
from companion.games.moves import N_, Adjust, Refused, seated

REFUSALS = {
    "executed-before": N_("That is said before the first execution."),
    "no-such-character": N_("There is no character “%(character)s”."),
    "character-active": N_("“%(character)s” is active."),
    "character-hiding": N_("“%(character)s” is hiding."),
    "character-candidate": N_("“%(character)s” is a candidate."),
    "character-executed": N_("“%(character)s” was executed."),
    "meeting-over": N_("The meeting of this turn has executed already."),
    "turn-player": N_("%(seat)s is the turn player, who names no candidates."),
    "too-many-alive": N_("Candidates are added only while at most %(most)s are alive, not %(alive)s."),
    "partner-none": N_("%(seat)s took no partner."),
    "partner-used": N_("The partner of %(seat)s has taken over already."),
    "nothing-to-answer": N_("In this turn no execution is left that might have been somebody's role."),
    "marker": N_("That attribute has a marker already."),
    "rule-off": N_("Rule %(rule)s for points is not played here."),
    "no-standing": N_(
        "Without rule 2 for points nobody is ahead before the end, so it cannot be counted as it stands."
    ),
    "not-the-last": N_("%(seat)s is not the last one left."),
    "one-spy": N_("There is one spy, and that was %(seat)s."),
}


def apply(state: State, move: moves.AnyMove | Adjust) -> State:
    """The state after `move`; Refused if it does not fit."""
    match move:
        case Adjust():
            return _with(state, adjusted(state.seats, TRACKS, move, state.turn))
        case moves.Personality():
            return _personality(state, move)
    if state.over:
        raise Refused("over")
    match move:
        case moves.Execute():
            return _execute(state, move)
        case moves.Flip():
            return _flip(state, move)
        case moves.Turn():
            return _turn(state)
    seated(state.seats, move.seat)
    if move.seat in state.out:
        raise Refused("seat-out", seat=move.seat)
    match move:
        case moves.NoPartner():
            return _no_partner(state, move.seat)
        case moves.Nominate():
            return _nominate(state, move)
        case moves.Exchange():
            return _exchange(state, move)
        case moves.Add():
            return _add(state, move)
        case moves.Succeed():
            return _succeed(state, move.seat)
        case moves.Out():
            return _out(state, move)
        case moves.Confess():
            return _confess(state, move)
        case _:
            assert_never(move)


def _with(state: State, *entries: Entry) -> State:
    return replace(state, entries=state.entries.grown(*entries))


def _no_partner(state: State, seat: int) -> State:
    if state.partners[seat] == "none":
        raise Refused("reported")
    if state.executed:
        raise Refused("executed-before")
    return replace(state, partners=put(state.partners, seat, "none"))


# The meeting [3, 4]
def _place_of(state: State, name: str, *fitting: Status) -> int:
    """The place of the character `name`; Refused unless it has one of the statuses `fitting`."""
    if name not in state.options.characters:
        raise Refused("no-such-character", character=name)
    place = state.options.characters.index(name)
    if state.statuses[place] not in fitting:
        raise Refused(f"character-{state.statuses[place]}", character=name)
    return place


def _at_meeting(state: State, seat: int, done: tuple[int, ...]) -> None:
    if state.meeting.executed:
        raise Refused("meeting-over")
    if seat == state.player:
        raise Refused("turn-player", seat=seat)
    if seat in done:
        raise Refused("reported")


def _nominate(state: State, move: moves.Nominate) -> State:
    _at_meeting(state, move.seat, state.meeting.named)
    statuses = put(state.statuses, _place_of(state, move.character, "active"), "candidate")
    meeting = replace(state.meeting, named=(*state.meeting.named, move.seat), entered=True)
    return replace(state, statuses=statuses, meeting=meeting)


def _exchange(state: State, move: moves.Exchange) -> State:
    _at_meeting(state, move.seat, state.meeting.changed)
    statuses = put(state.statuses, _place_of(state, move.into, "active"), "candidate")
    statuses = put(statuses, _place_of(state, move.out, "candidate"), "active")
    meeting = replace(state.meeting, changed=(*state.meeting.changed, move.seat))
    return replace(state, statuses=statuses, meeting=meeting)


def _add(state: State, move: moves.Add) -> State:
    _at_meeting(state, move.seat, state.meeting.changed)
    if len(state.living) > ADDING:
        raise Refused("too-many-alive", alive=len(state.living), most=ADDING)
    statuses = put(state.statuses, _place_of(state, move.character, "active"), "candidate")
    meeting = replace(state.meeting, changed=(*state.meeting.changed, move.seat), entered=True)
    return replace(state, statuses=statuses, meeting=meeting)


def _execute(state: State, move: moves.Execute) -> State:
    """Execute a character: at the meeting the other candidates go into hiding; an effect strikes any living one
    [4, 5]."""
    statuses, meeting = state.statuses, state.meeting
    if move.cause == "effect":
        place = _place_of(state, move.character, "active", "hiding", "candidate")
    else:
        if meeting.executed:
            raise Refused("meeting-over")
        place = _place_of(state, move.character, "candidate" if meeting.entered else "active")
        statuses = tuple("hiding" if status == "candidate" else status for status in statuses)
        meeting = replace(meeting, executed=True)
    execution = Execution(move.character, state.turn, state.player, move.cause)
    executed = (*state.executed, execution)
    return replace(state, statuses=put(statuses, place, "executed"), meeting=meeting, executed=executed)


def _flip(state: State, move: moves.Flip) -> State:
    place = _place_of(state, move.character, "hiding" if move.to == "active" else "active")
    return replace(state, statuses=put(state.statuses, place, move.to))


def _turn(state: State) -> State:
    """Pass the turn to the next living seat on the left; hiding characters wake if too few are active [1, 6]."""
    statuses: tuple[Status, ...] = tuple("active" if status == "candidate" else status for status in state.statuses)
    if statuses.count("active") < len(state.living) - 1:
        statuses = tuple("active" if status == "hiding" else status for status in statuses)
    return replace(state, player=next_player(state), turn=state.turn + 1, statuses=statuses, meeting=Meeting())


# Whose role it was [4, 7, 8]
def _succeed(state: State, seat: int) -> State:
    answered = _answered(state, seat)
    if state.partners[seat] != "held":
        raise Refused("partner-" + state.partners[seat], seat=seat)
    partners, markers = put(state.partners, seat, "used"), put(state.markers, seat, ())
    return replace(answered, partners=partners, markers=markers)


def _out(state: State, move: moves.Out) -> State:
    seat = move.seat
    after = replace(_answered(state, seat), out=(*state.out, seat), spy=seat if move.spy else None)
    if move.spy and not state.out:
        after = _with(after, *paid_to_each(after, seat, "spy-first-out"))
    if not after.over:
        return after
    return _with(after, *(entry for winner in after.living for entry in taken_from_each(after, winner, "win")))


def _answered(state: State, seat: int) -> State:
    """The newest execution that nobody has answered for was this seat's role; the turn player takes a point [9]."""
    if not state.unanswered:
        raise Refused("nothing-to-answer")
    index = state.unanswered[-1]
    execution = replace(state.executed[index], seat=seat)
    after = replace(state, executed=(*state.executed[:index], execution, *state.executed[index + 1 :]))
    return after if seat == execution.by else _with(after, *paid(after, seat, execution.by, "execution"))


def _confess(state: State, move: moves.Confess) -> State:
    """An attribute that was answered has a marker and is not answered again [8]."""
    after, own = state, state.markers[move.seat]
    if move.about != "condition":
        if any(marker.about == move.about for marker in own):
            raise Refused("marker", about=move.about)
        after = replace(state, markers=put(state.markers, move.seat, (*own, Marker(move.about, move.answer))))
    return after if move.seat in state.confessed else replace(after, confessed=(*state.confessed, move.seat))


def _personality(state: State, move: moves.Personality) -> State:
    """Record the personality of the last survivor: a spy gets more from each other seat [9]."""
    seated(state.seats, move.seat)
    if state.counted:
        raise Refused("over")
    if 5 not in state.options.points:
        raise Refused("rule-off", rule=5)
    if state.living != (move.seat,):
        raise Refused("not-the-last", seat=move.seat)
    if state.survivor_told:
        raise Refused("reported")
    if move.spy and state.spy is not None:
        raise Refused("one-spy", seat=state.spy)
    after = replace(state, survivor_told=True, spy=move.seat if move.spy else state.spy)
    return _with(after, *taken_from_each(after, move.seat, "spy-wins")) if move.spy else after


def asks(state: State, seat: int) -> tuple[Ask, ...]:
    """The questions to `seat`, the most urgent first."""
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
    """Ask whether it was the seat's role; mandatory only if more players than characters are left."""
    asked: list[Ask] = []
    if state.unanswered and state.partners[seat] == "held" and state.missing < len(state.unanswered):
        asked.append(Ask("succeed", seat, optional=True))
    if state.unanswered:
        asked.append(Ask("out", seat, choices={"spy": [False, True]}, optional=not state.pressing))
    return asked


def _ask_candidates(state: State, seat: int) -> list[Ask]:
    """Ask for a candidate, then optionally for an exchange or one more [3]."""
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
    """Ask for the execution once all candidates are named, then for the next turn; effects at any time [2, 4, 5, 6]."""
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
    about = ["condition", *(attribute for attribute in moves.ATTRIBUTES if attribute not in marked)]
    asked = [Ask("confess", seat, choices={"about": about, "answer": {"text": 80}}, optional=True)]
    if not state.executed and state.partners[seat] == "held":
        asked.append(Ask("no-partner", seat, optional=True))
    return asked


def _ask_personality(state: State, seat: int) -> tuple[Ask, ...]:
    if 5 not in state.options.points or state.survivor_told or state.living != (seat,):
        return ()
    fitting = [False, True] if state.spy is None else [False]
    return (Ask("personality", seat, choices={"spy": fitting}, optional=True),)
