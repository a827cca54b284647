"""Curves and timings as files: all digits in CSV, the same picture in SVG and PNG."""

from __future__ import annotations

import csv
import io
import math
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

from tutor.charts import saving
from tutor.events import Contestant, Timing
from tutor.locale import set_language

SVG = "{http://www.w3.org/2000/svg}"
SERIES = {"loss": [(float(i), 2.0**-i) for i in range(20)], "acc <1>": [(0.0, 0.1), (19.0, 0.9)]}
TIMING = Timing(
    rows=(
        Contestant(name="loop", first=0.1, median=0.004, spread=0.03, rounds=7),
        Contestant(name="vmap", first=0.3, median=5e-5, spread=0.02, rounds=7),
    )
)
FLOATS = st.floats(allow_nan=True, allow_infinity=True)


def rows(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode())))


def lines(content: bytes) -> list[list[tuple[float, float]]]:
    """The coloured lines of an SVG."""
    found = []
    for line in ET.fromstring(content).iter(f"{SVG}polyline"):
        if line.get("stroke-width") == "1.8":
            points = [tuple(map(float, pair.split(","))) for pair in line.get("points", "").split()]
            found.append(points)
    return found  # type: ignore[return-value]


def texts(content: bytes) -> list[str]:
    return [text.text or "" for text in ET.fromstring(content).iter(f"{SVG}text")]


@settings(max_examples=60, deadline=None)
@given(points=st.lists(st.tuples(FLOATS, FLOATS), max_size=20))
def test_csv_gives_every_number_back(points: list[tuple[float, float]]) -> None:
    head, *body = rows(saving.curves_file({"a,b": points}, "csv"))
    assert head == ["curve", "step", "value"]
    back = [(float(step), float(value)) for _name, step, value in body]
    assert repr(back) == repr(points)
    assert all(name == "a,b" for name, _step, _value in body)


def test_svg_has_the_curves_where_their_values_are() -> None:
    content = saving.curves_file(SERIES, "svg", log_scale=True)
    loss, accuracy = lines(content)
    assert len(loss) == 20
    # 2^-i falls by the same distance each step on a logarithmic scale.
    falls = [b[1] - a[1] for a, b in pairwise(loss)]
    assert max(falls) - min(falls) < 0.1
    assert accuracy[0][1] > accuracy[1][1]
    assert "acc <1>  0.9" in texts(content)


@settings(max_examples=80, deadline=None)
@example(points=[(1.705248188862886e308, 0.0)] * 2, log_scale=False)
@given(
    points=st.lists(st.tuples(FLOATS, FLOATS), max_size=30),
    log_scale=st.sampled_from([True, False, "auto"]),
)
def test_whatever_comes_the_svg_is_one_and_stays_inside(
    points: list[tuple[float, float]], log_scale: bool
) -> None:
    content = saving.curves_file({"a": points}, "svg", log_scale=log_scale)
    for line in lines(content):
        for x, y in line:
            assert 0 <= x <= 720 and 0 <= y <= 400


def test_png_is_a_picture_of_both_curves() -> None:
    image = Image.open(io.BytesIO(saving.curves_file(SERIES, "png")))
    assert image.format == "PNG"
    assert image.size == (1440, 800)
    colours = {colour for _count, colour in image.getcolors(1 << 20)}  # type: ignore[union-attr]
    assert {(0x0E, 0x74, 0x90), (0xB4, 0x53, 0x09)} <= colours  # type: ignore[operator]


def test_a_timing_is_bars_and_numbers() -> None:
    content = saving.timing_file(TIMING, "svg")
    bars = [float(box.get("width", 0)) for box in ET.fromstring(content).iter(f"{SVG}rect")][1:]
    assert bars == [420.0, pytest.approx(420 * 5e-5 / 0.004, abs=0.1)]
    assert rows(saving.timing_file(TIMING, "csv"))[1] == [
        "loop", "0.1", "0.004", "0.03", "0.0", "7",
    ]  # fmt: skip
    assert saving.timing_file(TIMING, "png").startswith(b"\x89PNG")


def test_words_are_chinese_in_svg_and_english_in_png() -> None:
    set_language("zh-CN")
    try:
        assert "步" in "".join(texts(saving.curves_file(SERIES, "svg")))
        chinese = saving.curves_file(SERIES, "png")
    finally:
        set_language("en")
    assert chinese == saving.curves_file(SERIES, "png")


def test_a_new_file_takes_no_other_s_place(tmp_path: Path) -> None:
    first = saving.write(tmp_path, "jit-run-1", "csv", b"a")
    second = saving.write(tmp_path, "jit-run-1", "csv", b"b")
    assert (first.name, second.name) == ("jit-run-1.csv", "jit-run-1-2.csv")
    assert first.read_bytes() == b"a"
    with pytest.raises(OSError, match="no-such"):
        saving.write(tmp_path / "no-such", "x", "csv", b"")


def test_nothing_to_draw_is_said() -> None:
    assert "no finite value to draw" in texts(saving.curves_file({"a": [(0, math.nan)]}, "svg"))
