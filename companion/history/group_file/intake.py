"""Taking a group in from its file: as a group that nobody reaches before all of it is there."""

from collections.abc import Iterable, Iterator

from sqlite_utils import Database

from companion.group import decks, groups, preferences, records
from companion.history.group_file.entries import DeckEntry, PersonEntry, PreferencesEntry, SameEntry
from companion.history.group_file.reader import ReadEntry, ReadGame
from companion.storage import projection
from companion.storage.identifiers import COUNTED, moment_or_epoch, table_id

AT_ONCE = 500  # lines and people of a batch: so many are stored in one commit while others play, and a tap waits for it


def batches(entries: Iterable[ReadEntry | None], most: int = AT_ONCE) -> Iterator[list[ReadEntry] | None]:
    """Entries that are read to be stored, as many at a time as make a short commit; None as in `read`."""
    batch: list[ReadEntry] = []
    weight = 0
    for entry in entries:
        if entry is None:
            yield None
            continue
        if batch and weight + _weight(entry) > most:
            yield batch
            batch, weight = [], 0
        batch.append(entry)
        weight += _weight(entry)
    yield batch


def _weight(entry: ReadEntry) -> int:
    """How many rows an entry is stored in, about."""
    match entry:
        case ReadGame():
            return len(entry.record.table.lines) + len(entry.record.table.seats)
        case DeckEntry():
            return 1 + len(entry.cards)
        case _:
            return 1


def begin(db: Database, name: str) -> int:
    """A group that is filled from a file: until `finish` it counts as forgotten, and so would go at the next start."""
    group = groups.open_group(db, name).id
    groups.forget(db, group)
    return group


def finish(db: Database, group: int) -> int:
    """All is there: from now on there is such a group."""
    groups.remember(db, group)
    return group


def add(db: Database, group: int, entries: Iterable[ReadEntry]) -> None:
    """Store entries of a file, `read` and `read_again`, in a group that holds nothing but those before them."""
    for entry in entries:
        match entry:
            case PersonEntry():
                _add_person(db, group, entry)
            case SameEntry():
                sql = "update people set same_as = ? where id = ?"
                db.execute(sql, [_person(group, entry.into), _person(group, entry.person)])
            case DeckEntry():
                _add_deck(db, group, entry)
            case PreferencesEntry():
                preferences.save_preferences(db, group, entry.game, entry.values)
            case ReadGame():
                _add_game(db, group, entry)


def _person(group: int, number: int) -> int:
    return (group << COUNTED) + number


def _add_person(db: Database, group: int, person: PersonEntry) -> None:
    sql = "insert into people (id, group_id, name, colour, shape, seen_at) values (?, ?, ?, ?, ?, ?)"
    seen_at = moment_or_epoch(person.seen_at)
    db.execute(sql, [_person(group, person.id), group, person.name, person.colour, person.shape, seen_at])


def _add_deck(db: Database, group: int, deck: DeckEntry) -> None:
    id = decks.make(db, group, deck.game, deck.name)
    made = decks.find(db, group, id)
    assert made is not None
    decks.play(db, made, deck.in_play)
    decks.put_cards(db, made, [(card.pile, card.card, card.used_at) for card in deck.cards])


def _add_game(db: Database, group: int, game: ReadGame) -> None:
    people = [None if person is None else _person(group, person) for person in game.people]
    records.add(db, group, game.id, game.record, game.ended_after, people, game.opened_at)
    if game.hidden:
        projection.hide(db, table_id(group, game.id), True)
