"""From points to the few dots that give the same picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from tutor.charts.axis import Axis
from tutor.charts.points import Point
from tutor.charts.raster import Dot


def lines(
    points: Sequence[Point], x: Axis, y: Axis, slack: float = 0.5
) -> tuple[tuple[Dot, ...], ...]:
    """The lines to draw through `points`, as dots on the canvas of both axes.

    A line may pass `slack` dots beside a point.

    A line ends at a non-finite point, where steps go back, and where a point lies outside of the
    axes. Of each column of dots the lowest and the highest point are kept, in their order.
    """
    to_column, up = _columns(x), y.mapper()
    bottom, top = y.low, y.high
    found: list[tuple[Dot, ...]] = []
    line: list[Dot] = []

    def close() -> None:
        if line:
            found.append(_straightened(line, slack))
            line.clear()

    def put(column: int, value: float) -> None:
        place = up(value)
        if place is None or not -0.5 < place < y.dots - 0.5:
            close()
            return
        dot = column, round(place)
        if not line or line[-1] != dot:
            line.append(dot)

    def put_column(column: int, low: float, high: float, low_first: bool) -> None:
        put(column, low if low_first else high)
        if low != high:
            put(column, high if low_first else low)

    column, low, high, low_first = -1, 0.0, 0.0, True
    last_step = -math.inf
    for step, value in points:
        # Only a finite number minus itself is zero. No comparison holds for a NaN.
        outside = step - step != 0 or not bottom <= value <= top
        if outside or step < last_step:
            if column >= 0:
                put_column(column, low, high, low_first)
                column = -1
            close()
            last_step = -math.inf
            if outside:
                continue
        last_step = step
        here = to_column(step)
        if here != column:
            if column >= 0:
                put_column(column, low, high, low_first)
            column, low, high, low_first = here, value, value, True
        elif value < low:
            low, low_first = value, False
        elif value > high:
            high, low_first = value, True
    if column >= 0:
        put_column(column, low, high, low_first)
    close()
    return tuple(found)


def _columns(x: Axis) -> Callable[[float], int]:
    """The column of dots of a step that lies on the axis."""
    span = x.high - x.low
    scale = (x.dots - 1) / span if span > 0 else math.inf
    if not math.isfinite(span) or not math.isfinite(scale):
        place = x.mapper()
        return lambda step: round(place(step) or 0.0)
    low, most = x.low, x.dots - 1
    return lambda step: min(most, int((step - low) * scale + 0.5))


def _straightened(line: list[Dot], slack: float) -> tuple[Dot, ...]:
    """`line` without the dots that lie, up to `slack`, on the straight way between others."""
    if len(line) < 3:
        return tuple(line)
    kept = [line[0]]
    anchor_x, anchor_y = line[0]
    lowest, highest = -math.inf, math.inf
    previous = line[0]
    for dot in line[1:]:
        run, rise = dot[0] - anchor_x, dot[1] - anchor_y
        if run and previous[0] != dot[0] and lowest <= rise / run <= highest:
            lowest = max(lowest, (rise - slack) / run)
            highest = min(highest, (rise + slack) / run)
            previous = dot
            continue
        if previous is not line[0] or len(kept) > 1:
            kept.append(previous)
            anchor_x, anchor_y = previous
        run, rise = dot[0] - anchor_x, dot[1] - anchor_y
        # After a vertical stroke nothing lies on the way.
        lowest, highest = math.inf, -math.inf
        if run:
            lowest, highest = (rise - slack) / run, (rise + slack) / run
        previous = dot
    kept.append(previous)
    return tuple(kept)
