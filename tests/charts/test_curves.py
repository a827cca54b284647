"""Curves: whatever comes in, the picture fits, and it is true."""

from __future__ import annotations

import math
import random
import subprocess
import sys
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.charts.decode import canvas, dots, drawn
from tutor.charts import Curves, curves
from tutor.charts.points import nearest, smooth
from tutor.charts.raster import raster
from tutor.events import Metric, pack
from tutor.locale import set_language, width

ANY = st.floats(allow_nan=True, allow_infinity=True)
TAME = st.floats(min_value=-1e6, max_value=1e6, allow_nan=False)
POINTS = st.lists(st.tuples(ANY, ANY), max_size=60)
NAMES = st.text(max_size=12)
WIDTHS = st.integers(min_value=10, max_value=300)
HEIGHTS = st.integers(min_value=3, max_value=60)


@pytest.fixture(autouse=True)
def english() -> None:
    set_language("en")


def fits(plain: str, cells: int, height: int) -> bool:
    lines = plain.split("\n")
    return len(lines) <= height and all(width(line) <= cells for line in lines)


@settings(max_examples=150, deadline=None)
@given(
    series=st.dictionaries(NAMES, POINTS, max_size=8),
    earlier=st.lists(st.dictionaries(NAMES, POINTS, max_size=3), max_size=3),
    cells=WIDTHS,
    height=HEIGHTS,
    log_scale=st.sampled_from([True, False, "auto"]),
    colour=st.booleans(),
    unicode=st.booleans(),
)
def test_nothing_crashes_and_everything_fits(
    series: dict[str, list[tuple[float, float]]],
    earlier: list[dict[str, list[tuple[float, float]]]],
    cells: int,
    height: int,
    log_scale: bool,
    colour: bool,
    unicode: bool,
) -> None:
    picture = curves(
        series, cells, height, earlier=earlier, log_scale=log_scale, colour=colour, unicode=unicode
    )
    assert fits(picture.plain, cells, height)
    if not unicode and all(name.isascii() for name in series):
        assert picture.plain.isascii()
    if not colour:
        assert not picture.spans


def expected(
    values: list[tuple[float, float]], columns: int, rows: int, log: bool, unicode: bool = True
) -> list[tuple[float, float]]:
    """Where points lie, in cells: column and row with fractions. The extremes lie in the middle of
    the outermost dots: two across and four down in a cell, or one.
    """
    across, down = (0.25, 0.125) if unicode else (0.5, 0.5)
    steps = [step for step, _value in values]
    ys = [math.log10(v) if log else v for _step, v in values]
    low, high = min(ys), max(ys)
    first, last = min(steps), max(steps)
    found = []
    for step, y in zip(steps, ys, strict=True):
        x = (step - first) / (last - first) * (columns - 2 * across) + across
        middle = rows / 2
        found.append(
            (x, (high - y) / (high - low) * (rows - 2 * down) + down if high > low else middle)
        )
    return found


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("cells", [24, 61, 200])
def test_noise_with_many_points_in_a_column_keeps_its_extremes(cells: int, unicode: bool) -> None:
    source = random.Random(cells)
    points = [(float(i), source.gauss(0, 1) * source.choice([0.1, 1, 5])) for i in range(4000)]
    picture = curves({"a": points}, cells, 20, log_scale=False, colour=False, unicode=unicode)
    rows, columns = canvas(picture.plain, unicode)
    near = {
        (column + right, row + down)
        for column, row in drawn(rows, columns, unicode)
        for right in (-1, 0, 1)
        for down in (-1, 0, 1)
    }
    for x, y in expected(points, columns, len(rows), False, unicode):
        assert (min(int(x), columns - 1), min(int(y), len(rows) - 1)) in near


