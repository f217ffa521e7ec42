"""What every game's screens read of a view."""

from typing import Protocol

from msgspec import Struct


class Suspect(Protocol):
    """A character that a player may note something about: its name, and how it lies on the table."""

    @property
    def name(self) -> str: ...

    @property
    def status(self) -> str: ...


class ViewBase(Struct, frozen=True, gc=False, kw_only=True):
    """What a viewer may know of a game. A game's own View adds its fields; screens of all games read these alone.

    `stage`: the thing of the moment, in one word. `due`: the seats that have still to do it, in the order in which
    they do it. `fresh`: what was decided last is still being looked at, and nobody is asked first. `zones`: per seat
    where it would end by now, in a game where more is not simply better. `characters`: about whom players keep
    private notes.
    """

    stage: str = ""
    due: tuple[int, ...] = ()
    fresh: bool = False
    zones: tuple[str, ...] = ()
    characters: tuple[Suspect, ...] = ()

    @property
    def piles(self) -> tuple[str, ...]:
        """The piles of the game's decks from which its screens offer cards now."""
        return ()

    @property
    def habits(self) -> tuple[str, ...]:
        """What screens ask of how the group likes the game, besides its options."""
        return ()

    def has_ended_for(self, seat: int) -> bool:
        """Whether the game is over for this seat: its player is told how it went."""
        return self.stage == "over"
