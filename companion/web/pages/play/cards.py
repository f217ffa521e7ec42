"""Effects of cards, as a group's decks keep them: looked up, searched, and entered."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, render_template, request

from companion.group import decks
from companion.storage.stored_table import LiveTable
from companion.table import visibility
from companion.web.access.guard import audience
from companion.web.access.responses import home
from companion.web.access.visit import Guest, Visit
from companion.web.forms import lineup
from companion.web.screens.facts import Facts
from companion.web.text.words import words_of

bp = Blueprint("cards", __name__)


@dataclass(frozen=True)
class CardEntry:
    """Card with its name, its value in a deck, and its effect (empty if nobody has entered it); `key`: its anchor.

    `place`: the number by which it lies on the table, as long as it has no other name; empty for any other card.
    """

    name: str
    card: Any
    effect: str
    key: str
    place: str = ""


@dataclass(frozen=True)
class PileEntry:
    """Pile of a game with its cards; `is_of_names`: an effect may be entered for a card by its name, before anybody has
    seen it."""

    name: str
    is_of_names: bool
    cards: Sequence[CardEntry]


LONGEST = 80  # characters of what is searched for


@bp.get("/table/<code>/cards")
@audience("guest")
def show(visit: Visit, code: str) -> str:
    """Page of the cards of a table and their effects; `q`: only those that have all these words."""
    guest = _table_with_effects(visit, code)
    asked = request.args.get("q", "")[:LONGEST].strip()
    shown = cards_page(Facts(guest.services, guest.live, guest.evening), guest.reads, asked, _may_tell(guest))
    return render_template("play/cards.html", **shown)


@bp.post("/table/<code>/cards")
@audience("guest")
def tell(visit: Visit, code: str) -> Response:
    """Store the `effect` of the card called `name` in a `pile`, in the group's deck."""
    guest, effect = _table_with_effects(visit, code), request.form.get("effect", "")
    if not _may_tell(guest):
        abort(403)
    pile, card = _card(guest.live)
    group, game = guest.live.header.group, guest.live.header.game
    visit.services.evenings.change(
        visit.evening, lambda db: decks.tell_effect(db, group, game, pile, card, effect), of_group=True
    )
    return home(f"/table/{code}/cards")


def _table_with_effects(visit: Visit, code: str) -> Guest:
    """Device at the table; 404 if no card of its game has an effect."""
    guest = visit.guest(code)
    if not visibility.view(guest.live.table, None).on_table:
        abort(404)
    return guest


def _may_tell(guest: Guest) -> bool:
    """Whether this device plays at the table, or hosts it."""
    return guest.device.host or guest.reads is not None


def _card(live: LiveTable) -> tuple[str, Any]:
    """Pile and card that a form is about: one that lies open, or one that is known by its name; 400 if none."""
    name, known_as = request.form.get("pile", ""), request.form.get("name", "").strip()
    pile, lying = live.table.game.PILES.get(name), visibility.view(live.table, None).on_table.get(name)
    if pile is None or lying is None:
        abort(400)
    card = next((one for one in lying if pile.known_as(one) == known_as), None)
    if card is None and not pile.name:
        abort(400)
    return name, {pile.name: known_as} if card is None else card


def cards_page(table: Facts, seat: int | None, asked: str, may_tell: bool) -> dict[str, object]:
    """Values of the page of cards, on the table and in the group's decks, that fit `asked`, for the viewer in
    `seat`."""
    game, view = table.table.game, table.view(seat)
    own = [_own(table, pile, name) for pile, names in view.own_cards.items() for name in names]
    piles = [PileEntry(name, game.PILES[name].is_of_names, _entries(table, seat, name)) for name in view.on_table]
    wanted = asked.casefold().split()
    return {
        "slug": game.SLUG,
        "code": table.code,
        "words": words_of(game.SLUG),
        "asked": asked,
        "may_tell": may_tell,
        "own": [entry for entry in own if _fits(entry, wanted)],
        "piles": [PileEntry(one.name, one.is_of_names, _fitting(one.cards, wanted)) for one in piles],
    }


def _own(table: Facts, pile: str, name: str) -> CardEntry:
    """Card that this viewer alone may know."""
    return CardEntry(name, {table.table.game.PILES[pile].name: name}, table.effects[pile].get(name, ""), "")


def _entries(table: Facts, seat: int | None, name: str) -> list[CardEntry]:
    """Cards of a pile: those that lie open first, then those in decks; of equal ones that with most values."""
    pile, effects = table.table.game.PILES[name], table.effects[name]
    lying, offered = table.view(seat).on_table[name], table.offered(name)
    in_decks = {pile.known_as(card): card for card in reversed(offered)}
    there = [pile.known_as(card) for card in lying]
    others = [one for one in in_decks if one not in there and (pile.is_of_names or one in effects)]
    nameless = lineup.numbers(table.table, name, table.habits.get("names", {}))
    all_cards = {pile.known_as(card): card for card in lying} | in_decks
    return [
        CardEntry(one, all_cards[one], effects.get(one, ""), f"{name}-{place}", one if one in nameless else "")
        for place, one in enumerate((*there, *sorted(others)))
    ]


def _fitting(entries: Sequence[CardEntry], wanted: list[str]) -> list[CardEntry]:
    return [entry for entry in entries if _fits(entry, wanted)]


def _fits(entry: CardEntry, wanted: list[str]) -> bool:
    """Whether each of the words is in the name of a card, or in its effect."""
    words_of_card = f"{entry.name} {entry.effect}".casefold()
    return all(word in words_of_card for word in wanted)
