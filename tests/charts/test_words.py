"""Curves and timings in words, in both languages."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.charts import curves_words, timing, timing_title, timing_words
from tutor.events import Contestant, Timing
from tutor.locale import set_language, width


@pytest.fixture(autouse=True)
def english() -> None:
    set_language("en")


def points(values: list[float]) -> list[tuple[float, float]]:
    return [(float(i), value) for i, value in enumerate(values)]


FALLING = [9.6 * math.exp(-i / 2) + 0.0098 for i in range(40)]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        (FALLING, "Curve a: falls from 9.61 to 0.0098, flat after step 18."),
        ([9.6 - i / 5 for i in range(40)], "Curve a: falls from 9.6 to 1.8, still falling."),
        ([1.0 * 1.1**i for i in range(40)], "Curve a: rises from 1 to 41.1, still rising."),
        ([0.5] * 20, "Curve a: stays at 0.5 for 20 points."),
        ([0.5], "Curve a: one point, 0.5 at step 0."),
        ([], "Curve a: no points."),
        ([math.nan, math.inf], "Curve a: no finite value in 2 points."),
        ([3.0, 2.0, math.nan], "Curve a: falls from 3 to 2, becomes nan at step 2."),
        ([3.0, 9.0, math.inf], "Curve a: rises from 3 to 9, becomes inf at step 2."),
        (
            [4.0, 2.0, 1.0, 2.0, 4.0, 8.0],
            "Curve a: rises from 4 to 8, lowest 1 at step 2, still rising.",
        ),
        (
            [0.0, 5.0, 0.0, -5.0, 0.0],
            "Curve a: goes from 0 to 0, lowest -5 at step 3, highest 5 at step 1, still rising.",
        ),
        (
            [1.0, 1.7e308, -1.7e308],
            "Curve a: falls from 1 to -1.7e+308, highest 1.7e+308 at step 1, still falling.",
        ),
        ([8.7 * 0.92**i for i in range(40)], "Curve a: falls from 8.7 to 0.337, still falling."),
        ([0.5**i for i in range(20)], "Curve a: falls from 1 to 1.91e-06, still falling."),
    ],
)  # fmt: skip
def test_a_curve_is_told(values: list[float], sentence: str) -> None:
    assert curves_words({"a": points(values)}) == [sentence]


def test_steps_are_told_in_full() -> None:
    (told,) = curves_words({"a": [(1_000_000.0, 1.0), (1_000_001.0, math.nan)]})
    assert told == "Curve a: one point, 1 at step 1000000, becomes nan at step 1000001."


def test_a_curve_is_told_in_chinese() -> None:
    set_language("zh-CN")
    assert curves_words({"lr=0.3": points(FALLING)}) == [
        "曲线 lr=0.3：从 9.61 降到 0.0098，第 18 步之后基本不变。"
    ]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.floats(), st.floats()), max_size=50), st.text(max_size=9))
def test_any_curve_is_told_in_one_line(values: list[tuple[float, float]], name: str) -> None:
    (sentence,) = curves_words({name: values})
    assert "\n" not in sentence and sentence.isprintable()


ROWS = (
    Contestant(name="python loop", first=0.02, median=4.1e-3, spread=0.03, rounds=31),
    Contestant(name="by hand", first=0.11, median=6.1e-5, spread=0.05, rounds=31),
    Contestant(name="vmap", first=0.12, median=5.8e-5, spread=0.04, rounds=31),
)
TIMING = Timing(rows=ROWS, same=True, seconds=0.9, undecided=(("by hand", "vmap"),))


def test_a_timing_is_a_table_with_bars_and_conclusions() -> None:
    assert timing(TIMING, 80).plain.split("\n") == [
        "                first call   then, median   spread",
        "  python loop        20 ms         4.1 ms     ±3 %   ███████████████████████████",
        "  by hand           0.11 s       0.061 ms     ±5 %   ▍",
        "  vmap              0.12 s       0.058 ms     ±4 %   ▍",
        "  Same results: yes.",
        "  vmap against python loop: 71x faster.",
        "  vmap against by hand: too close to tell on this machine (noise ±5 %).",
    ]
    assert timing_title(TIMING) == "compare, 31 rounds in 0.9 s"


def test_a_timing_in_words() -> None:
    assert timing_words(TIMING)[:2] == [
        "python loop: first call 20 ms, then 4.1 ms (spread ±3 %).",
        "by hand: first call 0.11 s, then 61 µs (spread ±5 %).",
    ]
    set_language("zh-CN")
    assert timing_words(TIMING)[3:] == [
        "结果相同：是。",
        "vmap 的速度是 python loop 的 71 倍。",
        "vmap 与 by hand：在这台机器上相差太小，分不出快慢（噪声 ±5 %）。",
    ]


def test_different_results_are_said_loudly() -> None:
    assert "Same results: NO." in timing(Timing(rows=ROWS, same=False), 80).plain
    assert "Same results" not in timing(Timing(rows=ROWS), 80).plain


def test_without_unicode_a_timing_is_ascii() -> None:
    assert timing(TIMING, 70, unicode=False, colour=False).plain.isascii()


CONTESTANTS = st.builds(
    Contestant,
    name=st.text(max_size=30),
    first=st.floats(),
    median=st.floats(),
    spread=st.floats(),
    rounds=st.integers(0, 1000),
)


@settings(max_examples=200, deadline=None)
@given(
    rows=st.lists(CONTESTANTS, max_size=5),
    cells=st.integers(10, 300),
    unicode=st.booleans(),
    language=st.sampled_from(["en", "zh-CN"]),
)
def test_any_timing_fits(rows: list[Contestant], cells: int, unicode: bool, language: str) -> None:
    set_language(language)
    event = Timing(rows=tuple(rows), same=True)
    assert all(
        width(line) <= cells for line in timing(event, cells, unicode=unicode).plain.split("\n")
    )
    assert all("\n" not in line for line in timing_words(event))
