"""What a page of the history was asked for: the search form's fields, read."""

from datetime import date

from flask import abort, request

from companion.history import Sought


def sought() -> Sought:
    """What the search form asks for; 400 for a date that is none."""
    args = request.args
    return Sought(
        names=args.get("names", "")[:200],
        game=args.get("game", ""),
        since=day(args.get("since", "")),
        until=day(args.get("until", "")),
        hidden=bool(args.get("hidden")),
    )


def day(said: str) -> date | None:
    """A date as a form writes it; None for nothing, 400 for what is no date that has a next one."""
    try:
        read = date.fromisoformat(said) if said else None
    except ValueError:
        abort(400)
    if read == date.max:
        abort(400)
    return read
