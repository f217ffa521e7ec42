"""The languages of the app, and the one that is spoken just now: by sentences, dates, numbers and templates."""

import io
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any, cast

from babel import Locale, negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations
from flask import Flask, current_app, g, request
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion.web.text.environment import Templates

FOLDER = Path(__file__).parent.parent.parent / "translations"
DEFAULT = "en"
KEPT = 4096  # so much is kept of what macros have made, in each language
HEADERS = 128  # so many ways of saying which languages somebody reads are kept, with the answer


@dataclass(frozen=True, eq=False)
class Language:
    """A language as an app speaks it.

    `locale`: how dates and numbers are written; `catalogue`: its sentences; `templates`: the app's; `texts`: the
    sentences that were spoken; `marked`: those without places that templates have used, as HTML. `kept`
    calls a macro that makes the same of the same texts and numbers, and keeps what it has made.
    """

    locale: Locale
    catalogue: NullTranslations
    templates: Templates
    texts: dict[str, str] = field(default_factory=dict)
    marked: dict[str, Markup] = field(default_factory=dict)
    kept: Callable[..., Markup] = field(default_factory=lambda: lru_cache(KEPT, typed=True)(_called))

    def text(self, message: str) -> str:
        """A sentence, with its places."""
        if message not in self.texts:
            self.texts[message] = self.catalogue.gettext(message)
        return self.texts[message]

    def __str__(self) -> str:
        return str(self.locale)


def _called(macro: Callable[..., Markup], *given: Any) -> Markup:
    return macro(*given)


class Languages:
    """The languages of an app, by the names of their locales; English is always among them."""

    def __init__(self, catalogues: Mapping[str, NullTranslations], templates: Templates) -> None:
        self._names = [*catalogues] or [DEFAULT]
        self._languages = {
            str(locale): Language(locale, catalogue, templates)
            for name, catalogue in ({DEFAULT: NullTranslations()} | dict(catalogues)).items()
            for locale in (Locale.parse(name),)
        }
        self.accepted = lru_cache(HEADERS)(self._accepted)

    def language(self, name: str) -> Language:
        """The language with the locale `name`."""
        return self._languages[name]

    def _accepted(self, header: str | None) -> Language:
        """The language for somebody who reads what an Accept-Language header says."""
        wanted = [name.replace("-", "_") for name, _ in parse_accept_header(header, LanguageAccept)]
        return self._languages[str(Locale.parse(negotiate_locale(wanted, self._names) or DEFAULT))]


_speaking = ContextVar[Language | None]("speaking", default=None)


def spoken() -> Language:
    """The language that is spoken here: where none was said by `Speaking`, that of whoever asks for a page."""
    return _speaking.get() or _asked_in()


def _asked_in() -> Language:
    if "language" not in g:
        g.language = languages().accepted(request.headers.get("Accept-Language"))
    return cast(Language, g.language)


class Speaking:
    """While it is entered, a language is spoken, in and outside of requests, with the templates of its app."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def __enter__(self) -> None:
        self._token = _speaking.set(self._language)

    def __exit__(self, *problem: object) -> None:
        _speaking.reset(self._token)


def languages() -> Languages:
    """The languages of the app at work."""
    return cast(Languages, current_app.extensions["languages"])


def gettext(message: str, **numbers: Any) -> str:
    """A sentence as it is spoken here, with what belongs into its places."""
    words = spoken().text(message)
    return words % numbers if numbers else words


def init_languages(app: Flask, folder: Path = FOLDER) -> None:
    """Let `app` speak the languages whose catalogues are in `folder`; English where one lacks a sentence."""
    catalogues = {po.parent.parent.name: _read(po) for po in sorted(folder.glob("*/LC_MESSAGES/messages.po"))}
    app.extensions["languages"] = Languages(catalogues, cast(Templates, app.jinja_env))


def _read(po: Path) -> Translations:
    return Translations(io.BytesIO(_compiled(po.read_bytes(), po.parent.parent.name)))


@lru_cache(8)
def _compiled(catalogue: bytes, locale: str) -> bytes:
    """A catalogue in the form in which gettext reads it; no file of that form lies about, so none is stale."""
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(catalogue), locale=locale))
    return compiled.getvalue()
