"""The web side of the house: create_app() opens the rooms and hangs up the routes."""

from collections.abc import Iterable

from flask import Flask

from companion.store import Store


def create_app(drawer: Store, name: str = "", base: str = "", own_names: Iterable[str] = ()) -> Flask:
    """The app over one drawer. `base`: the address that phones can reach; `own_names`: host names besides our IPs."""
    from companion.web import api, guard, keys, problems
    from companion.web.house import House

    app = Flask(__name__, template_folder="../../templates", static_folder="../../static")
    app.config["OWN_NAMES"] = frozenset(own_names)
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions["house"] = House(drawer, name, base)
    app.extensions["keys"] = keys.Ring(drawer)
    app.extensions["audiences"] = {"anyone": lambda: None, "key": guard.key_holder}
    guard.guard(app)
    problems.tell(app)
    app.register_blueprint(api.bp)
    return app
