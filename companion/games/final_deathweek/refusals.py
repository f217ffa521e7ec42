"""Final Deathweek: what its refusals say, by their codes."""

from companion.games.refusals import N_

REFUSALS = {
    "week-begun": N_("The week has begun: no solid killers are dealt any more."),
    "only-outcomes": N_("This week is played without solid killers: say only what came of the event."),
    "all-alike": N_("All solid killers would be %(color)s: deal again."),
    "no-such-day": N_("This week has %(days)s days."),
    "in-setup": N_("Everybody needs a solid killer first."),
    "day-begun": N_("Day %(day)s has begun: its schedule stands."),
    "events": N_("A day at this table has %(seats)s events, not %(events)s."),
    "leads": N_("%(seat)s leads today, and the leader's killers are not exposed."),
    "unexposable": N_("The chain of %(seat)s broke the day before: nothing of theirs is exposed today."),
    "acted": N_("%(seat)s has had a turn today."),
    "no-such-event": N_("No such event with the number %(number)s is left today."),
    "break-used": N_("%(seat)s has used Break already."),
    "not-taken": N_("%(seat)s has no event to compare with killers."),
    "not-exposed": N_("One of the two killers is %(color)s, for it was exposed."),
}
