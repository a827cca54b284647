"""Pictures of arrays, points and timings, read back from the cells: none is drawn wrong."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.charts import blocks, timing, timing_words
from tutor.charts.plane import STYLES
from tutor.events import Block, Contestant, Timing
from tutor.kit.arrays import array_data
from tutor.kit.plane import boundary_data, points_data
from tutor.locale import set_language, width

Array = np.ndarray[Any, Any]
WIDTHS = st.integers(10, 300)
SPECIAL = [0.0, -0.0, 1.0, 5e-324, -5e-324, 1e-310, 1e300, 1.7e308, -1.7e308]
BROKEN = [math.nan, math.inf, -math.inf]


@pytest.fixture(autouse=True)
def english() -> None:
    set_language("en")


@st.composite
def numbers(draw: st.DrawFn, shape: tuple[int, ...]) -> Array:
    """An array of a drawn kind, some of it not finite."""
    source = np.random.default_rng(draw(st.integers(0, 10_000)))
    kind = draw(st.sampled_from(["normal", "huge", "tiny", "few", "special", "same", "whole"]))
    makers: dict[str, Callable[[], Array]] = {
        "normal": lambda: source.normal(size=shape),
        "huge": lambda: source.uniform(-1, 1, size=shape) * 1.7e308,
        "tiny": lambda: source.integers(0, 50, size=shape) * 5e-324,
        "few": lambda: source.choice([0.0, 1.0, 7.0], size=shape),
        "special": lambda: source.choice(SPECIAL, size=shape),
        "same": lambda: np.full(shape, source.choice(SPECIAL)),
        "whole": lambda: source.integers(-1000, 1000, size=shape).astype(float),
    }
    made = makers[kind]()
    if draw(st.booleans()):
        made = np.where(source.random(shape) < 0.1, source.choice(BROKEN, size=shape), made)
    return made


def drawn(kind: str, data: dict[str, Any], cells: int, unicode: bool) -> list[str]:
    block = Block(kind=kind, data={"label": "", **data})
    lines = blocks.draw(block, cells, unicode=unicode).plain.split("\n")
    assert all(width(line) <= cells for line in lines)
    assert not any("cannot draw" in line for line in lines)
    assert unicode or all(line.isascii() for line in lines)
    assert blocks.words(block)
    return lines


@settings(max_examples=80, deadline=None)
@given(st.data(), st.integers(2, 70), st.integers(2, 120), WIDTHS, st.booleans())
def test_the_shade_of_a_heat_map_is_that_of_its_mean(
    data: st.DataObject, rows: int, columns: int, cells: int, unicode: bool
) -> None:
    matrix = data.draw(numbers((max(rows, 11), max(columns, 11))))
    sent = array_data(matrix)
    finite = matrix[np.isfinite(matrix)]
    if not finite.size:
        return
    lines = drawn("array", sent, cells, unicode)
    shades = " ░▒▓█" if unicode else " .:*#"
    parts = [_parts(n, most) for n, most in zip(matrix.shape, (20, 48), strict=True)]
    across = len(parts[1])
    repeat = 2 if across * 2 <= cells else 1
    every = -(-across // max(1, cells // repeat))
    low, high = float(finite.min()), float(finite.max())
    for row, line in zip(parts[0], lines[1:], strict=False):
        for index, column in enumerate(parts[1][::every]):
            known = matrix[row[0] : row[1], column[0] : column[1]]
            known = known[np.isfinite(known)]
            sign = line.ljust(cells)[index * repeat]
            if not known.size:
                assert sign == "?"
            elif high > low:
                mean = float((known / known.size).sum()) if abs(high) > 1 else float(known.mean())
                share = (mean / 2 - low / 2) / (high / 2 - low / 2) if high / 2 > low / 2 else 0.5
                if abs(high) > 1e-300 or abs(low) > 1e-300:
                    assert abs(shades.index(sign) - share * 4) <= 0.51


def _parts(length: int, most: int) -> list[tuple[int, int]]:
    count = min(length, most)
    edges = [length * index // count for index in range(count + 1)]
    return list(pairwise(edges))


@settings(max_examples=80, deadline=None)
@given(st.data(), st.integers(101, 3000), st.integers(40, 300), st.booleans())
def test_the_columns_of_a_histogram_are_as_high_as_their_counts(
    data: st.DataObject, count: int, cells: int, unicode: bool
) -> None:
    values = data.draw(numbers((count,)))
    sent = array_data(values)
    finite = values[np.isfinite(values)]
    if not finite.size:
        return
    lines = drawn("array", sent, cells, unicode)
    counts, edges = sent["histogram"]["counts"], sent["histogram"]["edges"]
    assert sum(counts) == finite.size
    assert (edges[0], edges[-1]) == (finite.min(), finite.max())
    levels = " ▁▂▃▄▅▆▇█" if unicode else " .:-=+*#@"
    repeat = max(1, min(2, cells // len(counts)))
    for index, number in enumerate(counts):
        column = [line.ljust(cells)[index * repeat] for line in lines[1:7]]
        height = sum(levels.index(sign) for sign in column) / 8
        wanted = number / max(counts) * 6
        assert abs(height - wanted) <= 0.13
        assert (height > 0) == (number > 0)


@settings(max_examples=80, deadline=None)
@given(st.data(), st.integers(1, 400), st.integers(1, 3), WIDTHS, st.booleans(), st.booleans())
def test_every_point_stands_in_its_cell_and_nothing_else(
    data: st.DataObject, count: int, classes: int, cells: int, unicode: bool, regions: bool
) -> None:
    points = data.draw(numbers((count, 2)))
    kinds = np.arange(count) % classes
    if regions:
        sent = boundary_data(lambda p: (p[:, 0] > 0).astype(int), points, kinds)
    else:
        sent = points_data(points, kinds)
    block = Block(kind="boundary" if regions else "points", data={"label": "", **sent})
    lines = drawn(block.kind, sent, cells, unicode)
    picture = blocks.draw(block, cells, unicode=unicode)
    braille = unicode
    bar = "│" if unicode else "|"
    body = [line for line in lines if bar in line and "└" not in line]
    start = body[0].index(bar) + 1
    columns = max(1, min(60, cells - start - 1))
    marks = {}
    styles = {at: str(span.style) for span in picture.spans for at in range(span.start, span.end)}
    offset = 0
    row = 0
    for line in lines:
        if row < len(body) and line == body[row]:
            for column, sign in enumerate(line[start:]):
                dot = 0x2800 < ord(sign) < 0x2900
                if dot if braille else sign in "ox+":
                    marks[column, row] = styles.get(offset + start + column, "")
            row += 1
        offset += len(line) + 1
    (left, right), (bottom, top) = sent["x"], sent["y"]
    wanted: dict[tuple[int, int], set[str]] = {}
    for (x, y), kind in zip(points.tolist(), kinds.tolist(), strict=True):
        if not (math.isfinite(x) and math.isfinite(y)):
            continue
        across = (x / 2 - left / 2) / (right / 2 - left / 2) * columns
        down = (top / 2 - y / 2) / (top / 2 - bottom / 2) * len(body)
        place = min(int(across), columns - 1), min(int(down), len(body) - 1)
        near = {(place[0] + i, place[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
        assert near & set(marks), (x, y, lines)
        for cell in near:
            wanted.setdefault(cell, set()).add(STYLES[kind])
    for place, style in marks.items():
        assert style in wanted.get(place, set()), (place, style, lines)


@settings(max_examples=120, deadline=None)
@given(
    st.lists(
        st.one_of(st.floats(1e-9, 1e5), st.floats(), st.sampled_from([5e-324, 1.7e308, 0.0])),
        max_size=6,
    ),
    st.lists(st.floats(), min_size=6, max_size=6),
    WIDTHS,
    st.booleans(),
)
def test_the_bars_of_a_timing_are_as_long_as_their_medians(
    medians: list[float], others: list[float], cells: int, unicode: bool
) -> None:
    rows = tuple(
        Contestant(name=f"f{i}", first=others[i], median=median, spread=others[-1 - i], rounds=3)
        for i, median in enumerate(medians)
    )
    event = Timing(rows=rows, same=False, seconds=1.0)
    lines = timing(event, cells, unicode=unicode).plain.split("\n")
    assert all(width(line) <= cells for line in lines)
    assert timing_words(event)
    full = "█" if unicode else "#"
    eighths = " ▏▎▍▌▋▊▉█" if unicode else " #"
    slowest = max((m for m in medians if math.isfinite(m)), default=0.0)
    tables = [line for line in lines if line.strip().startswith("f") and full in line]
    lengths = {}
    for line in tables:
        bar = line.split()[-1]
        if set(bar) <= set(eighths):
            steps = len(eighths) - 1
            lengths[line.split()[0]] = sum(eighths.index(sign) for sign in bar) / steps
    if not lengths or slowest <= 0:
        return
    longest = max(lengths.values())
    for index, median in enumerate(medians):
        if f"f{index}" in lengths and 0 <= median <= slowest:
            assert abs(lengths[f"f{index}"] - median / slowest * longest) <= 1.0
