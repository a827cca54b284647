"""Curves of any numbers: read back from the cells, each series lies within one cell of its data.

Where a value belongs is computed here with exact fractions, so that neither the largest nor the
smallest floats are lost.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.text import Text

from tutor.charts import curves, curves_words
from tutor.charts.plot import MARKERS, STYLES
from tutor.charts.points import thin
from tutor.locale import set_language, width

Point = tuple[float, float]
Place = tuple[float, float]
"""Column and row of cells, with fractions, from the upper left corner of the canvas."""

MOST = sys.float_info.max
EDGES = [
    MOST,
    0.0,
    -0.0,
    1.0,
    -1.0,
    5e-324,
    -5e-324,
    1e-310,
    1e-5,
    1e6,
    1e300,
    -1e300,
    1.7e308,
    -1.7e308,
]
BROKEN = [math.nan, math.inf, -math.inf]
VALUES = st.one_of(
    st.floats(-1e6, 1e6),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(EDGES + BROKEN),
)
POSITIVE = st.floats(5e-324, 1.7e308) | st.sampled_from([5e-324, 1e-300, 1.0, 1e300, MOST])
STEPS = st.sampled_from(["whole", "wide", "tiny", "back"])
NAMES = ("a", "b", "c")
CHECKS = [HealthCheck.too_slow]


@pytest.fixture(autouse=True)
def english() -> None:
    set_language("en")


@dataclass(frozen=True)
class Drawn:
    """The canvas of a picture: the style of every cell that holds something."""

    columns: int
    rows: int
    cells: dict[tuple[int, int], str]
    """By column and row; "×" for a break, else the colour or the marker."""


def canvas(picture: Text, width: int, height: int, names: Sequence[str], unicode: bool) -> Drawn:
    bar, corner, line = ("│", "└", "─┬") if unicode else ("|", "+", "-+")
    lines = picture.plain.split("\n")
    first = 1 if width < 40 and height >= 7 else 0
    stop = len(lines) - 2 if height >= 5 else len(lines)
    rows = lines[first:stop]
    axis = lines[stop] if height >= 5 else ""
    start = axis.index(corner) + 1 if axis else min(r.index(bar) for r in rows if bar in r) + 1
    offset = sum(len(row) + 1 for row in lines[:first])
    if axis:
        columns = len(axis[start:]) - len(axis[start:].lstrip(line))
    elif width < 40:
        columns = width - start
    else:
        columns = min(_label(row, names) for row in rows) - start - (1 if unicode else 3)
    cells: dict[tuple[int, int], str] = {}
    styles = {place: str(span.style) for span in picture.spans
              for place in range(span.start, span.end)}  # fmt: skip
    for row, text in enumerate(rows):
        for column, sign in enumerate(text[start : start + columns]):
            if sign != " ":
                colour = styles.get(offset + start + column, "")
                cells[column, row] = "×" if sign in "×!" else colour if unicode else sign
        offset += len(text) + 1
    return Drawn(columns, len(rows), cells)


def _label(row: str, names: Sequence[str]) -> int:
    """Where the label of a series begins, beyond the end of the row if it has none."""
    return min([row.index(f"{n}  ") for n in names if f"{n}  " in row], default=10_000)


class Scale:
    """Where values belong, in shares from 0 to 1; nan when all are the same: anywhere."""

    def __init__(self, values: Sequence[float], log: bool) -> None:
        self._log = log
        self._low, self._high = self._of(min(values)), self._of(max(values))

    def _of(self, value: float) -> Fraction:
        return Fraction(math.log10(value)) if self._log else Fraction(value)

    def share(self, value: float) -> float:
        span = self._high - self._low
        return float((self._of(value) - self._low) / span) if span else math.nan


def stretches(points: Sequence[Point], log: bool) -> Iterator[list[Point]]:
    """What one line may connect."""
    line: list[Point] = []
    for step, value in points:
        usable = math.isfinite(step) and math.isfinite(value)
        if not usable or (line and step < line[-1][0]) or (log and value <= 0):
            if line:
                yield line
            line = []
        if usable and not (log and value <= 0):
            line.append((step, value))
    if line:
        yield line


def places(line: Sequence[Point], x: Scale, y: Scale, drawn: Drawn, unicode: bool) -> list[Place]:
    """The extremes lie in the middle of the outermost dots: two across and four down in a cell."""
    across, down = (0.25, 0.125) if unicode else (0.5, 0.5)
    return [
        (
            x.share(step) * (drawn.columns - 2 * across) + across,
            (1 - y.share(value)) * (drawn.rows - 2 * down) + down,
        )
        for step, value in line
    ]


def near(place: Place, cell: tuple[int, int]) -> bool:
    return not any(abs(at + 0.5 - wanted) > 1.5 for at, wanted in zip(cell, place, strict=True))


def beside(cell: tuple[int, int], line: Sequence[Place]) -> bool:
    """Whether the line comes within one cell of the area of `cell`."""
    low_x, high_x, low_y, high_y = cell[0] - 1.0, cell[0] + 2.0, cell[1] - 1.0, cell[1] + 2.0
    if any(math.isnan(part) for place in line for part in place):
        return True
    for (ax, ay), (bx, by) in pairwise([*line, line[-1]]):
        # The part of the line that lies inside the box (Liang and Barsky).
        first, last = 0.0, 1.0
        for start, run, low, high in ((ax, bx - ax, low_x, high_x), (ay, by - ay, low_y, high_y)):
            if abs(run) < 1e-12:
                if not low <= start <= high:
                    first, last = 1.0, 0.0
                continue
            one, two = sorted(((low - start) / run, (high - start) / run))
            first, last = max(first, one), min(last, two)
        if first <= last:
            return True
    return False


def hold(
    series: dict[str, list[Point]], cells: int, height: int, log_scale: bool | Literal["auto"],
    unicode: bool,
) -> None:  # fmt: skip
    """Draw, read back, compare."""
    picture = curves(series, cells, height, log_scale=log_scale, unicode=unicode)
    lines = picture.plain.split("\n")
    assert len(lines) <= height
    assert all(width(line) <= cells for line in lines)
    assert len(curves_words(series)) == len(series)
    finite = [p for points in series.values() for p in points if all(map(math.isfinite, p))]
    if not finite:
        assert "no " in picture.plain
        return
    values = [value for _step, value in finite]
    low, high = min(values), max(values)
    if log_scale == "auto":
        log = low > 1e-300 and high / low >= 100
    else:
        log = log_scale and high > 0
    x = Scale([s for points in series.values() for s, _v in points if math.isfinite(s)], False)
    y = Scale([value for value in values if value > 0 or not log], log)
    drawn = canvas(picture, cells, height, list(series), unicode)
    marks = STYLES if unicode else MARKERS
    lies = {
        marks[index]: [places(line, x, y, drawn, unicode) for line in stretches(points, log)]
        for index, points in enumerate(series.values())
    }
    for mark, found in lies.items():
        hidden = set(list(lies)[list(lies).index(mark) :]) | {"×"}
        shown = [cell for cell, what in drawn.cells.items() if what in hidden]
        for place in (place for line in found for place in line):
            assert any(near(place, cell) for cell in shown), (mark, place, picture.plain)
    for cell, what in drawn.cells.items():
        if what != "×":
            assert any(beside(cell, line) for line in lies[what]), (what, cell, picture.plain)


def _steps(kind: str, count: int) -> list[float]:
    if kind == "wide":
        return [(2 * index / count - 1) * MOST for index in range(count)]
    if kind == "tiny":
        return [index * 5e-324 for index in range(count)]
    if kind == "back":
        return [float(index % 7) for index in range(count)]
    return [float(index) for index in range(count)]


@st.composite
def many(draw: st.DrawFn) -> tuple[dict[str, list[Point]], bool | Literal["auto"]]:
    log = draw(st.sampled_from([True, False, "auto"]))
    values = draw(st.sampled_from([VALUES, POSITIVE, st.floats(-100, 100), st.just(3.0)]))
    series = {}
    for name in NAMES[: draw(st.integers(1, 3))]:
        ys = draw(st.lists(values, max_size=40))
        series[name] = list(zip(_steps(draw(STEPS), len(ys)), ys, strict=True))
    return series, log  # type: ignore[return-value]


def test_a_value_outside_of_the_scale_hides_none_beside_it() -> None:
    points = [(0.0, 0.0), (5e-324, 1.0), (1e-323, 0.5), (1.0, 0.5)]
    hold({"a": points}, 10, 3, True, False)


def test_the_largest_float_alone_is_there() -> None:
    hold({"a": [(0.0, MOST), (1.0, MOST)]}, 60, 12, False, True)
    hold({"a": [(0.0, MOST), (1.0, -MOST)]}, 60, 12, False, True)


def anything(
    drawn: tuple[dict[str, list[Point]], bool | Literal["auto"]], cells: int, height: int,
    unicode: bool,
) -> None:  # fmt: skip
    series, log = drawn
    hold(series, cells, height, log, unicode)


WIDTHS, HEIGHTS = st.integers(10, 300), st.integers(3, 60)
test_every_series_lies_within_a_cell_of_its_data = settings(
    max_examples=150, deadline=None, suppress_health_check=CHECKS
)(given(many(), WIDTHS, HEIGHTS, st.booleans())(anything))
test_so_it_does_in_many_more = pytest.mark.full(
    pytest.mark.timeout(1800)(
        settings(max_examples=5000, deadline=None, suppress_health_check=CHECKS)(
            given(many(), WIDTHS, HEIGHTS, st.booleans())(anything)
        )
    )
)


# --- a million points ------------------------------------------------------------------------


def million(seed: int, kind: str, cells: int, height: int, unicode: bool) -> None:
    """Every point of a million has a drawn cell beside it, and every drawn cell a point."""
    source = np.random.default_rng(seed)
    count = 1_000_000
    makers: dict[str, Callable[[], np.ndarray[Any, Any]]] = {
        "noise": lambda: source.normal(size=count) * source.choice([0.1, 1, 9], size=count),
        "walk": lambda: np.cumsum(source.normal(size=count)),
        "huge": lambda: source.uniform(-1, 1, size=count) * 1.7e308,
        "tiny": lambda: source.integers(0, 1000, size=count) * 5e-324,
        "spikes": lambda: np.where(source.random(count) < 1e-5, 100.0, 0.0),
        "decay": lambda: 10.0 ** (-6 * np.arange(count) / count),
    }
    made = makers[kind]()
    made[source.random(count) < 1e-4] = math.nan
    values = made.tolist()
    log = kind == "decay"
    points = list(zip(map(float, range(count)), values, strict=True))
    picture = curves({"a": points}, cells, height, log_scale=log, unicode=unicode)
    drawn = canvas(picture, cells, height, ["a"], unicode)
    finite = np.isfinite(made)
    ys = np.log10(made[finite]) if log else made[finite] / 2
    low, high = float(ys.min()), float(ys.max())
    across, down = (0.25, 0.125) if unicode else (0.5, 0.5)
    x = np.arange(count)[finite] / (count - 1) * (drawn.columns - 2 * across) + across
    y = (high - ys) / (high - low) * (drawn.rows - 2 * down) + down
    wide = np.zeros((drawn.columns + 2, drawn.rows + 2), bool)
    for column, row in drawn.cells:
        wide[column : column + 3, row : row + 3] = True
    at = np.minimum(x.astype(int), drawn.columns - 1), np.minimum(y.astype(int), drawn.rows - 1)
    assert wide[at[0] + 1, at[1] + 1].all()
    used = np.zeros((drawn.columns, drawn.rows), bool)
    used[at] = True
    for column, row in drawn.cells:
        if drawn.cells[column, row] == "×":
            continue
        # A stroke joins the lowest and the highest point of its column and those beside it.
        beside = used[max(0, column - 1) : column + 2].any(axis=0).nonzero()[0]
        assert beside.min() - 1 <= row <= beside.max() + 1
    told = thin(points, 819)
    assert len(told) <= 5 * 820
    assert max(v for _s, v in told if v == v) == np.nanmax(made)
    assert curves_words({"a": points})


KINDS = ("noise", "walk", "huge", "tiny", "spikes", "decay")


@settings(max_examples=1, deadline=None, suppress_health_check=CHECKS)
@given(st.integers(0, 1000), st.sampled_from(KINDS), WIDTHS, HEIGHTS, st.booleans())
def test_a_million_points_are_where_they_belong(
    seed: int, kind: str, cells: int, height: int, unicode: bool
) -> None:
    million(seed, kind, cells, height, unicode)


@pytest.mark.full
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=15, deadline=None, suppress_health_check=CHECKS)
@given(seed=st.integers(0, 1000), cells=WIDTHS, height=HEIGHTS, unicode=st.booleans())
def test_so_are_many_millions(kind: str, seed: int, cells: int, height: int, unicode: bool) -> None:
    million(seed, kind, cells, height, unicode)
