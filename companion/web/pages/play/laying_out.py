"""Laying out: items ticked off before the first line, and the names of cards on the table, given from any device."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request

from companion.evening import laid_out
from companion.evening.rows import changed_beside, check_laid
from companion.games.moves import Refused, text
from companion.group import decks, preferences
from companion.storage.database import Database
from companion.storage.log import Header
from companion.storage.stored_table import LiveTable
from companion.table.fold import open_table
from companion.table.moves import options_for, struct_to_json
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.visit import Visit
from companion.web.forms.lineup import Lineup, Names, lineup_of, merged, names_of
from companion.web.text.languages import gettext as _
from companion.web.text.words import words_of

bp = Blueprint("laying_out", __name__)


@bp.post("/table/<code>/laid-out")
@audience("guest")
def tick(visit: Visit, code: str) -> Response:
    """Tick one item, or untick it; `item=all` finishes. 400 for any other."""
    live, item = visit.table(code), request.form.get("item", "")
    items = live.table.game.laying_out(len(live.table.seats), live.table.options)
    if item != "all" and item not in map(str, range(len(items))):
        abort(400)

    def job(db: Database) -> None:
        check_laid(db, live.header.id)
        laid_out.tick(db, live.header.id, None if item == "all" else int(item))

    visit.services.evenings.change(visit.evening, job)
    return home()


@dataclass(frozen=True)
class NamePlace:
    """Place of a line-up: its `number`, its name `now` (empty: its number), and the text in its field.

    `is_fixed`: it has its name in the record, and no field; `has_clash`: its name is another than was typed.
    """

    number: str
    now: str
    typed: str
    is_fixed: bool
    has_clash: bool


@dataclass(frozen=True)
class Lying:
    """Table with its line-up, and the names of its places by now."""

    live: LiveTable
    lineup: Lineup
    names: Names

    def is_fixed(self, place: int) -> bool:
        """Whether a place has its name in a record that has a line."""
        return self.live.line > 0 and self.names.record[place] != self.lineup.usual[place]


TRIES = 32  # each time another device was quicker


@bp.get("/table/<code>/names")
@audience("guest")
def show_names(visit: Visit, code: str) -> str:
    """Page of the names of a table, place by place, each with a field as long as it may be changed."""
    there = _lying(visit, code)
    return _page(visit, there, there.names.shown)


@bp.post("/table/<code>/names")
@audience("guest")
def tell_names(visit: Visit, code: str) -> Response:
    """Store all names, as `name`, given those that the device had seen, as `seen`; an empty one is its number.

    Names of several devices are merged. If two have named one place otherwise, 409 with both names; 422 if two places
    would have one name: nothing is stored, and the typed names stay in the fields.
    """
    for _try in range(TRIES):
        there = _lying(visit, code)
        together = merged(_sent("seen", there.lineup), _sent("name", there.lineup), there.names.shown)
        fixed = {n for n, name in enumerate(together.names) if there.is_fixed(n) and name != there.names.record[n]}
        if fixed or together.clashes:
            page = _page(visit, there, together.names, _clash(bool(fixed)), together.clashes | fixed)
            return make_response(page, 409)
        if len({*together.names}) < len(together.names):
            return make_response(_page(visit, there, together.names, _("Two of them have the same name.")), 422)
        try:
            _keep(visit, there, together.names)
        except Refused as refused:
            if refused.code != "stale":
                raise
            continue  # another device, or the first line, was quicker
        return home()
    raise Refused("stale")


def _lying(visit: Visit, code: str) -> Lying:
    """Table with its names; 404 if its game has none."""
    live = visit.table(code)
    lineup = lineup_of(live.table.game)
    if lineup is None:
        abort(404)
    return Lying(live, lineup, names_of(lineup, live, visit.db))


def _sent(field: str, lineup: Lineup) -> tuple[str, ...]:
    """Names in a form, one a place; 400 if their number is wrong, or one cannot be a name."""
    given = [" ".join(name.split()) for name in request.form.getlist(field)]
    if len(given) != len(lineup.usual):
        abort(400)
    try:
        return tuple(text(name or usual) for name, usual in zip(given, lineup.usual, strict=True))
    except ValueError:
        abort(400)


def _clash(is_of_record: bool) -> str:
    if is_of_record:
        return _("Nothing was kept: what had a name at the first line keeps it.")
    return _("Nothing was kept yet: another device has named it otherwise. Send it again if yours is right.")


def _keep(visit: Visit, there: Lying, given: tuple[str, ...]) -> None:
    """Store the names of all places; Refused (`stale`) if they have changed meanwhile."""
    if given == there.names.shown:
        return
    live, evening = there.live, visit.evening
    if live.line:
        visit.services.evenings.change(evening, lambda db: _teach(db, there, given), of_group=True)
        return
    game = live.table.game
    options = struct_to_json(live.table.options) | {there.lineup.option: list(given)}
    table = open_table(game, live.table.seats, options_for(game, options))

    def remember(db: Database, header: Header) -> list[int]:
        _remember(db, there, given)
        return changed_beside(db, evening.id)

    _, others = visit.services.tables.lay_anew(live, table, remember)
    visit.services.evenings.notify(evening, others)


def _teach(db: Database, there: Lying, given: tuple[str, ...]) -> None:
    """Store the names for numbers in the record, beside the record."""
    live, names = there.live, there.names
    if names_of(there.lineup, live, db) != names:
        raise Refused("stale")
    by_number = {number: name for number, name in zip(names.record, given, strict=True) if name != number}
    preferences.teach(db, live.header.group, live.header.game, live.header.record_id, by_number)
    _remember(db, there, given)


def _remember(db: Database, there: Lying, given: tuple[str, ...]) -> None:
    """Add the names to the group's deck, and to the options of its next game."""
    group, slug = there.live.header.group, there.live.header.game
    options: dict[str, Any] = preferences.preferences(db, group, slug).get("options", {})
    named = {there.lineup.option: list(given)}
    preferences.save_preferences(db, group, slug, {"options": options | named})
    decks.remember_options(db, group, slug, named)


def _page(
    visit: Visit, there: Lying, typed: tuple[str, ...], problem: str = "", clashes: frozenset[int] = frozenset()
) -> str:
    """Page of a table's names, with the `typed` ones in the fields; a number that is no name is an empty field."""
    slug, lineup = there.live.header.game, there.lineup
    places = [
        NamePlace(
            number,
            now if now != number else "",
            field if field != number else "",
            there.is_fixed(place),
            place in clashes,
        )
        for place, (number, now, field) in enumerate(zip(lineup.usual, there.names.shown, typed, strict=True))
    ]
    return render_template(
        "play/names.html",
        slug=slug,
        code=there.live.header.code,
        words=words_of(slug),
        option=lineup.option,
        is_begun=there.live.line > 0,
        problem=problem,
        places=places,
        suggested=_suggested(visit, there),
    )


def _suggested(visit: Visit, there: Lying) -> list[str]:
    """Names in decks, then those that the rulebook shows."""
    live, lineup = there.live, there.lineup
    pile = live.table.game.PILES[lineup.option]
    in_decks = decks.cards(visit.db, live.header.group, live.header.game, lineup.option)
    names = [pile.known_as(card) for card in (*in_decks, *(one.card for one in pile.printed))]
    return list(dict.fromkeys(name for name in names if name not in lineup.usual))
