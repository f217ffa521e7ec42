"""The languages of the app."""

import io
from functools import lru_cache
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
        cache = babel.domain_instance.cache
    cache.update({(name, "messages"): catalogue for name, catalogue in catalogues.items()})


def _read(po: Path) -> Translations:
    return Translations(io.BytesIO(_compiled(po.read_bytes(), po.parent.parent.name)))


@lru_cache(8)
def _compiled(catalogue: bytes, locale: str) -> bytes:
    """A catalogue in the form in which gettext reads it; no file of that form lies about, so none is stale."""
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(catalogue), locale=locale))
    return compiled.getvalue()
