"""Reads a plot back from its cells, without the code that drew it."""

from __future__ import annotations

from collections.abc import Iterator

Dots = set[tuple[int, int]]
"""Column and row of cells, from the upper left corner."""

_BITS = {(0, 0): 0x01, (0, 1): 0x02, (0, 2): 0x04, (1, 0): 0x08,
         (1, 1): 0x10, (1, 2): 0x20, (0, 3): 0x40, (1, 3): 0x80}  # fmt: skip


def canvas(plain: str, unicode: bool = True) -> tuple[list[str], int]:
    """The lines of a plot right of its axis, and the canvas' width in cells.

    The plot must have an axis and be tall enough for step labels.
    """
    lines = plain.split("\n")
    corner, line = ("└", "─┬") if unicode else ("+", "-+")
    axis = lines[-2]
    start = axis.index(corner) + 1
    width = 0
    while start + width < len(axis) and axis[start + width] in line:
        width += 1
    bars = "│┤" if unicode else "|+"
    rows = [text[start:] for text in lines[:-2] if len(text) >= start and text[start - 1] in bars]
    return rows, width


def drawn(rows: list[str], width: int, unicode: bool = True) -> Dots:
    """The cells that hold something."""
    cells = set()
    for row, text in enumerate(rows):
        for column, character in enumerate(text[:width]):
            is_dots = 0x2800 < ord(character) < 0x2900
            if is_dots if unicode else character in "*+o#@%":
                cells.add((column, row))
    return cells


def dots(rows: list[str], width: int) -> Iterator[tuple[int, int]]:
    """The dots of braille characters: column and row of dots."""
    for row, text in enumerate(rows):
        for column, character in enumerate(text[:width]):
            bits = ord(character) - 0x2800
            for (x, y), bit in _BITS.items():
                if 0 < bits < 256 and bits & bit:
                    yield column * 2 + x, row * 4 + y
