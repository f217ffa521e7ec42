"""The environment of the templates: a template is looked up once, and a call from it is a plain call."""

from collections.abc import Iterable, Mapping, MutableMapping
from typing import Any

from flask.sansio.app import App
from flask.templating import Environment
from jinja2 import Template, TemplateNotFound
from jinja2.runtime import Context, Macro, new_context
from jinja2.utils import missing
from markupsafe import Markup

from companion.web.text.compiler import PlainCode, escaped

METHODS = frozenset(dir(dict))


class PlainContext(Context):
    """The names that a template reads."""

    def resolve_or_missing(self, key: str) -> Any:
        """What a name stands for: what the template itself has set, or what it is given, or what all may call."""
        for names in (self.vars, self.parent):
            if key in names:
                return names[key]
        return self.environment.globals.get(key, missing)


class PlainMacro(Macro):
    """A macro that is called without names more often than not."""

    def __call__(self, *given: Any, **named: Any) -> str:
        """The text of it, which is HTML."""
        lacking = self._argument_count - len(given)
        if lacking < 0 or named or self.caller or self.catch_kwargs or self.catch_varargs:
            return super().__call__(*given, **named)
        return Markup(self._func(*given, *[missing] * lacking))


class PlainTemplate(Template):
    """A template whose globals are those of the environment, and no others."""

    def new_context(
        self, vars: dict[str, Any] | None = None, shared: bool = False, locals: Mapping[str, Any] | None = None
    ) -> Context:
        """The context of one drawing, which finds the globals without a copy of them."""
        return new_context(self.environment, self.name, self.blocks, vars, True, None, locals)


class Templates(Environment):
    """The templates of an app. What was looked up is kept, also which of several there is: no file is read twice."""

    context_class = PlainContext
    template_class = PlainTemplate
    code_generator_class = PlainCode
    Macro = PlainMacro
    escaped = staticmethod(escaped)

    def __init__(self, app: App, **options: Any) -> None:
        super().__init__(app, **{**options, "autoescape": True, "trim_blocks": True, "lstrip_blocks": True})
        self._by_name: dict[str, Template] = {}
        self._by_names: dict[tuple[str | Template, ...], Template] = {}
        self._spoken: dict[tuple[str, str], tuple[PlainMacro, ...]] = {}

    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """The template called `name`; TemplateNotFound if there is none."""
        if isinstance(name, Template):
            return name
        template = self._by_name.get(name)
        if template is None:
            template = self._by_name[name] = super().get_template(name)
        return template

    def select_template(
        self,
        names: Iterable[str | Template],
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> Template:
        """The first of these templates that there is; TemplatesNotFound if there is none."""
        key = tuple(names)
        template = self._by_names.get(key)
        if template is None:
            template = self._by_names[key] = super().select_template(key)
        return template

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What `obj.attribute` stands for: as Jinja has it, but a key of a dictionary is no exception."""
        if type(obj) is dict and attribute in obj and attribute not in METHODS:
            return obj[attribute]
        try:
            return getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template: those of the environment."""
        return self.globals

    def spoken(self, slug: str, name: str) -> tuple[PlainMacro, ...]:
        """The macros called `name` by which a game speaks: its own, and then any game's."""
        macros = self._spoken.get((slug, name))
        if macros is None:
            modules = (self._module(f"games/{folder}/words.html") for folder in (slug, "any"))
            macros = tuple(macro for module in modules if (macro := getattr(module, name, None)) is not None)
            self._spoken[slug, name] = macros
        return macros

    def _module(self, name: str) -> Any:
        try:
            return self.get_template(name).module
        except TemplateNotFound:
            return None
