"""The moments of Death Wish."""

from tests.support.stage.moment import Moment

MOMENTS = [
    Moment("the ward", "death-wish: is half played with 8 long names", ".dw-race .dw-skulls", "board"),
    Moment("a diagnosis", "death-wish: after contract"),
    Moment("it is passed on", "death-wish: after give"),
    Moment("a cure", "death-wish: after cure"),
    Moment("the last skull", "death-wish: outcome won", ".dw-paper", 12),
    Moment("the end", "death-wish: is over with 8 long names", ".endcards .won", "board"),
]
