"""Lines through dots, drawn by plotext on a canvas of cells.

plotext aborts the process on a NaN and knows one global figure only, so nothing but small whole
numbers goes in, one thread at a time.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

Dot = tuple[int, int]
"""Column and row of a dot, counted from the lower left corner."""
Cells = dict[tuple[int, int], str]
"""What stands in a cell: column and row, counted from the upper left corner."""

BRAILLE = "braille"
FIRST_BRAILLE = 0x2800

_lock = threading.Lock()


def dots_per_cell(marker: str) -> tuple[int, int]:
    return (2, 4) if marker == BRAILLE else (1, 1)


@lru_cache(maxsize=64)
def raster(
    lines: tuple[tuple[Dot, ...], ...], width: int, height: int, marker: str = BRAILLE
) -> Cells:
    """The cells that `lines` touch, `width` x `height` cells in all.

    `marker` is "braille", with 2 x 4 dots in a cell, or one character, with one. Dots lie inside
    the canvas.
    """
    dots = [dot for line in lines for dot in line]
    if not dots or width < 1 or height < 1:
        return {}
    across, down = dots_per_cell(marker)
    wide, high = across * width, down * height
    if any(not (0 <= x < wide and 0 <= y < high) for x, y in dots):
        raise ValueError("a dot lies outside of the canvas")
    starts = _starts(lines)
    with _lock:
        text = _draw(dots, starts, (width, height), (wide, high), marker)
    return {
        (column, row): character
        for row, line in enumerate(text.split("\n")[:height])
        for column, character in enumerate(line[:width])
        if character != " " and ord(character) != FIRST_BRAILLE
    }


def _starts(lines: Sequence[Sequence[Dot]]) -> list[int]:
    found, index = [], 0
    for line in lines:
        found.append(index)
        index += len(line)
    return [start for start in found if 0 < start < index]


def _draw(
    dots: list[Dot],
    starts: list[int],
    cells: tuple[int, int],
    size: tuple[int, int],
    marker: str,
) -> str:
    plotext = _plotext()
    figure = plotext.figure
    figure.clear()
    figure.plot_size(*cells)
    figure.theme("colorless")
    figure.axes(False)
    figure.legend(False)
    signal = figure.signal([x for x, _ in dots], [y for _, y in dots], marker=marker).lines()
    for start in starts:
        signal.line(start, False)
    figure.draw(signal)
    for name, extent in zip("xy", size, strict=True):
        ruler = figure.ruler(name)
        # Half a dot on either side, so that whole numbers fall on the middle of dots.
        ruler.lim(-0.5, extent - 0.5)
        ruler.ticks([])
    return str(figure.build().string(colorless=True))


@lru_cache(maxsize=1)
def _plotext() -> Any:
    # Loading it takes a tenth of a second, which a page without curves does not pay.
    import plotext

    plotext.terminal.limit(False, False)
    return plotext


def merge(below: str, above: str) -> str:
    """Two characters in one cell: the dots of both, or the one above."""
    a, b = ord(below) - FIRST_BRAILLE, ord(above) - FIRST_BRAILLE
    if 0 <= a < 256 and 0 <= b < 256:
        return chr(FIRST_BRAILLE + (a | b))
    return above
