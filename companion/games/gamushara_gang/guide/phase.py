"""Perhaps doing, are you spy?: the phase of the moment, in one sentence."""

from companion.games.gamushara_gang.state import ADDING, Meeting, State, changing, due
from companion.games.guide import Phase
from companion.games.refusals import N_


def phase(state: State) -> Phase | None:
    """What is done now; None once it is over. Nothing in it is secret."""
    if state.over:
        return None
    if state.pressing:
        return Phase(N_("More players live than characters are left: somebody is out, and says so."))
    if due(state):
        return _naming(state)
    if changing(state):
        return _exchanging(state)
    if state.executable and state.player not in state.out:
        text = N_("%(player)s executes one of the candidates; the others go into hiding.")
        return Phase(text, seats={"player": state.player})
    return _ending(state)


def _naming(state: State) -> Phase:
    """The chance card, then the meeting."""
    seats = {"player": state.player, "next": due(state)[0]}
    if state.meeting == Meeting():
        text = N_("%(player)s draws a chance card and uses it or not; then the others name candidates, %(next)s first.")
        return Phase(text, seats=seats)
    return Phase(N_("The others name a candidate each: %(next)s is next. %(player)s will execute one."), seats=seats)


def _exchanging(state: State) -> Phase:
    text = N_("From %(next)s on each may exchange a candidate, or pass; then %(player)s executes one.")
    if len(state.living) <= ADDING:
        text = N_("From %(next)s on each may exchange a candidate, add one, or pass; then %(player)s executes one.")
    return Phase(text, seats={"player": state.player, "next": changing(state)[0]})


def _ending(state: State) -> Phase:
    """Whose role it was, the effect, and the turn player card, which goes to the left."""
    upcoming = {"next": _next_player(state)}
    both = upcoming | {"player": state.player}
    if state.player in state.out:
        return Phase(N_("%(player)s is out, and the turn ends: %(next)s has the next one."), seats=both)
    if not state.meeting.executed:
        return Phase(N_("Nobody is active, so nobody is executed: %(next)s has the next turn."), seats=upcoming)
    character = next(one for one in reversed(state.executed) if one.cause == "meeting").character
    text = N_("%(player)s may use the effect of %(character)s; then %(next)s has the next turn.")
    if state.unanswered:
        character = state.executed[state.unanswered[-1]].character
        text = N_(
            "Was %(character)s somebody's role? Then %(player)s may use the effect, and %(next)s has the next turn."
        )
    return Phase(text, {"character": character}, both)


def _next_player(state: State) -> int:
    """Who lives nearest to the turn player's left; the turn player where nobody else does [6]."""
    after = ((state.player + step) % state.seats for step in range(1, state.seats + 1))
    return next(seat for seat in after if seat in state.living)
