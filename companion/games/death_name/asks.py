"""DEATH Name: what each seat is asked, and may report."""

from companion.games.death_name.state import Round, State, asks_readings, lacks_reading, over, unused_rounds
from companion.games.game import Ask, reads_off_nothing, reports_for_itself

may_report = reports_for_itself
reads_off = reads_off_nothing


def asks(state: State, seat: int) -> tuple[Ask, ...]:
    """What `seat` is asked, the most urgent first. A decree, and names that sound alike, are everybody's to report."""
    if state.counted:
        return ()
    now = state.newest
    if now is None or now.scored:
        return (*_ask_decree(state), *_ask_same(state))
    if now.day == 2:
        choice = Ask("choose", seat, choices={"round": list(unused_rounds(state, seat))})
        return () if now.chosen[seat] is not None else (choice,)
    return (*_ask_name(now, seat), *_ask_draft(now, seat), *_ask_reading(state, now, seat))


def _ask_decree(state: State) -> tuple[Ask, ...]:
    if over(state):
        return ()
    many = (state.seats, state.seats)
    return (Ask("decree", choices={"icons": [-2, -1, 0, 1, 2]}, many={"icons": many}, repeats=True),)


def _ask_same(state: State) -> tuple[Ask, ...]:
    """One seat stands for each group that was put together already, so that whatever is picked is new."""
    now = state.newest
    if now is None:
        return ()
    groups = now.ruled
    apart = [seat for seat in range(state.seats) if not any(seat in group and seat > min(group) for group in groups)]
    if len(apart) < 2:
        return ()
    return (Ask("same", choices={"seats": apart}, optional=True, many={"seats": (2, len(apart))}),)


def _ask_name(now: Round, seat: int) -> tuple[Ask, ...]:
    return () if now.names[seat] is not None else (Ask("write", seat, choices={"name": {"text": 80}}),)


def _ask_draft(now: Round, seat: int) -> tuple[Ask, ...]:
    """Declare, or say after a draft by hand whose card one holds: one or the other in a round."""
    asked: list[Ask] = []
    if now.written and not now.by_hand and seat in now.drafting and now.declared[seat] is None:
        asked.append(Ask("declare", seat, choices={"choice": ["keep", "pass"]}))
    if not now.steps and not any(now.declared) and now.holding[seat] is None:
        left = [card for card in range(len(now.names)) if card not in now.holding]
        asked.append(Ask("hold", seat, choices={"card": left}, optional=not now.by_hand))
    return tuple(asked)


def _ask_reading(state: State, now: Round, seat: int) -> tuple[Ask, ...]:
    """A reading may wait until nothing else is missing: so nobody learns early whose name is in kanji."""
    if now.names[seat] is None or now.readings[seat] is not None or not asks_readings(state.options):
        return ()
    last = now.written and not now.drafting and None not in now.holding and lacks_reading(state, now, seat)
    return (Ask("reading", seat, choices={"reading": {"text": 80}}, optional=not last),)
