"""Bugs of the commands of the terminal, and of what they take for a history."""

from collections.abc import Sequence
from pathlib import Path

from companion import terminal
from companion.commands import transfer
from companion.commands.transfer import Problems
from companion.storage import leaving
from companion.storage.sqlite import condition, copies
from companion.storage.sqlite.condition import FILE
from companion.table.record import Record
from tests.faults.planted import planted, replace


@planted("a file of a newer release is opened", row="no history, or none of ours", counts="lost")
def newer_file_is_opened() -> None:
    """A step that this release does not know is nobody's business."""
    replace(condition, "STEPS", (*condition.STEPS, "a step of a newer release"))


@planted("what is gone begins anew", row="no history, or none of ours", counts="lost")
def what_is_gone_begins_anew() -> None:
    """Where the file is gone, or empty, nobody asks whether there was one."""

    def assert_nothing(folder: Path, file: Path) -> None: ...

    replace(condition, "_assert_nothing_was_there", assert_nothing)


@planted("a command makes what it looks for", row="no history, or none of ours", counts="lost")
def command_makes_what_it_looks_for() -> None:
    """A folder that nobody ever played in is one with nothing in it."""
    replace(condition, "assert_there", condition.steps_to_come)


@planted("what is damaged is written to", row="no history, or none of ours", counts="lost")
def what_is_damaged_is_written_to() -> None:
    """Nobody looks through the file before it is opened."""

    def assert_nothing(folder: Path) -> None: ...

    replace(condition, "assert_sound", assert_nothing)


@planted("the terminal is steered", row="commands in any order", counts="leaked")
def terminal_is_steered() -> None:
    """What a file or a folder is called is printed as it is."""
    replace(terminal, "spelt_out", str)


@planted("lines of a forgotten game stay", row="commands in any order", counts="leaked")
def lines_of_a_forgotten_game_stay() -> None:
    """Only its row among the tables goes."""
    replace(leaving, "OF_A_GAME", leaving.OF_A_GAME[-1:])
    replace(copies, "OF_A_GAME", leaving.OF_A_GAME)


@planted("a backup is put back without one of now", row="commands in any order", counts="lost")
def put_back_without_a_backup_of_now() -> None:
    """What a backup takes the place of is gone."""

    def remove(folder: Path, why: str) -> None:
        (folder / FILE).unlink(missing_ok=True)

    replace(copies, "put_aside", remove)


@planted("what can be read is taken in", row="commands in any order", counts="doubled")
def what_can_be_read_is_taken_in() -> None:
    """Of a file with a record that is none the others are kept."""

    def read_some(files: Sequence[Path]) -> tuple[list[Record], Problems]:
        records, _ = read_all(files)
        return records, []

    read_all = replace(transfer, "_read_all", read_some)


@planted("a file is removed before another takes its place", row="commands in any order", counts="lost", tries=80)
def removed_before_another_takes_its_place() -> None:
    """While a backup is put back there is no file at all."""

    def removed(folder: Path, why: str) -> Path | None:
        kept: Path | None = put_aside(folder, why)
        (folder / FILE).unlink(missing_ok=True)
        return kept

    put_aside = replace(copies, "put_aside", removed)
