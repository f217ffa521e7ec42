"""Death Over The Kingdom: what its refusals say, by their codes."""

from companion.games.refusals import N_

REFUSALS = {
    "no-lives": N_("Lives are counted only where the last one standing wins."),
    "no-rounds": N_("The number of rounds is agreed only for a crowd."),
    "no-turns": N_("The number of turns is agreed only in the classic game."),
    "not-all-cards": N_("Not everybody's card is in yet."),
    "value-known": N_("The value of %(seat)s's card is known already."),
    "other-mode": N_("That is not told in this mode of the game."),
    "seat-twice": N_("Name each seat once."),
    "how-many": N_("Name %(least)s to %(most)s seats, not %(seats)s."),
}
