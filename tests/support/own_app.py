"""An app with an empty store of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask

from companion.storage.notifier import Clock, Notifier, seconds
from companion.web.access.services import Services
from companion.web.app import create_app
from tests.support.empty_store import opened


@contextmanager
def app_of_its_own(clock: Clock = seconds) -> Iterator[Flask]:
    """An app in a folder that goes away; `clock` is what it counts quiet hours by."""
    with TemporaryDirectory(prefix="ledger-app-") as folder, opened(Path(folder) / "data") as store:
        app = create_app(Services(store, notifier=Notifier(clock)))
        yield app
        services: Services = app.extensions["services"]
        services.closing = True  # who is told meanwhile that a stream has ended reads nothing any more
        services.writer.close()
