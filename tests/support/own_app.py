"""An app with an empty store of its own."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask

from companion.storage.store import Store
from companion.web.app import create_app
from tests.support.empty_store import fill
from tests.support.unlimited import LIFTED


@contextmanager
def app_of_its_own() -> Iterator[Flask]:
    """An app without limits, in a folder that goes away."""
    with TemporaryDirectory(prefix="ledger-app-") as folder, closing(Store(fill(Path(folder) / "data"))) as store:
        app = create_app(store, limits=LIFTED)
        yield app
        app.extensions["services"].writer.close()
