"""Paragraphs laid out in terminal cells: what prose, results and lists on the screen are made of.

Textual divides lines at spaces only; Chinese has none. `Lines` divides by the rules of
`tutor.locale.offsets`, and never reads text as markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len
from rich.segment import Segment
from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widget import Widget

from tutor.locale import offsets

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f]|\x1b(?!\[[0-9;:]*m)")


_NOTHING = Content("")


@dataclass(frozen=True)
class Paragraph:
    """One paragraph; `first` stands before its first line, `rest` before the others."""

    content: Content
    first: Content = _NOTHING
    rest: Content = _NOTHING
    divide: Literal["words", "fold", "cut"] = "words"
    """words: at word boundaries; fold: wherever the width ends; cut: nothing beyond the width."""
    kept: Content = _NOTHING
    """What stands at the end of a paragraph that is cut."""

    def lines(self, cells: int) -> list[Content]:
        """The paragraph in lines of at most `cells` cells."""
        if "\n" in self.content.plain:
            raise ValueError("a paragraph is one line")
        around = max(width(self.first.plain), width(self.rest.plain)) + width(self.kept.plain)
        room = max(1, cells - around)
        text = self.content.plain
        if width(text) <= room:
            return [self.first + self.content + self.kept]
        if self.divide == "cut":
            return [self.first + self.content.truncate(room, ellipsis=True) + self.kept]
        starts = offsets(text, room) if self.divide == "words" else _folds(text, room)
        parts = self.content.divide(starts)
        if self.divide == "words":
            parts = [part.rstrip() for part in parts]
        return [(self.rest if number else self.first) + part for number, part in enumerate(parts)]


def width(text: str) -> int:
    """Cells of `text` as Textual draws it."""
    return cell_len(text)


def padded(text: str, cells: int) -> str:
    """`text` with spaces up to `cells` cells."""
    return text + " " * max(0, cells - width(text))


def fitted(text: str, cells: int) -> str:
    """`text` in exactly `cells` cells: padded, or cut with an ellipsis."""
    if width(text) > cells:
        while text and width(text) > cells - 1:
            text = text[:-1]
        text = text.rstrip() + "…"
    return padded(text, cells)


BLANK = Paragraph(Content(""))


def _folds(text: str, cells: int) -> list[int]:
    starts: list[int] = []
    used = 0
    for index, character in enumerate(text):
        wide = width(character)
        if used + wide > cells and used:
            starts.append(index)
            used = 0
        used += wide
    return starts


def plain(text: str, style: str = "") -> Content:
    """`text` as it is, never markup."""
    return Content.styled(text, style) if style else Content(text)


def row(*parts: str | tuple[str, str]) -> Content:
    """One content of strings and (string, style) pairs."""
    return Content.assemble(*parts)


def paragraphs(
    text: str, style: str = "", divide: Literal["words", "fold", "cut"] = "words"
) -> list[Paragraph]:
    """A paragraph for each line of `text`."""
    return [Paragraph(plain(line, style), divide=divide) for line in text.split("\n")]


def clean(text: str) -> str:
    """`text` without control characters; newline, tab and colour sequences stay.

    The host has done this already; what reaches a terminal is worth a second look.
    """
    return _CONTROL.sub("", text)


class Lines(Visual):
    """Paragraphs as something to draw. Divides again only when the width changes."""

    def __init__(self, content: Iterable[Paragraph]) -> None:
        self.paragraphs: Sequence[Paragraph] = tuple(content)
        self._width = -1
        self._lines: list[Content] = []

    def lines(self, cells: int) -> list[Content]:
        if cells != self._width:
            self._width = cells
            self._lines = [line for paragraph in self.paragraphs for line in paragraph.lines(cells)]
        return self._lines

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        lines = self.lines(width)
        if height is not None:
            lines = lines[:height]
        return [strip(line, width, style, options) for line in lines]

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return max((width(p.first.plain + p.content.plain) for p in self.paragraphs), default=0)

    def get_height(self, rules: RulesMap, width: int) -> int:
        return len(self.lines(width))


def strip(line: Content, cells: int, style: Style, options: RenderOptions) -> Strip:
    """`line` drawn in exactly `cells` cells."""
    segments = [
        Segment(text, piece.rich_style) for text, piece in line.render(style, "", options.get_style)
    ]
    return Strip(segments).adjust_cell_length(cells, style.rich_style)


class Text(Widget):
    """A widget of paragraphs."""

    DEFAULT_CSS = "Text { width: 1fr; height: auto; }"
    ALLOW_SELECT = False

    def __init__(
        self,
        content: Iterable[Paragraph] = (),
        *,
        id: str | None = None,  # noqa: A002
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._lines = Lines(content)

    def show(self, content: Iterable[Paragraph], *, layout: bool = True) -> None:
        """Draw `content` instead. `layout=False` when the number of lines stays."""
        self._lines = Lines(content)
        self.refresh(layout=layout)

    def render(self) -> Lines:
        return self._lines

    @property
    def plain(self) -> str:
        """The paragraphs as text, undivided."""
        return "\n".join(p.first.plain + p.content.plain for p in self._lines.paragraphs)
