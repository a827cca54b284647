"""A question with two answers."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import HorizontalGroup, VerticalGroup
from textual.screen import ModalScreen

from tutor.tui.text import BLANK, Paragraph, Text, plain
from tutor.tui.widgets.bar import Press


class Confirm(ModalScreen[bool]):
    """Asks; the second answer has the focus, and Esc means it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "no", show=False),
        Binding("y", "yes", show=False),
        Binding("left,right,tab", "other", show=False),
    ]
    CSS = """
    Confirm { align: center middle; background: $background 60%; }
    Confirm VerticalGroup {
        width: 64; max-width: 90%; border: round $primary; padding: 1 2; background: $background;
    }
    """

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__()
        self._question = question
        self._yes = Press(yes, "yes")
        self._no = Press(no, "no")

    def compose(self) -> ComposeResult:
        with VerticalGroup():
            yield Text([Paragraph(plain(self._question)), BLANK])
            with HorizontalGroup():
                yield self._yes
                yield self._no

    def on_mount(self) -> None:
        self._no.focus()

    async def on_press_pressed(self, event: Press.Pressed) -> None:
        event.stop()
        self.dismiss(event.press is self._yes)

    def action_yes(self) -> None:
        self.dismiss(True)

    def action_no(self) -> None:
        self.dismiss(False)

    def action_other(self) -> None:
        """The other button."""
        (self._no if self._yes.has_focus else self._yes).focus()
