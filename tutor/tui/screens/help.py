"""How a page works, and all keys."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from tutor.locale import mark, translator
from tutor.tui import actions, look
from tutor.tui.actions import Where
from tutor.tui.prose import prose
from tutor.tui.services import Services
from tutor.tui.text import BLANK, Paragraph, Text, padded, plain, width
from tutor.tui.widgets.bar import Line

_ = translator("tui")

_EDITOR = (
    ("tab, shift+tab", mark("Indent, and back; for all selected lines")),
    ("ctrl+_", mark("Make the lines a comment, and back")),
    ("ctrl+z, ctrl+y", mark("Undo, redo")),
    ("shift+arrows, alt+a", mark("Select; select everything")),
    ("ctrl+c, ctrl+x, ctrl+v", mark("Copy (also to the terminal's clipboard), cut, paste")),
    ("ctrl+k, ctrl+u", mark("Delete to the end, to the start of the line")),
    ("pgup, pgdn", mark("Scroll the page")),
    ("esc", mark("Leave the editor for the page")),
)


class HelpScreen(ModalScreen[None]):
    """Esc closes it. What it says about keys comes from the registry."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f1,question_mark", "dismiss", show=False)
    ]
    CSS = """
    HelpScreen { layout: vertical; background: $background; }
    HelpScreen Text { padding: 0 1; }
    """

    def __init__(self, services: Services, place: Where) -> None:
        super().__init__()
        self._services = services
        self._place = place

    def compose(self) -> ComposeResult:
        yield Line(id="header")
        with VerticalScroll():
            yield Text(self._content())

    def on_mount(self) -> None:
        self.query_one(Line).set(plain(_("Help"), look.TITLE), plain(_("Esc closes"), look.DIM))
        self.query_one(VerticalScroll).focus()

    def _content(self) -> list[Paragraph]:
        shown = list(
            prose(
                _(
                    "A lesson is a row of pages. Read, change the code, and run it: what it "
                    "prints and draws stands right below. Nothing runs by itself, and every "
                    "change is saved at once, so you can leave at any moment.\n\n"
                    "An exercise is **checked** with fresh inputs each time. A hint costs "
                    "nothing but is counted. A page that asks for a guess runs after you have "
                    "made one."
                )
            )
        )
        keymap = self._services.settings.keymap
        rows = [
            (", ".join(actions.keys_of(action, keymap, self._place)), action.help)
            for action in actions.at(self._place)
        ]
        shown += [BLANK, Paragraph(plain(_("Keys here"), look.TITLE)), *_table(rows)]
        if self._place != "home":
            edit = [(keys, _(text)) for keys, text in _EDITOR]
            shown += [BLANK, Paragraph(plain(_("In the editor"), look.TITLE)), *_table(edit)]
        wrong = list(actions.unknown(keymap))
        if wrong:
            text = _("Your keymap names what is no action: {names}").format(names=", ".join(wrong))
            shown += [BLANK, Paragraph(plain(text, look.WARN))]
        return shown


def _table(rows: list[tuple[str, str]]) -> list[Paragraph]:
    room = min(30, max(width(keys) for keys, _text in rows))
    found = []
    for keys, text in rows:
        first = plain(padded(keys, room) + "  ", look.KEY)
        found.append(Paragraph(plain(text), first, plain(" " * (room + 2))))
    return found
