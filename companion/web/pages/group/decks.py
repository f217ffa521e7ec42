"""Decks: the cards and effects that each copy of a game was taught."""

from typing import Any

from flask import Blueprint, Response, abort, render_template, request

from companion.games import GAMES
from companion.games.moves import Refused, text
from companion.group import deck_files, decks
from companion.group.decks import Deck
from companion.storage.database import Database
from companion.table.strict_json import Unreadable, parse
from companion.web.access.guard import audience
from companion.web.access.responses import attachment, home
from companion.web.access.visit import Visit
from companion.web.forms.numbers import whole
from companion.web.text.languages import gettext as _
from companion.web.text.words import words_of

bp = Blueprint("decks", __name__, url_prefix="/decks")
CARD = "card"


@bp.get("/")
@audience("guest")
def all_decks(visit: Visit) -> str:
    """Page of all decks, game by game."""
    every_deck = decks.all_decks(visit.db, visit.group)
    by_game = {slug: [deck for deck in every_deck if deck.game == slug] for slug in GAMES}
    return render_template("decks/every.html", decks=by_game, is_keeper=visit.is_keeper)


@bp.post("/")
@audience("keeper")
def make(visit: Visit) -> Response:
    """Make a deck of a game, without a card."""
    ours, game, name = visit.group, request.form.get("game", ""), _named()
    if game not in GAMES:
        abort(404)
    made = visit.services.evenings.change(visit.evening, lambda db: decks.make(db, ours, game, name))
    return home(f"/decks/{made}")


@bp.post("/import")
@audience("keeper")
def import_deck(visit: Visit) -> Response:
    """Import a deck from a file, beside those that are there."""
    sent = request.files.get("deck")
    if sent is None:
        abort(400)
    ours, source, unnamed = visit.group, sent.read(), _("Brought in")
    made = visit.services.evenings.change(
        visit.evening, lambda db: deck_files.import_deck(db, ours, source, unnamed), of_group=True
    )
    return home(f"/decks/{made}")


@bp.get("/<int:id>")
@audience("guest")
def deck(visit: Visit, id: int) -> str:
    """Page of a deck, card by card."""
    shown = _deck(visit, id)
    return render_template(
        "decks/deck.html",
        deck=shown,
        slug=shown.game,
        kinds=[*GAMES[shown.game].PILES],
        with_effects=[name for name, pile in GAMES[shown.game].PILES.items() if pile.has_effects],
        words=words_of(shown.game),
        is_keeper=visit.is_keeper,
    )


@bp.get("/<int:id>/export")
@audience("guest")
def export_deck(visit: Visit, id: int) -> Response:
    """Download a deck as a file."""
    chosen = _deck(visit, id)
    return attachment(deck_files.exported(chosen), "application/json", f"{chosen.game}-deck-{chosen.id}.json")


@bp.post("/<int:id>")
@audience("keeper")
def change(visit: Visit, id: int) -> Response:
    """Rename a deck, put it into play or aside, or remove it."""
    chosen, how = _deck(visit, id), request.form.get("how")
    if how == "name":
        ours, name = visit.group, _named()
        visit.services.evenings.change(visit.evening, lambda db: decks.rename(db, ours, chosen, name))
    elif how in ("play", "rest"):
        visit.services.evenings.change(visit.evening, lambda db: decks.play(db, chosen, how == "play"), of_group=True)
    elif how == "remove":
        visit.services.evenings.change(visit.evening, lambda db: decks.remove(db, chosen), of_group=True)
        return home("/decks/")
    else:
        abort(400)
    return home(f"/decks/{id}")


@bp.post("/<int:id>/cards")
@audience("keeper")
def put_right(visit: Visit, id: int) -> Response:
    """Add a card, correct it, or remove it."""
    deck, pile, old, card = _deck(visit, id), request.form.get("pile", ""), _old(), _card()
    gone, effect = request.form.get("how") == "drop", request.form.get("effect", "")

    def job(db: Database) -> None:
        if gone:
            decks.remove_card(db, deck, pile, old)
        else:
            decks.add_card(db, deck, pile, card, old, strict=False, effect=effect)

    visit.services.evenings.change(visit.evening, job, of_group=True)
    return home(f"/decks/{id}")


def _deck(visit: Visit, id: int) -> Deck:
    deck = decks.find(visit.db, visit.group, id)
    if deck is None or deck.game not in GAMES:
        abort(404)
    return deck


def _named() -> str:
    try:
        return text(" ".join(request.form.get("name", "").split()), decks.NAME)
    except ValueError:
        raise Refused("name") from None


def _old() -> Any:
    """Card that a form is about, as it was when the page was drawn; None for a new one, 400 for no JSON."""
    old = request.form.get("old", "")
    try:
        return parse(old) if old else None
    except Unreadable:
        abort(400)


def _card() -> Any:
    """Card in a form: `card`; or `card.0`, `card.1` … of a list; or `card.NAME`, with [] if NAME is a list."""
    given = {name.removeprefix(f"{CARD}."): name for name in request.form if name.startswith(f"{CARD}.")}
    if not given:
        return request.form.get(CARD, "")
    try:
        return [request.form[given[part]] for part in sorted(given, key=whole)]
    except ValueError:
        return _named_parts(given)


def _named_parts(given: dict[str, str]) -> dict[str, Any]:
    lists = {
        part[:-2]: [one for one in request.form.getlist(given[part]) if one] for part in given if part[-2:] == "[]"
    }
    return {part: request.form[name] for part, name in given.items() if part[-2:] != "[]"} | lists
