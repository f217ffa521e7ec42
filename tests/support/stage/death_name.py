"""The moments of DEATH Name."""

from tests.support.stage.moment import Moment

MOMENTS = [
    Moment("nothing is written yet", "death-name: waits for decree", ".moment > .thing", "board"),
    Moment("the first decree is turned up", "death-name: after decree"),
    Moment("a name is being written", "death-name: after decree", ".big .decree", "board"),
    Moment("keep, or pass?", "death-name: asks declare for choice", ".moment > .thing", "board"),
    Moment("hands are shown", "death-name/four-with-phones 30", ".hands li", "board"),
    Moment("the cards are read", "death-name/four-with-phones 9", ".order > li", 3),
    Moment("two are the same", "death-name/broken-off-by-the-last-train 32", ".twice", 3),
    Moment("the order stands", "death-name/four-with-phones 9", ".fatal", 6),
    Moment("what each pen has killed", "death-name/four-with-phones 59", ".kills > .thing", 6),
    Moment("the end", "death-name: outcome won, a winner", ".endcards > .won", "board"),
]
