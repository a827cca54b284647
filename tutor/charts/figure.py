"""Curves and timings as figures of lines and texts on a plane, for files.

The scales, ticks and breaks are those of the pictures in the terminal. Units are points: one is
about a pixel.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tutor.charts.axis import ticks, value_axis, wants_log
from tutor.charts.numbers import number, percent, seconds
from tutor.charts.points import Series, is_finite, segments
from tutor.charts.text import clean
from tutor.events import Timing
from tutor.locale import mark, translator

_ = translator("charts")

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 46, 46
SIZE = 13
COLOURS = ("#0e7490", "#b45309", "#a21caf", "#15803d", "#1d4ed8", "#b91c1c")
INK, FAINT = "#1f2937", "#9ca3af"
MOST_DRAWN = 24

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Line:
    points: tuple[tuple[float, float], ...]
    colour: str
    thick: float = 1.0


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float
    colour: str


@dataclass(frozen=True)
class Words:
    x: float
    y: float
    """Of the baseline."""
    text: str
    colour: str = INK
    anchor: Anchor = "start"


@dataclass(frozen=True)
class Figure:
    """Shapes in the order in which they are drawn, from the upper left corner."""

    width: int
    height: int
    shapes: tuple[Line | Box | Words, ...]


def of_curves(
    series: Series,
    *,
    log_scale: bool | Literal["auto"] = "auto",
    unit: str = "",
    say: Callable[[str], str] = _,
) -> Figure:
    """One colour a curve, names and last values above. `say` gives texts in the language wanted."""
    shown = dict(list(series.items())[:MOST_DRAWN])
    finite = [p for points in shown.values() for p in points if is_finite(p)]
    if not finite:
        nothing = Words(
            WIDTH / 2, HEIGHT / 2, say(mark("no finite value to draw")), FAINT, "middle"
        )
        return Figure(WIDTH, HEIGHT, (nothing,))
    values = [value for _step, value in finite]
    log = wants_log(values, log_scale)
    usable = [value for value in values if value > 0] if log else values
    steps = [step for step, _value in finite]
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    x = value_axis(min(steps), max(steps), wide + 1, False)
    y = value_axis(min(usable), max(usable), high + 1, log)
    shapes: list[Line | Box | Words] = []
    for value, label in ticks(y, 6):
        up = y.dot(value)
        if up is not None and 0 <= up <= high:
            at = TOP + high - up
            shapes.append(Line(((LEFT, at), (LEFT + wide, at)), "#e5e7eb"))
            shapes.append(Words(LEFT - 8, at + SIZE / 3, label, INK, "end"))
    for value, label in ticks(x, 8, all(float(step).is_integer() for step in steps)):
        across = x.dot(value)
        if across is not None and 0 <= across <= wide:
            at = LEFT + across
            shapes.append(Line(((at, TOP + high), (at, TOP + high + 4)), FAINT))
            shapes.append(Words(at, TOP + high + 18, label, INK, "middle"))
    shapes.append(Line(((LEFT, TOP), (LEFT, TOP + high), (LEFT + wide, TOP + high)), FAINT))
    shapes.append(Words(LEFT + wide, HEIGHT - 8, unit or say(mark("step")), FAINT, "end"))
    place = float(LEFT)
    for index, (name, points) in enumerate(shown.items()):
        colour = COLOURS[index % len(COLOURS)]
        for segment in segments(points):
            drawn = []
            for step, value in segment:
                across, up = x.dot(step), y.dot(value)
                if across is not None and up is not None:
                    # The largest floats may lie beyond the end of an axis.
                    across, up = min(max(across, 0), wide), min(max(up, 0), high)
                    drawn.append((round(LEFT + across, 2), round(TOP + high - up, 2)))
            if len(drawn) == 1:
                (a, b) = drawn[0]
                shapes.append(Box(a - 2, b - 2, 4, 4, colour))
            elif drawn:
                shapes.append(Line(tuple(drawn), colour, 1.8))
        text = f"{clean(name)}  {number(points[-1][1])}" if points else clean(name)
        shapes.append(Words(place, TOP - 18, text, colour))
        place += SIZE * 0.62 * (len(text) + 3)
    return Figure(WIDTH, HEIGHT, tuple(shapes))


def of_timing(event: Timing, say: Callable[[str], str] = _) -> Figure:
    """A bar for each contestant, its median, spread and first call beside it."""
    slowest = max((row.median for row in event.rows if math.isfinite(row.median)), default=0.0)
    height = TOP + 44 * len(event.rows) + 20
    shapes: list[Line | Box | Words] = [Words(LEFT / 2, 26, clean(event.label))]
    for index, row in enumerate(event.rows):
        top = TOP + 44 * index
        share = row.median / slowest if slowest > 0 and 0 <= row.median <= slowest else 0.0
        shapes.append(Words(LEFT / 2, top + 10, clean(row.name)))
        colour = COLOURS[index % len(COLOURS)]
        shapes.append(Box(LEFT / 2, top + 16, max(1.0, round(share * 420, 1)), 14, colour))
        told = say(mark("{median} {spread}, first call {first}")).format(
            median=seconds(row.median), spread=percent(row.spread), first=seconds(row.first)
        )
        shapes.append(Words(LEFT / 2 + 430, top + 27, told, INK))
    return Figure(WIDTH, height, tuple(shapes))
