"""The moments of Death Wish."""

from tests.support.stage.moment import Moment

MOMENTS = [
    Moment("the ward", "death-wish: is half played with 8 long names", ".dw-race .dw-skulls", "board"),
    Moment("a last wish", "death-wish: shows farewell"),
    Moment("a diagnosis", "death-wish: after contract"),
    Moment("it mutates", "death-wish: after mutate"),
    Moment("it is passed on", "death-wish: after give"),
    Moment("a cure", "death-wish: after cure"),
    Moment("an outbreak", "death-wish: shows outbreak"),
    Moment("back to life", "death-wish: after revive"),
    Moment("the last skull", "death-wish: outcome won", ".dw-paper", 12),
    Moment("the end", "death-wish: is over with 8 long names", ".endcards .won", "board"),
]
