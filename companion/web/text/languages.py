"""Languages of the app, and the one in use: sentences, dates, numbers and templates."""

import io
import re
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any, cast

from babel import Locale, localedata
from babel.core import get_global
from babel.messages.catalog import Catalog
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
REGION = re.compile("[A-Za-z]{2}|[0-9]{3}")
COOKIE = "language"  # in which a device keeps the tag of the language that it has chosen
CHOSEN = re.compile(rf"(?:^|; ?){COOKIE}=([A-Za-z-]+)(?:;|$)")
HEADERS = 128  # so many ways of saying which languages somebody reads are kept, with the answer


@dataclass(frozen=True, eq=False)
class Language:
    """Language of an app.

    `locale`: for dates and numbers. `catalogue`: its sentences. `templates`: the app's. `texts`: the sentences that
    were looked up; `marked`: those without places that templates have used, as HTML. `kept` calls a macro whose result
    depends on its texts and numbers alone, and caches the result.
    """

    locale: Locale
    catalogue: NullTranslations
    templates: Templates
    texts: dict[str, str] = field(default_factory=dict)
    marked: dict[str, Markup] = field(default_factory=dict)
    kept: Callable[..., Markup] = field(default_factory=lambda: lru_cache(KEPT, typed=True)(_called))

    def text(self, message: str) -> str:
        """Translate a sentence; its places are left."""
        if message not in self.texts:
            self.texts[message] = self.catalogue.gettext(message)
        return self.texts[message]

    def of_region(self, locale: Locale) -> "Language":
        """Copy with the dates and numbers of a region."""
        return replace(self, locale=locale, kept=lru_cache(KEPT, typed=True)(_called))

    def __str__(self) -> str:
        return str(self.locale)


def _called(macro: Callable[..., Markup], *given: Any) -> Markup:
    return macro(*given)


class Languages:
    """Languages of an app, by their tags: those that have a catalogue in `folder`, and English.

    A catalogue is read when its language is first used, which takes a while.
    """

    def __init__(self, folder: Path, templates: Templates) -> None:
        self._files = {file.parent.parent.name: file for file in folder.glob("*/LC_MESSAGES/messages.po")}
        self._templates = templates
        self.names = sorted({DEFAULT, *self._files})
        self._read: dict[str, Language] = {}
        self.accepted = lru_cache(HEADERS)(self._accepted)

    def language(self, name: str) -> Language:
        """Language with the locale `name`, which may have a region; KeyError if there is none."""
        return self._read.get(name) or self._read.setdefault(name, self._language(name))

    def is_read(self, name: str) -> bool:
        """Whether the catalogue of that language has been read."""
        return name in self._read

    def _language(self, name: str) -> Language:
        tag = name.partition("_")[0]
        if tag != name:
            return self.language(tag).of_region(_locale(name))
        file = self._files.get(tag)
        if file is None and tag != DEFAULT:
            raise KeyError(name)
        return Language(_locale(tag), _read(file) if file else NullTranslations(), self._templates)

    def _accepted(self, header: str | None, chosen: str = "") -> str:
        """Name of the locale for a device that has `chosen` a tag, or else for an Accept-Language `header`.

        Dates are those of the region that the header names for the language, or else of the first that it names at all.
        """
        wanted = [_parts(tag) for tag, _ in parse_accept_header(header, LanguageAccept)]
        language = next((tag for tag in (chosen, *dict(wanted)) if tag in self.names), DEFAULT)
        regions = [region for tag, region in wanted if tag == language] + [region for _, region in wanted]
        return _locale_name(language, next(filter(None, regions), ""))


def _parts(tag: str) -> tuple[str, str]:
    """Language and region of a language tag; an empty region if it has none."""
    language, *others = tag.split("-")
    return language.lower(), next((part.upper() for part in others if REGION.fullmatch(part)), "")


def _locale(name: str) -> Locale:
    """Locale with all its data, which would otherwise be read with the first date."""
    locale = Locale.parse(name)
    locale.date_formats.get("full")
    return locale


def _locale_name(language: str, region: str) -> str:
    """Name of the locale of a language in a region; of the language alone if the region changes nothing.

    >>> _locale_name("en", "GB"), _locale_name("en", "US"), _locale_name("ja", "GB")
    ('en_GB', 'en', 'ja')
    """
    name = f"{language}_{region}"
    usual = get_global("likely_subtags").get(language, "").endswith(f"_{region}")
    return name if region and not usual and localedata.exists(name) else language


_speaking = ContextVar[Language | None]("speaking", default=None)


def spoken() -> Language:
    """Language in use: the one set by `Speaking`, or else that of the current request."""
    return _speaking.get() or _asked_in()


def _asked_in() -> Language:
    asked_in: Language | None = g.get("language")
    if asked_in is None:
        asked_in = g.language = languages().language(_locale_asked_for())
    return asked_in


def _locale_asked_for() -> str:
    choice = CHOSEN.search(request.environ.get("HTTP_COOKIE", ""))
    return languages().accepted(request.headers.get("Accept-Language"), choice[1] if choice else "")


def read_language(aside: Callable[..., Any]) -> None:
    """Set the language of this request. A catalogue that is not read yet is read through `aside`, which calls its
    arguments on another thread, and waits."""
    name, catalogue = _locale_asked_for(), languages()
    if not catalogue.is_read(name):
        aside(catalogue.language, name)
    g.language = catalogue.language(name)


class Speaking:
    """Context manager that sets the language, in and outside of requests."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def __enter__(self) -> None:
        self._token = _speaking.set(self._language)

    def __exit__(self, *problem: object) -> None:
        _speaking.reset(self._token)


def languages() -> Languages:
    return cast(Languages, current_app.extensions["languages"])


def language_tag() -> str:
    """Tag of the language in use, without a region."""
    return str(spoken().locale.language)


@cache
def own_name(tag: str) -> str:
    """Name of a language in itself, as the first word of a line.

    >>> own_name("es"), own_name("ja")
    ('Español', '日本語')
    """
    name = Locale.parse(tag).get_language_name() or tag
    return name[:1].upper() + name[1:]


def gettext(message: str, **numbers: Any) -> str:
    """Translate a sentence into the language in use, with `numbers` in its places."""
    words = spoken().text(message)
    return words % numbers if numbers else words


def init_languages(app: Flask, folder: Path = FOLDER) -> None:
    """Load the catalogues in `folder` for `app`; English is used for sentences that one lacks."""
    app.extensions["languages"] = Languages(folder, cast(Templates, app.jinja_env))


def _read(po: Path) -> Translations:
    return Translations(io.BytesIO(_compiled(po.read_bytes(), po.parent.parent.name)))


@lru_cache(8)
def _compiled(catalogue: bytes, locale: str) -> bytes:
    """Catalogue in gettext's binary form, which is made in memory, so no file can be stale."""
    messages, compiled = Catalog(locale), io.BytesIO()
    for message in read_po(io.BytesIO(catalogue), locale=locale):
        if message.id and message.string and all(message.string):  # one of no words is spoken in English
            messages.add(message.id, message.string)
    write_mo(compiled, messages)
    return compiled.getvalue()
