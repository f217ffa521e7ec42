"""The moments of Gamushara Gang."""

from tests.support.stage.moment import Moment

MOMENTS = [
    Moment("the gang stands there", "gamushara-gang: after no-partner", ".moment .gang-grid", "board"),
    Moment("one wakes", "gamushara-gang/four-with-names-of-their-own 15"),
    Moment("somebody hides", "gamushara-gang: after flip"),
    Moment("somebody is nominated", "gamushara-gang: after nominate"),
    Moment("a candidate is exchanged", "gamushara-gang: after exchange"),
    Moment("executed", "gamushara-gang: after execute", ".hush .gang-dead", "silence"),
    Moment("it was nobody", "gamushara-gang/four-with-names-of-their-own 7"),
    Moment("a second life", "gamushara-gang: after succeed"),
    Moment("the spy is unmasked", "gamushara-gang: outcome won", ".gang-dead", 2),
    Moment("the end", "gamushara-gang: is over with 5 long names", ".endcards", "board"),
]
