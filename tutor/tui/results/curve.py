"""Curves of `log`, live, with the last curves of earlier attempts faint behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.content import Content

from tutor import charts
from tutor.charts.points import Curves, Point
from tutor.tui.results.block import ResultBlock
from tutor.tui.text import Paragraph

HEIGHT = 12
"""Lines of the picture."""


class CurveBlock(ResultBlock):
    """The curves of one Run. Points come in at any rate; drawing asks for one picture."""

    def __init__(
        self,
        curves: Curves,
        earlier: Sequence[Mapping[str, Sequence[Point]]],
        *,
        unicode: bool,
    ) -> None:
        super().__init__()
        self.curves = curves
        self._earlier = tuple(earlier)
        self._unicode = unicode

    def paragraphs(self, cells: int) -> list[Paragraph]:
        picture = charts.curves(
            self.curves.series(), cells, HEIGHT, earlier=self._earlier, unicode=self._unicode
        )
        return [Paragraph(line, divide="cut") for line in lines(picture)]


def lines(picture: object) -> list[Content]:
    """A picture of `tutor.charts` (a `rich.text.Text`) in lines."""
    from rich.text import Text

    assert isinstance(picture, Text)
    content = Content.from_rich_text(picture)
    found = content.split("\n", allow_blank=True)
    while found and not found[-1].plain.strip():
        found.pop()
    return found
