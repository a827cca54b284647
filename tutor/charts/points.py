"""Points of curves: collecting them in bounded memory, thinning them without losing extremes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from tutor.events import Metric, unpack

Point = tuple[float, float]
Series = Mapping[str, Sequence[Point]]
"""Curves by name; a point is (step, value)."""

MOST_POINTS = 8192
"""Of one curve; beyond that it is thinned to about half."""
MOST_CURVES = 64


class Curves:
    """Collects the points of metric events by name, in memory that has a bound.

    Thinning keeps of each stretch the first, the lowest, the highest, the last and a non-finite
    point, so the picture stays the same. Curves beyond the 64th are counted in `left_out` only.
    """

    def __init__(self) -> None:
        self._series: dict[str, list[Point]] = {}
        self._timed: dict[str, list[Point]] = {}
        self._ignored: set[str] = set()
        self.points = 0
        """How many points came in; a picture is stale when this has grown."""

    def add(self, event: Metric) -> None:
        step = unpack(event.step)
        for name, value in event.values.items():
            points = self._series.get(name)
            if points is None:
                if len(self._series) >= MOST_CURVES:
                    if len(self._ignored) < MOST_CURVES:
                        self._ignored.add(name)
                    continue
                points = self._series[name] = []
                self._timed[name] = []
            number = unpack(value)
            self._append(points, (step, number))
            self._append(self._timed[name], (event.time, number))
            self.points += 1

    def _append(self, points: list[Point], point: Point) -> None:
        points.append(point)
        if len(points) > MOST_POINTS:
            points[:] = thin(points, MOST_POINTS // 10)

    def series(self, *, by_time: bool = False) -> dict[str, list[Point]]:
        """A copy that later events do not change; by step, or by seconds since the start."""
        source = self._timed if by_time else self._series
        return {name: list(points) for name, points in source.items()}

    @property
    def left_out(self) -> int:
        return len(self._ignored)

    def __bool__(self) -> bool:
        return bool(self._series)

    @classmethod
    def of(cls, events: Iterable[Metric]) -> Curves:
        collected = cls()
        for event in events:
            collected.add(event)
        return collected


def thin(points: Sequence[Point], columns: int) -> list[Point]:
    """At most five points for each of `columns` stretches of equal count, in order."""
    size = -(-len(points) // max(1, columns))
    if size <= 5:
        return list(points)
    kept: list[Point] = []
    for start in range(0, len(points), size):
        stop = min(start + size, len(points))
        keep = {start, stop - 1}
        finite = [index for index in range(start, stop) if is_finite(points[index])]
        if finite:
            keep.add(min(finite, key=lambda index: points[index][1]))
            keep.add(max(finite, key=lambda index: points[index][1]))
        if len(finite) < stop - start:
            keep.add(next(index for index in range(start, stop) if not is_finite(points[index])))
        kept += [points[index] for index in sorted(keep)]
    return kept


def is_finite(point: Point) -> bool:
    """Whether both step and value are."""
    return math.isfinite(point[0]) and math.isfinite(point[1])


def segments(points: Sequence[Point]) -> list[list[Point]]:
    """The stretches that a line may connect: split at non-finite points and where steps go back."""
    found: list[list[Point]] = []
    current: list[Point] = []
    for point in points:
        if not is_finite(point):
            current = []
            continue
        if current and point[0] >= current[-1][0]:
            current.append(point)
        else:
            current = [point]
            found.append(current)
    return found


def breaks(points: Sequence[Point]) -> list[tuple[float, float, float | None]]:
    """The first point of each non-finite stretch: its step, its value, and the value before it."""
    found: list[tuple[float, float, float | None]] = []
    before: float | None = None
    inside = False
    for step, value in points:
        if math.isfinite(value):
            before, inside = value, False
        elif not inside and math.isfinite(step):
            found.append((step, value, before))
            inside = True
    return found


def smooth(points: Sequence[Point], weight: float) -> list[Point]:
    """Exponential moving average, free of the bias towards 0 at the start.

    `weight` from 0 (as it is) to below 1. Values that are not finite stay and count for nothing.
    """
    smoothed: list[Point] = []
    mean, total = 0.0, 0.0
    for x, value in points:
        if not math.isfinite(value):
            smoothed.append((x, value))
            continue
        total = total * weight + (1 - weight)
        mean += (value - mean) * ((1 - weight) / total)
        smoothed.append((x, mean if math.isfinite(mean) else value))
    return smoothed


def nearest(points: Sequence[Point], x: float) -> Point | None:
    """The point whose step is nearest to `x`; of several the last."""
    known = [point for point in points if math.isfinite(point[0])]
    return min(reversed(known), key=lambda point: abs(point[0] / 2 - x / 2), default=None)
