"""Settings, from the one declaration that also feeds the file and the flags."""

from __future__ import annotations

import shlex
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input

from tutor import paths, settings
from tutor.errors import SettingsError
from tutor.locale import translator
from tutor.settings import Option
from tutor.tui import look
from tutor.tui.services import Services
from tutor.tui.text import BLANK, Paragraph, Text, padded, plain, row
from tutor.tui.widgets.bar import Line
from tutor.tui.widgets.field import Field

_ = translator("tui")


def written(option: Option, value: Any) -> str:
    """A value as one types it."""
    if option.kind == "words":
        return shlex.join(value)
    if option.kind == "table":
        return " ".join(f"{name}={keys}" for name, keys in value.items())
    if option.kind == "number":
        return f"{value:g}"
    return str(value)


def read(option: Option, text: str) -> Any:
    """What was typed, as a value; it may still be one that the schema does not allow."""
    text = text.strip()
    try:
        match option.kind:
            case "integer":
                return int(text)
            case "number":
                return float(text)
            case "words":
                return shlex.split(text)
            case "table":
                pairs = [part.partition("=") for part in text.split()]
                whole = all(name and keys for name, _equals, keys in pairs)
                return {name: keys for name, _equals, keys in pairs} if whole else text
    except ValueError:
        return text
    return text


class SettingsScreen(ModalScreen[None]):
    """Arrows choose; Enter goes to the next value or opens a field. Changes are written at once."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "close", show=False),
        Binding("up,k", "walk(-1)", show=False),
        Binding("down,j", "walk(1)", show=False),
        Binding("enter,space,right", "change(1)", show=False),
        Binding("left", "change(-1)", show=False),
        Binding("delete,backspace", "default", show=False),
    ]
    CSS = """
    SettingsScreen { layout: vertical; background: $background; }
    SettingsScreen #list { padding: 1 1; }
    SettingsScreen #about { height: auto; padding: 0 1; dock: bottom; margin-bottom: 1; }
    SettingsScreen Input { display: none; dock: bottom; margin: 0 1; }
    SettingsScreen Input.-shown { display: block; }
    """

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._services = services
        self._options = settings.schema()
        self._index = 0
        self._line = 0
        self._trouble = ""
        self._list = Text(id="list")
        self._about = Text(id="about")
        self._field = Field()
        self._scroll = VerticalScroll(can_focus=False)

    def compose(self) -> ComposeResult:
        yield Line(id="header")
        with self._scroll:
            yield self._list
        yield self._about
        yield self._field

    def on_mount(self) -> None:
        self.paint()

    @property
    def _option(self) -> Option:
        return self._options[self._index]

    def _value(self, option: Option) -> Any:
        return getattr(self._services.settings, option.key)

    def paint(self) -> None:
        """Draw the list."""
        title, close = plain(_("Settings"), look.TITLE), plain(_("Esc closes"), look.DIM)
        self.query_one(Line).set(title, close)
        groups = {
            "display": _("Display"), "limits": _("Limits of a Run"),
            "running": _("Running"), "keys": _("Keys"),
        }  # fmt: skip
        shown: list[Paragraph] = []
        group = ""
        for index, option in enumerate(self._options):
            if option.group != group:
                group = option.group
                shown += [BLANK] if shown else []
                shown.append(Paragraph(plain(groups[group], look.TITLE)))
            value = written(option, self._value(option))
            here = index == self._index
            changed = self._value(option) != option.default
            line = row(
                " > " if here else "   ", padded(option.title, 28),
                (value or "–", look.STRONG if changed else ""), f" {option.unit}",
            )  # fmt: skip
            shown.append(Paragraph(line.stylize("reverse", 3) if here else line, divide="cut"))
            if here:
                self._line = len(shown)
        self._list.show(shown)
        self._tell()
        self.call_after_refresh(self._reveal)

    def _reveal(self) -> None:
        line = self._line
        view = max(1, self._scroll.scrollable_content_region.height)
        if not self._scroll.scroll_y <= line < self._scroll.scroll_y + view:
            self._scroll.scroll_to(y=max(0, line - view // 2), animate=False)

    def _tell(self) -> None:
        option = self._option
        shown = [Paragraph(plain(self._trouble, look.BAD))] if self._trouble else []
        shown.append(Paragraph(plain(option.help)))
        where = _("Enter changes it, Del takes the default. Written to {path}").format(
            path=paths.config_file()
        )
        shown.append(Paragraph(plain(where, look.DIM)))
        self._about.show(shown)

    def action_walk(self, distance: int) -> None:
        self._index = (self._index + distance) % len(self._options)
        self._trouble = ""
        self.paint()

    def action_change(self, distance: int) -> None:
        """The next choice, or a field to type in."""
        option = self._option
        if option.kind == "choice":
            here = option.choices.index(self._value(option))
            self._save(option.choices[(here + distance) % len(option.choices)])
            return
        self._field.value = written(option, self._value(option))
        self._field.placeholder = option.allowed
        self._field.add_class("-shown")
        self._field.focus()

    def action_default(self) -> None:
        self._save(None)

    @on(Input.Submitted)
    def submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._save(read(self._option, event.value))
        if not self._trouble:
            self._close_field()

    def action_close(self) -> None:
        """Close the field, or the screen."""
        if self._field.has_class("-shown"):
            self._close_field()
        else:
            self.dismiss()

    def _close_field(self) -> None:
        self._field.remove_class("-shown")
        self.set_focus(None)

    def _save(self, value: Any) -> None:
        self._trouble = ""
        try:
            self.tutor_apply({self._option.key: value})
        except SettingsError as error:
            self._trouble = str(error)
        self.paint()

    def tutor_apply(self, changes: dict[str, Any]) -> None:
        """Write and use the changes."""
        self.app.use_settings(settings.save(**changes), tuple(changes))  # type: ignore[attr-defined]