def test_vertical_strokes_between_flat_stretches_are_all_there() -> None:
    values = [float(i // 40 % 2) for i in range(400)]
    picture = curves({"a": list(enumerate(values))}, 80, 12, log_scale=False, colour=False)
    rows, columns = canvas(picture.plain)
    line = expected(list(enumerate(values)), columns, len(rows), log=False)
    found = {((c + 0.5) / 2, (r + 0.5) / 4) for c, r in dots(rows, columns)}
    for start, end in pairwise(line):
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        assert any(math.hypot(x - middle[0], y - middle[1]) <= 0.8 for x, y in found)
    assert all(any(distance(at, a, b) <= 0.8 for a, b in pairwise(line)) for at in found)


@settings(max_examples=120, deadline=None)
@given(
    ys=st.lists(TAME, min_size=2, max_size=200),
    cells=st.integers(min_value=24, max_value=200),
    height=st.integers(min_value=6, max_value=40),
    unicode=st.booleans(),
)
def test_each_point_lies_within_one_cell_of_what_is_drawn(
    ys: list[float], cells: int, height: int, unicode: bool
) -> None:
    points = [(float(i), y) for i, y in enumerate(ys)]
    picture = curves({"a": points}, cells, height, log_scale=False, colour=False, unicode=unicode)
    rows, columns = canvas(picture.plain, unicode)
    cells_drawn = drawn(rows, columns, unicode)
    for x, y in expected(points, columns, len(rows), False, unicode):
        near = [
            (column, row)
            for column, row in cells_drawn
            if abs(column + 0.5 - x) <= 1.5 and abs(row + 0.5 - y) <= 1.5
        ]
        assert near, (x, y, picture.plain)


@settings(max_examples=120, deadline=None)
@given(
    ys=st.lists(TAME, min_size=2, max_size=120),
    height=st.integers(min_value=6, max_value=40),
    data=st.data(),
)
def test_every_dot_lies_within_one_cell_of_the_line(
    ys: list[float], height: int, data: st.DataObject
) -> None:
    cells = data.draw(st.integers(min_value=24, max_value=200))
    points = [(float(i), y) for i, y in enumerate(ys)]
    picture = curves({"a": points}, cells, height, log_scale=False, colour=False)
    rows, columns = canvas(picture.plain)
    line = expected(points, columns, len(rows), log=False)
    for column, row in dots(rows, columns):
        at = (column + 0.5) / 2, (row + 0.5) / 4
        assert any(distance(at, a, b) <= 1.0 for a, b in pairwise(line)), (
            at,
            picture.plain,
        )


def distance(
    at: tuple[float, float], start: tuple[float, float], end: tuple[float, float]
) -> float:
    """From a place to the line between two others."""
    run, rise = end[0] - start[0], end[1] - start[1]
    length = run * run + rise * rise
    share = 0.0
    if length:
        share = ((at[0] - start[0]) * run + (at[1] - start[1]) * rise) / length
        share = min(1.0, max(0.0, share))
    return math.hypot(at[0] - start[0] - share * run, at[1] - start[1] - share * rise)


def test_a_logarithmic_scale_is_logarithmic() -> None:
    points = [(float(i), 10.0**-i) for i in range(7)]
    picture = curves({"a": points}, 60, 16, colour=False)
    rows, columns = canvas(picture.plain)
    found = set(dots(rows, columns))
    for x, y in expected(points, columns, len(rows), log=True):
        assert any(abs((c + 0.5) / 2 - x) <= 1 and abs((r + 0.5) / 4 - y) <= 1 for c, r in found)
    assert "10^0" in picture.plain and "10^-6" in picture.plain


def test_series_end_with_their_name_and_last_value() -> None:
    series = {f"lr={rate}": [(i, rate + i) for i in range(10)] for rate in (0.25, 3)}
    lines = curves(series, 60, 12).plain.split("\n")
    assert lines[0].endswith("lr=3  12")
    assert any(line.endswith("lr=0.25  9.25") for line in lines)


def test_the_name_is_cut_before_the_value() -> None:
    plain = curves({"a-very-long-name-" * 5: [(0, 1.0), (1, 2.5)]}, 60, 8).plain
    assert "…  2.5" in plain


def test_a_break_is_marked_and_not_bridged() -> None:
    points = [(float(i), math.nan if 10 <= i < 20 else 1.0 + i % 2) for i in range(30)]
    plain = curves({"a": points}, 60, 10).plain
    rows, columns = canvas(plain)
    assert plain.count("×") == 1
    empty = range(int(columns * 11 / 29) + 1, int(columns * 19 / 29) - 1)
    assert not {column for column, _row in drawn(rows, columns)} & set(empty)


@pytest.mark.parametrize(("value", "row"), [(math.inf, 0), (-math.inf, -1)])
def test_infinities_are_marked_at_their_end(value: float, row: int) -> None:
    rows, _ = canvas(curves({"a": [(0, 1.0), (1, 2.0), (2, value), (3, 1.5)]}, 60, 10).plain)
    assert "×" in rows[row]


def test_steps_that_start_again_are_not_joined_to_the_end() -> None:
    points = [(float(i), 0.0) for i in range(50)] + [(float(i), 1.0) for i in range(50)]
    rows, columns = canvas(curves({"a": points}, 60, 12, log_scale=False).plain)
    used = {row for _column, row in drawn(rows, columns)}
    assert used == {0, len(rows) - 1}


def test_earlier_attempts_stand_behind_and_do_not_hide_the_newest() -> None:
    new = {"loss": [(float(i), 2.0 - i / 40) for i in range(41)]}
    old = {"loss": [(float(i), 2.0 - i / 80) for i in range(41)]}
    picture = curves(new, 60, 12, earlier=[old])
    faint = {str(span.style) for span in picture.spans}
    assert "bright_black" in faint and "cyan" in faint
    assert "·" in curves(new, 60, 12, earlier=[old], colour=False).plain
    wild = {"loss": [(float(i), 10.0**i) for i in range(41)]}
    plain = curves(new, 60, 12, earlier=[wild], colour=False).plain
    rows, columns = canvas(plain)
    assert len({row for _column, row in drawn(rows, columns)}) >= 3, "squeezed flat by an old one"


@pytest.mark.parametrize(
    ("series", "words"),
    [({}, "no points yet"), ({"a": []}, "no points yet"), ({"a": [(0, math.nan)]}, "no finite")],
)
def test_nothing_to_draw_is_said(series: dict[str, list[tuple[float, float]]], words: str) -> None:
    assert words in curves(series, 60, 10).plain


@pytest.mark.parametrize(
    "values",
    [
        [1e308, -1e308], [5e-324, 0.0], [1e-320, 1e308], [3.0], [0.0, 0.0], [-1e-300, 1e-300],
        [1e15, 1e15 + 1], [math.nan, math.inf],
    ],
)  # fmt: skip
@pytest.mark.parametrize("log_scale", [True, False, "auto"])
def test_extreme_values_draw(values: list[float], log_scale: bool) -> None:
    points = list(enumerate(map(float, values)))
    for cells in (10, 24, 80, 300):
        for height in (3, 5, 12, 60):
            assert fits(
                curves({"a": points}, cells, height, log_scale=log_scale).plain, cells, height
            )


def test_a_million_points_draw() -> None:
    points = [(float(i), math.sin(i / 1e5)) for i in range(1_000_000)]
    start = time.process_time()
    assert fits(curves({"a": points}, 80, 16).plain, 80, 16)
    assert time.process_time() - start < 10


def test_many_points_are_kept_in_bounded_memory_with_their_extremes() -> None:
    collected = Curves()
    for i in range(100_000):
        value = 50.0 if i == 31_234 else -50.0 if i == 77_777 else math.sin(i)
        collected.add(Metric(step=float(i), values={"a": pack(value)}))
    points = collected.series()["a"]
    assert collected.points == 100_000
    assert len(points) <= 8192
    assert (points[0][0], points[-1][0]) == (0.0, 99_999.0)
    values = [value for _step, value in points]
    assert (max(values), min(values)) == (50.0, -50.0)
    assert [step for step, _value in points] == sorted(step for step, _value in points)


def test_curves_beyond_the_bound_are_counted() -> None:
    collected = Curves.of(Metric(step=0.0, values={f"c{i}": 1.0}) for i in range(100))
    assert len(collected.series()) == 64
    assert collected.left_out == 36
    assert fits(curves(collected.series(), 80, 10).plain, 80, 10)


def test_control_characters_in_names_do_not_reach_the_terminal() -> None:
    plain = curves({"a\x1b[31m\x07\nb": [(0, 1.0), (1, 2.0)]}, 60, 8).plain
    assert "\x1b" not in plain and "\x07" not in plain
    assert "�" in plain


def test_a_redraw_takes_milliseconds() -> None:
    def value(i: int, k: int) -> float:
        return math.exp(-i / 200) * (1 + 0.3 * math.sin(i * k)) + 0.01

    series = {f"s{k}": [(float(i), value(i, k)) for i in range(1000)] for k in (1, 2, 3)}
    curves(series, 60, 14)
    times = []
    for _ in range(9):
        raster.cache_clear()
        start = time.process_time()
        curves(series, 60, 14)
        times.append(time.process_time() - start)
    assert sorted(times)[2] < 0.030, "three curves of a thousand points: 15 ms on a quiet machine"


def test_no_plot_aborts_the_process() -> None:
    """plotext ends the process on a NaN: what reaches it is tried in one that may die."""
    code = """
import random, math
from tutor.charts import curves
source = random.Random(7)
odd = [math.nan, math.inf, -math.inf, 0.0, -0.0, 5e-324, 1.7e308, -1.7e308, 1e-300]
def value():
    if source.random() < 0.3:
        return source.choice(odd)
    return source.uniform(-1, 1) * 10.0 ** source.randint(-300, 300)
def some(most):
    return {
        str(n): [(value(), value()) for _ in range(source.randint(0, 40))]
        for n in range(source.randint(0, most))
    }
for _ in range(400):
    series, old = some(4), [some(2)]
    curves(series, source.randint(1, 300), source.randint(1, 60), earlier=old,
           log_scale=source.choice([True, False, "auto"]), unicode=source.random() < 0.7)
print("alive")
"""
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=100
    )
    assert result.stdout == "alive\n", (result.returncode, result.stderr[-2000:])


def test_plotext_is_not_loaded_before_something_is_drawn() -> None:
    code = "import tutor.charts, sys; assert 'plotext' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0


def test_a_smoothed_curve_keeps_a_constant_and_averages_noise() -> None:
    assert smooth([(float(i), 3.0) for i in range(9)], 0.9) == [(float(i), 3.0) for i in range(9)]
    noise = [(float(i), float((-1) ** i)) for i in range(200)]
    assert abs(smooth(noise, 0.95)[-1][1]) < 0.1
    assert smooth(noise, 0.0) == noise
    broken = smooth([(0.0, 1.0), (1.0, math.nan), (2.0, 1.0)], 0.5)
    assert math.isnan(broken[1][1])
    assert broken[2] == (2.0, 1.0)


def test_points_have_their_time_too() -> None:
    collected = Curves.of(
        Metric(step=float(i), time=i / 10, values={"a": float(i)}) for i in range(3)
    )
    assert collected.series(by_time=True)["a"] == [(0.0, 0.0), (0.1, 1.0), (0.2, 2.0)]


def test_a_cursor_stands_at_its_step_and_unit_names_the_axis() -> None:
    points = [(float(i), float(i % 7)) for i in range(101)]
    picture = curves({"a": points}, 80, 14, cursor=50.0, unit="s", colour=False)
    rows, columns = canvas(picture.plain)
    where = {line.index("┊") for line in rows if "┊" in line}
    assert where and abs(where.pop() - columns / 2) <= 1
    assert picture.plain.split("\n")[-2].endswith(" s")
    assert nearest(points, 50.4) == (50.0, 1.0)
    assert nearest([], 1.0) is None
