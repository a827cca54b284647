"""Points in the plane and the regions of a classifier, in cells.

Data of blocks "points" and "boundary":

x, y         [low, high]: what the picture shows
groups       [{name, count int, mean [x, y] or [], points [[x, y]]}], a class each
left_out     classes that are not shown
broken       points that are not finite
correlation  number or null
regions      (boundary) [[class]], row by row from the top; optional right: the share of the points
             that lie in a region of their class
"""

from __future__ import annotations

from typing import Any

from tutor.charts.numbers import number
from tutor.charts.raster import FIRST_BRAILLE
from tutor.charts.text import clean
from tutor.locale import translator

_ = translator("charts")

Data = dict[str, Any]
Piece = tuple[str, str]
"""Text and style."""

STYLES = ("cyan", "yellow", "magenta", "green", "blue", "red")
MARKERS = "ox+*#@"
SHADES, SHADES_ASCII = " ░▒▓", " .:%"
FAINT, HEAD = "bright_black", "bold"
ROWS, COLUMNS, LEAST = 18, 60, 8
NARROWEST = 9
"""So many cells the picture itself gets at least: before that, numbers go."""
BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Of a braille character: by row from the top, then by column."""

Canvas = dict[tuple[int, int], tuple[str, str]]
"""Column and row from the upper left: character and style."""


def draw(data: Data, width: int, *, colour: bool, unicode: bool) -> list[list[Piece]]:
    """Lines of pieces, each line at most `width` cells."""
    x, y = _span(data["x"]), _span(data["y"])
    labels = [number(value) for value in (y[1], y[0])]
    gutter = max(map(len, labels)) + 1
    if width - gutter < NARROWEST:
        labels, gutter = ["", ""], 1
    columns = max(1, min(COLUMNS, width - gutter - 1))
    rows = max(LEAST, min(ROWS, columns // 2))
    canvas: Canvas = {}
    if "regions" in data:
        _regions(canvas, data["regions"], columns, rows, colour, unicode)
    # Without colour a braille dot does not tell whose it is.
    braille = unicode and (colour or len(data["groups"]) < 2)
    for index, group in enumerate(data["groups"]):
        spots = [_place(point, x, y) for point in group["points"]]
        cells = (
            _braille(spots, columns, rows)
            if braille
            else _marks(spots, columns, rows, MARKERS[index % len(MARKERS)])
        )
        style = STYLES[index % len(STYLES)] if colour else ""
        for place, character in cells.items():
            canvas[place] = character, style
    bar, corner, line = ("│", "└", "─") if unicode else ("|", "+", "-")
    faint = FAINT if colour else ""
    lines: list[list[Piece]] = [[(text, HEAD if colour else "")] for text in _head(data)[:1]]
    for row in range(rows):
        label = labels[0] if row == 0 else labels[1] if row == rows - 1 else ""
        cells_of_row = [canvas.get((column, row), (" ", "")) for column in range(columns)]
        lines.append([(label.rjust(gutter - 1) + bar, faint), *cells_of_row])
    left, right = number(x[0]), number(x[1])
    gap = " " * max(1, columns - len(left) - len(right))
    lines.append([(" " * (gutter - 1) + corner + line * columns, faint)])
    lines.append([(" " * gutter + left + gap + right, faint)])
    return [*lines, *_key(data, colour, braille)]


def words(data: Data) -> list[str]:
    """The same in sentences."""
    said = _head(data)
    for group in data["groups"]:
        if not group["mean"]:
            continue
        mean = ", ".join(number(float(value)) for value in group["mean"])
        name = clean(group["name"])
        if name:
            text = _("class {name}: {count} points around ({mean})")
            said.append(text.format(name=name, count=int(group["count"]), mean=mean))
        else:
            said.append(_("around ({mean})").format(mean=mean))
    if data.get("correlation") is not None and len(data["groups"]) == 1:
        value = number(float(data["correlation"]), 2)
        said.append(_("correlation of x and y: {value}").format(value=value))
    return said


def _head(data: Data) -> list[str]:
    count = sum(int(group["count"]) for group in data["groups"])
    (x0, x1), (y0, y1) = _span(data["x"]), _span(data["y"])
    spans = {"x0": number(x0), "x1": number(x1), "y0": number(y0), "y1": number(y1)}
    text = _("{count} points, x from {x0} to {x1}, y from {y0} to {y1}")
    head = text.format(count=count, **spans)
    label = clean(data.get("label", ""))
    said = [f"{label}: {head}" if label else head]
    if "regions" in data:
        cells = [int(value) for row in data["regions"] for value in row]
        shares = ", ".join(
            f"{kind}: {round(100 * cells.count(kind) / len(cells))} %"
            for kind in sorted(set(cells))[: len(STYLES)]
        )
        said.append(_("share of the plane given to each class: {shares}").format(shares=shares))
    if "right" in data:
        share = round(float(data["right"]) * 100, 1)
        said.append(_("{share} % of the points lie where their class is").format(share=share))
    if int(data["broken"]):
        said.append(_("{count} points are not finite").format(count=int(data["broken"])))
    if int(data["left_out"]):
        said.append(_("{count} more classes are not shown").format(count=int(data["left_out"])))
    return said


def _key(data: Data, colour: bool, braille: bool) -> list[list[Piece]]:
    """Which class is which, and what else is said below."""
    lines: list[list[Piece]] = []
    if len(data["groups"]) > 1:
        key: list[Piece] = [("  ", "")]
        for index, group in enumerate(data["groups"]):
            mark = "●" if braille else MARKERS[index % len(MARKERS)]
            style = STYLES[index % len(STYLES)] if colour else ""
            key += [(mark, style), (f" {clean(group['name'])}   ", "")]
        lines.append(key)
    return [*lines, *([("  " + text, FAINT if colour else "")] for text in _head(data)[1:])]


def _span(pair: list[Any]) -> tuple[float, float]:
    low, high = float(pair[0]), float(pair[1])
    if not low < high:
        raise ValueError("an empty span")
    return low, high


Spot = tuple[float, float]
"""Shares of width and height, from the lower left."""


def _place(point: list[Any], x: Spot, y: Spot) -> Spot:
    # Halved, since the distance between two floats may be larger than any float.
    across = (float(point[0]) / 2 - x[0] / 2) / (x[1] / 2 - x[0] / 2)
    up = (float(point[1]) / 2 - y[0] / 2) / (y[1] / 2 - y[0] / 2)
    return across, up


def _dot(share: float, dots: int) -> int:
    return min(dots - 1, max(0, int(share * dots)))


def _braille(spots: list[Spot], columns: int, rows: int) -> dict[tuple[int, int], str]:
    bits: dict[tuple[int, int], int] = {}
    for across, up in spots:
        x, y = _dot(across, columns * 2), rows * 4 - 1 - _dot(up, rows * 4)
        place = x // 2, y // 4
        bits[place] = bits.get(place, 0) | BITS[y % 4][x % 2]
    return {place: chr(FIRST_BRAILLE + value) for place, value in bits.items()}


def _marks(spots: list[Spot], columns: int, rows: int, mark: str) -> dict[tuple[int, int], str]:
    return {(_dot(x, columns), rows - 1 - _dot(y, rows)): mark for x, y in spots}


def _regions(
    canvas: Canvas, regions: list[list[Any]], columns: int, rows: int, colour: bool, unicode: bool
) -> None:
    shades = SHADES if unicode else SHADES_ASCII
    high, wide = len(regions), len(regions[0])
    for row in range(rows):
        for column in range(columns):
            kind = int(regions[row * high // rows][column * wide // columns])
            style = STYLES[kind % len(STYLES)] if colour else ""
            canvas[column, row] = shades[kind % len(shades)], style
