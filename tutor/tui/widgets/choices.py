"""A list of choices of which one is picked: for predictions and quizzes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.message import Message

from tutor.tui import look
from tutor.tui.prose import inline, prose
from tutor.tui.text import Paragraph, Text, plain
from tutor.tui.widgets.page import Page

Mark = Literal["", "right", "wrong", "true"]
"""right, wrong: a pick and how it turned out; true: what came true and was not picked."""

_MARKS = {"right": ("✓", look.GOOD), "wrong": ("✗", look.BAD), "true": ("✓", look.GOOD)}


class Choices(Text, can_focus=True):
    """Choices of which none is picked at first. Arrow keys or a digit pick, Enter or Space commits.

    What was committed is up to whoever listens to `Committed`; `mark` shows what became of it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("enter,space", "commit", show=False),
    ]
    DEFAULT_CSS = "Choices { padding: 0 0 0 2; }"

    @dataclass
    class Committed(Message):
        """The learner settled on a choice."""

        choices: Choices
        index: int

        @property
        def control(self) -> Choices:
            return self.choices

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__()
        self._texts = tuple(texts)
        self._marks: Mapping[int, Mark] = {}
        self._notes: Mapping[int, str] = {}
        self.index = -1
        """The pick; -1 before there is one."""
        self.closed = False
        self._shown: list[Paragraph] = []
        self._owners: list[int] = []
        """For each paragraph the choice that it belongs to."""
        self._paint()

    def mark(self, marks: Mapping[int, Mark], notes: Mapping[int, str], *, closed: bool) -> None:
        """Show how picks turned out, `notes` (Markdown) under choices. `closed`: no more picks."""
        self._marks, self._notes, self.closed = marks, notes, closed
        self._paint()

    def _watch_has_focus(self, focus: bool) -> None:
        self._paint()

    def action_move(self, distance: int) -> None:
        """Pick the next choice; beyond an end the page scrolls."""
        target = max(0, self.index + distance) if self.index < 0 else self.index + distance
        page = self.screen.query_one("#page", Page)
        if self.closed or not 0 <= target < len(self._texts):
            page.action_line(2 * distance)
            return
        self._pick(target)
        page.reveal(self)

    def _pick(self, index: int) -> None:
        self.index = index
        self._paint()

    def action_commit(self) -> None:
        if self.closed:
            # Nothing is left to settle here: the page knows what is next.
            raise SkipAction
        if self.index < 0:
            self.action_move(1)
        else:
            self.post_message(self.Committed(self, self.index))

    def on_key(self, event: events.Key) -> None:
        if event.key.isdigit() and 1 <= int(event.key) <= len(self._texts) and not self.closed:
            event.stop()
            self._pick(int(event.key) - 1)
            self.screen.query_one("#page", Page).reveal(self)

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is not None and not self.closed:
            event.stop()
            self.focus(scroll_visible=False)
            self._pick(self._at(offset.y))
            self.action_commit()

    def _at(self, line: int) -> int:
        """The choice that stands, or whose note stands, in a line of the widget."""
        end = 0
        for owner, paragraph in zip(self._owners, self._shown, strict=True):
            end += len(paragraph.lines(self.content_size.width))
            if line < end:
                return owner
        return len(self._texts) - 1

    def _paint(self) -> None:
        shown: list[Paragraph] = []
        owners: list[int] = []
        for index, text in enumerate(self._texts):
            mark, style = _MARKS.get(self._marks.get(index, ""), ("", ""))
            here = index == self.index and not self.closed
            box = f"({mark or ('*' if here else ' ')}) "
            content = inline(text)
            if here and self.has_focus:
                content = content.stylize("reverse")
            elif self.index < 0 and self.has_focus and not self.closed:
                # The keys go here, though nothing is picked yet.
                style = style or look.KEY
            if not here and not mark and self.closed:
                content = content.stylize(look.DIM)
            first = plain(box, style or (look.KEY if here else ""))
            shown.append(Paragraph(content, first, plain("    ")))
            if index in self._notes:
                indent = plain("    ")
                shown += [
                    Paragraph(p.content, indent + p.first, indent + p.rest, p.divide)
                    for p in prose(self._notes[index])
                ]
            owners += [index] * (len(shown) - len(owners))
        self._shown, self._owners = shown, owners
        self.show(shown, layout=self.is_attached)
