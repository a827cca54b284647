"""The results below a snippet, as one widget: no child is mounted while a Run streams."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.timer import Timer
from textual.visual import RenderOptions, Visual
from textual.widget import Widget

from tutor.locale import language
from tutor.tui.text import strip

if TYPE_CHECKING:
    from tutor.tui.results.block import ResultBlock
    from tutor.tui.results.result import Result

REDRAW = 0.1
"""Seconds between two drawings while events stream in."""


class _Picture(Visual):
    """A result in lines; each block is divided again only when it or the width changed."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self._kept: dict[int, tuple[tuple[int, int, str], list[Content]]] = {}

    def lines(self, width: int) -> list[Content]:
        found = self.result.title(width).lines(width)
        for block in list(self.result.blocks):
            found += self._block(block, width)
        silent = self.result.silent()
        if silent is not None:
            found += silent.lines(width)
        return found

    def _block(self, block: ResultBlock, width: int) -> list[Content]:
        key = (block.version, width, language())
        kept = self._kept.get(id(block))
        if kept is not None and kept[0] == key:
            return kept[1]
        lines = [line for part in block.paragraphs(width) for line in part.lines(width)]
        self._kept[id(block)] = (key, lines)
        return lines

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        lines = self.lines(width)
        return [strip(line, width, style, options) for line in lines[:height]]

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        return len(self.lines(width))


class Results(Widget):
    """Draws a `Result`; nothing until there is one."""

    DEFAULT_CSS = """
    Results { width: 1fr; height: auto; display: none; margin-top: 1; }
    Results.-shown { display: block; }
    """
    ALLOW_SELECT = False

    def __init__(self, result: Result | None = None) -> None:
        super().__init__()
        self._picture: _Picture | None = None
        self._drawn = 0.0
        self._pending: Timer | None = None
        if result is not None:
            self.show(result)

    def show(self, result: Result) -> None:
        """Draw `result` from now on."""
        self._picture = _Picture(result)
        self.add_class("-shown")
        if self.is_attached:
            self.changed(now=True)

    def changed(self, *, now: bool = False) -> None:
        """The result has changed: draw it, at most ten times a second."""
        wait = self._drawn + REDRAW - time.monotonic()
        if now or wait <= 0:
            self._draw()
        elif self._pending is None:
            self._pending = self.set_timer(wait, self._draw)

    def _draw(self) -> None:
        if self._pending is not None:
            self._pending.stop()
            self._pending = None
        self._drawn = time.monotonic()
        self.refresh(layout=True)

    def render(self) -> Visual:
        return self._picture if self._picture is not None else Content("")

    def text(self, width: int = 80) -> str:
        """What is drawn, as text."""
        if self._picture is None:
            return ""
        return "\n".join(line.plain.rstrip() for line in self._picture.lines(width))
