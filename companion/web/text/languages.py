"""The languages of the app."""

import io
from pathlib import Path

from babel import negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations
from flask import Flask, request
from flask_babel import Babel

FOLDER = Path(__file__).parent.parent.parent / "translations"


def init_languages(app: Flask, folder: Path = FOLDER) -> None:
    """Let `app` speak the languages whose catalogues are in `folder`; English where one lacks a sentence."""
    catalogues = {po.parent.parent.name: _read(po) for po in sorted(folder.glob("*/LC_MESSAGES/messages.po"))}
    languages = sorted(catalogues) or ["en"]

    def reader() -> str:
        wanted = [language.replace("-", "_") for language, _ in request.accept_languages]
        return negotiate_locale(wanted, languages) or "en"

    babel = Babel(app, locale_selector=reader)
    with app.app_context():
        known = babel.domain_instance.cache
    known.update({(name, "messages"): catalogue for name, catalogue in catalogues.items()})


def _read(po: Path) -> Translations:
    with po.open("rb") as file:
        catalogue = read_po(file, locale=po.parent.parent.name)
    compiled = io.BytesIO()  # so that no compiled file lies about, and none is stale
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)
