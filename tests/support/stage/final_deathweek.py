"""The moments of Final Deathweek."""

from tests.support.stage.moment import Moment

MOMENTS = [
    Moment("a killer each, face up", "final-deathweek: after solid", ".fd-solids .kc", "board"),
    Moment("a day begins", "final-deathweek/four-who-came-through 18"),
    Moment("an event is drawn", "final-deathweek: after take"),
    Moment("nothing is drawn", "final-deathweek/three-who-counted-too-far 31"),
    Moment("a killer is exposed", "final-deathweek: after expose"),
    Moment("somebody breaks", "final-deathweek: after break"),
    Moment("the killers of a day are turned", "final-deathweek/four-who-came-through 58", ".judged .fd-hand", 4),
    Moment("chains hold, and break", "final-deathweek/four-who-came-through 58", ".judged .fd-run", "board"),
    Moment("somebody dies", "final-deathweek/three-who-counted-too-far 36", ".fell", 9),
    Moment("the end", "final-deathweek/four-who-came-through 79", ".fd-falling li", 12),
]
