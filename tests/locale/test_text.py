"""Text in terminal cells: width, cutting, padding, and where lines end."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor import locale
from tutor.locale.text import CLOSING, CLOSING_NARROW, OPENING, OPENING_NARROW

_MIXED = st.text(
    st.one_of(
        st.sampled_from("数组不可变的梯度函数追踪编译"),
        st.sampled_from("，。、：；！？（）《》「」“”…—"),
        st.sampled_from("abc jax.grad(x)[0] , !"),
        st.characters(exclude_categories=["Cs", "Cc"]),
    ),
    max_size=80,
)
_PROSE = st.text(
    st.one_of(
        st.sampled_from("数组不可变的梯度函数"),
        st.sampled_from("，。（）“”"),
        st.sampled_from("abc "),
    ),
    max_size=80,
)


@pytest.mark.parametrize(
    ("text", "cells"),
    [("abc", 3), ("", 0), ("数组", 4), ("jit 编译", 8), ("e\u0301", 1), ("a\x1bb", 2), ("，", 2)],
)
def test_width_counts_terminal_cells(text, cells):
    assert locale.width(text) == cells


@given(_MIXED, st.integers(0, 40))
def test_cut_text_fits_and_is_a_beginning(text, cells):
    short = locale.cut(text, cells)
    assert locale.width(short) <= cells
    if short != text:
        assert text.startswith(short.removesuffix("…"))


def test_cut_marks_what_is_missing():
    assert locale.cut("追踪与编译", 7) == "追踪与…"
    assert locale.cut("tracing", 7) == "tracing"
    assert locale.cut("tracing", 5, mark="...") == "tr..."


@given(_MIXED, st.integers(0, 60), st.sampled_from(["left", "right", "center"]))
def test_padded_text_has_exactly_the_cells(text, cells, align):
    padded = locale.pad(text, cells, align)
    assert locale.width(padded) == max(cells, locale.width(text))
    assert text in padded


@given(_MIXED, st.integers(1, 40))
def test_lines_fit_or_hold_one_character(text, cells):
    for line in locale.wrap(text, cells):
        wide = [c for c in line if locale.width(c)]
        assert locale.width(line) <= cells or len(wide) == 1


@given(_MIXED, st.integers(1, 40))
def test_wrapping_loses_nothing_but_spaces(text, cells):
    joined = "".join(locale.wrap(text, cells))
    assert joined.replace(" ", "") == text.replace(" ", "").replace("\n", "")


@given(_PROSE, st.integers(8, 40))
def test_lines_of_chinese_start_and_end_as_they_should(text, cells):
    bounds = locale.offsets(text, cells)
    lines = [text[a:b] for a, b in zip([0, *bounds], [*bounds, len(text)], strict=True)]
    for before, after in pairwise(lines):
        run_of_closing = len(before) - len(before.rstrip("，。）” "))
        run_of_opening = len(after) - len(after.lstrip("（“ "))
        if max(run_of_closing, run_of_opening) >= 3 or set(before) <= set("，。（）“” "):
            continue  # a line of nothing but punctuation has to break somewhere
        assert after[0] not in CLOSING
        assert before.rstrip(" ")[-1:] not in OPENING


@pytest.mark.parametrize("cells", range(4, 30))
def test_offsets_are_ascending_and_inside(cells):
    text = "追踪（tracing）只发生一次；with a longwordthatneverends 之后“编译好的”程序——直接运行……"
    found = locale.offsets(text, cells)
    assert found == sorted(set(found))
    assert all(0 < at < len(text) for at in found)


def test_chinese_breaks_between_ideographs():
    assert locale.wrap("数组不可变", 4) == ["数组", "不可", "变"]


def test_closing_punctuation_never_starts_a_line():
    assert locale.wrap("数组不可变，没错。", 10) == ["数组不可", "变，没错。"]


def test_opening_punctuation_never_ends_a_line():
    assert locale.wrap("这是数组（array）", 10) == ["这是数组", "（array）"]


def test_dashes_and_ellipses_stay_whole():
    assert locale.wrap("先追踪——再编译", 7) == ["先追", "踪——再", "编译"]
    assert locale.wrap("还没完……", 7) == ["还没", "完……"]


def test_words_break_at_spaces_and_long_ones_anywhere():
    assert locale.wrap("jax.grad takes a function", 10) == ["jax.grad", "takes a", "function"]
    assert locale.wrap("abcdefghij", 4) == ["abcd", "efgh", "ij"]


def test_a_line_may_start_with_a_dotted_name():
    assert locale.wrap("use x then .at[0]", 11) == ["use x then", ".at[0]"]


def test_line_breaks_and_indentation_stay():
    assert locale.wrap("a\n\n  b", 10) == ["a", "", "  b"]
    assert locale.wrap("    four spaces", 10) == ["    four", "spaces"]


def test_narrow_punctuation_keeps_to_its_ideograph():
    assert CLOSING_NARROW and OPENING_NARROW
    assert locale.wrap("调用函数(x)", 9) == ["调用函数", "(x)"]
    assert locale.wrap("四个汉字, x", 8) == ["四个汉", "字, x"]
