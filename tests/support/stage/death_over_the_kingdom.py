"""The moments of Death Over The Kingdom."""

from tests.support.stage.moment import Moment

MOMENTS = [
    Moment("a round begins", "death-over-the-kingdom: begins with some long names", ".first .goal", "board"),
    Moment("a card is turned", "death-over-the-kingdom/the-five-of-the-book 21", ".court.turned", 2),
    Moment("it turns again", "death-over-the-kingdom/the-last-of-eight 9"),
    Moment("all cards lie open", "death-over-the-kingdom/the-five-of-the-book 15", ".past ol", 1),
    Moment("who wins the round", "death-over-the-kingdom/the-five-of-the-book 21", ".court.won", 3),
    Moment("a point", "death-over-the-kingdom: after winners"),
    Moment("the ladder", "death-over-the-kingdom: is half played with some long names", ".rungs li", "board"),
    Moment("somebody is dropped", "death-over-the-kingdom: after losers"),
    Moment("the crown", "death-over-the-kingdom: outcome nobody", ".crowning ol", 6),
    Moment("the end", "death-over-the-kingdom: is over with some long names", ".endcards .won", "board"),
]
