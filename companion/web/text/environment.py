"""Environment of the templates, with each template cached by its name."""

from collections.abc import Iterable, Iterator, MutableMapping
from typing import Any

from flask.sansio.app import App
from flask.templating import Environment
from jinja2 import Template


class Templates(Environment):
    """Templates of an app, each cached; also the choice among several names. No file is read twice."""

    def __init__(self, app: App, **options: Any) -> None:
        super().__init__(app, **{**options, "autoescape": True, "trim_blocks": True, "lstrip_blocks": True})
        self._by_name: dict[str, Template] = {}
        self._by_names: dict[tuple[str | Template, ...], Template] = {}

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

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Globals of every template: those of the environment, which Jinja would copy for each include."""
        return self.globals

    def look_up_all(self) -> Iterator[str]:
        """Compile one template after the other, before anybody has to wait for it; yields their names."""
        for name in self.list_templates(extensions=["html"]):
            self.get_template(name)
            yield name
