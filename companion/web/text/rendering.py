"""Values into HTML, by the template that each names."""

from typing import Any, ClassVar, Protocol

from markupsafe import Markup

from companion.web.text.languages import spoken


class Drawable(Protocol):
    """A value with a template, which is given its fields. `has_field`: somebody may be typing into what it shows."""

    TEMPLATE: ClassVar[str]
    __dict__: dict[str, Any]

    @property
    def has_field(self) -> bool: ...


def rendered(value: Drawable | None) -> Markup:
    """The HTML of a value in the language that is spoken; nothing for none."""
    if value is None:
        return Markup("")
    return Markup(spoken().templates.get_template(value.TEMPLATE).render(vars(value)))
