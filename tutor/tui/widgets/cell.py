"""A program on the page: folded first line, editor, buttons, hints, results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.app import ComposeResult
from textual.containers import HorizontalGroup, VerticalGroup
from textual.widget import Widget

from tutor.course import preamble
from tutor.locale import translator
from tutor.tui import look
from tutor.tui.state import Cell
from tutor.tui.text import Paragraph, Text, paragraphs, plain
from tutor.tui.widgets.bar import Press
from tutor.tui.widgets.editor import Editor
from tutor.tui.widgets.results import Results

_ = translator("tui")


def folded() -> Paragraph:
    """The first lines of every snippet in one, as a sign that they are there."""
    return Paragraph(plain("   ⋯ " + "; ".join(preamble.LINES), look.DIM), divide="cut")


class Notes(Text):
    """Text under an editor that is there only while it has something to say."""

    DEFAULT_CSS = "Notes { display: none; margin: 1 0 0 3; } Notes.-shown { display: block; }"

    def say(self, content: Iterable[Paragraph]) -> None:
        """Show `content`; nothing takes the line away."""
        content = list(content)
        if content or self.has_class("-shown"):
            self.set_class(bool(content), "-shown")
            self.show(content)


class CodeCell(VerticalGroup):
    """The editor of a `Cell` and everything under it."""

    DEFAULT_CSS = """
    CodeCell { margin-bottom: 1; }
    CodeCell .buttons { margin: 0 0 0 3; height: 1; }
    CodeCell .output { margin: 0 0 0 3; }
    """

    def __init__(
        self,
        cell: Cell,
        buttons: Sequence[tuple[str, str]],
        *,
        title: str = "",
        quoted: str | None = None,
        locked: bool = False,
    ) -> None:
        super().__init__(classes="right")
        self.cell = cell
        self._title = title
        self._quoted = quoted
        self._buttons = buttons
        self.editor = Editor(cell.code, read_only=locked)
        self.notes = Notes()
        self.results = Results(cell.result)
        self.quoted = Notes(classes="output")

    def compose(self) -> ComposeResult:
        top = [folded()]
        if self._title:
            top.insert(0, Paragraph(plain(self._title, look.STRONG)))
        yield Text(top)
        yield from self.body()
        with HorizontalGroup(classes="buttons"):
            for label, action in self._buttons:
                yield Press(label, action)
        yield self.notes
        yield self.quoted
        yield self.results

    def body(self) -> Iterable[Widget]:
        """What is edited."""
        yield self.editor

    def on_mount(self) -> None:
        if self.cell.cursor != (0, 0):
            self.editor.move_cursor(self.cell.cursor)
        self._quote()

    def _quote(self) -> None:
        """What the text says that it prints, until a Run shows it."""
        if self._quoted is None or self.cell.result is not None:
            self.quoted.say([])
            return
        head = Paragraph(plain(_("It prints"), look.DIM))
        self.quoted.say([head, *paragraphs(self._quoted.rstrip("\n"), look.DIM, "fold")])

    @property
    def focus_target(self) -> Widget:
        """What takes the keys when the learner wants to edit."""
        return self.editor

    @property
    def code(self) -> str:
        """The program as it stands."""
        return self.editor.text

    def load(self, code: str) -> None:
        """Put `code` into the editor, as one step that can be undone."""
        if code == self.editor.text:
            return
        document = self.editor.document
        self.editor.history.checkpoint()
        self.editor.replace(code, (0, 0), document.end, maintain_selection_offset=False)
        self.editor.move_cursor((0, 0))

    def show_result(self) -> None:
        """Draw the cell's present result from now on."""
        if self.cell.result is not None:
            self._quote()
            self.results.show(self.cell.result)
