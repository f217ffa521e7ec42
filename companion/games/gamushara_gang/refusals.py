"""Perhaps doing, are you spy?: what its refusals say, by their codes."""

from companion.games.refusals import N_

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
