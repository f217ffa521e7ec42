"""Death Wish: what its refusals say, by their codes."""

from companion.games.refusals import N_

REFUSALS = {
    "no-survivor": N_("A last survivor needs 3 or more seats, not %(seats)s."),
    "dead": N_("%(seat)s is dead."),
    "itself": N_("That takes another seat than %(seat)s itself."),
    "wild-stolen": N_("A wild disease takes an afflicter of one's own."),
    "no-disease": N_("%(seat)s does not have %(disease)s."),
    "disease-held": N_("%(seat)s has %(disease)s already."),
    "alive": N_("%(seat)s is alive."),
    "still-deadly": N_("%(seat)s would still have %(skulls)s skulls, and %(target)s kill."),
    "no-keeper": N_("%(seat)s keeps no outbreak."),
}
