"""Coffin Race: what its refusals say, by their codes."""

from companion.games.refusals import N_

REFUSALS = {
    "no-route": N_("No route is laid: it comes first."),
    "no-route-now": N_("The route is laid, or the race is over."),
    "stones": N_("A route has three stones, not %(stones)s."),
    "not-all-bet": N_("Not everybody has bet yet."),
    "not-tied": N_("Two coffins or more are tied together, once a round, after all have advanced."),
    "not-your-words": N_("The last words of a round are not those of %(seat)s."),
    "not-to-be-buried": N_("%(seat)s is not buried now."),
}
