"""DEATH Name: what its refusals say, by their codes."""

from companion.games.refusals import N_

REFUSALS = {
    "no-decree": N_("No decree is open: the next one comes first."),
    "round-open": N_("Round %(round)s is not finished yet."),
    "icons": N_("A decree for this table has %(seats)s icons, not %(icons)s."),
    "other-day": N_("That does not belong to Day %(day)s."),
    "not-written": N_("%(seat)s has not written a name yet."),
    "not-all-written": N_("Not everybody has written a name yet."),
    "by-hand": N_("This round is drafted by hand: say whose card each one holds."),
    "by-declaring": N_("This round is drafted by declaring."),
    "kept-already": N_("%(seat)s is out of the draft."),
    "card-held": N_("%(seat)s holds that card already."),
    "card-used": N_("The card of round %(round)s is not there to choose."),
    "two-names": N_("Name two or more different seats."),
    "not-scored": N_("The round has to be scored first."),
}
