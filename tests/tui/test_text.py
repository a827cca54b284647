"""Text is laid out in cells: Chinese breaks where it may, nothing is read as markup."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.content import Content

from tutor.tui.text import Paragraph, clean, fitted, plain, width


def lines(text: str, cells: int, **kind: str) -> list[str]:
    return [line.plain for line in Paragraph(plain(text), **kind).lines(cells)]  # type: ignore[arg-type]


def test_words_stay_whole() -> None:
    assert lines("one two three", 8) == ["one two", "three"]


def test_chinese_breaks_between_ideographs_and_keeps_a_full_stop_with_its_sentence() -> None:
    assert lines("训练走下坡路。学习率", 12) == ["训练走下坡", "路。学习率"]


def test_hanging_text_stands_before_every_line() -> None:
    paragraph = Paragraph(plain("one two three"), plain("- "), plain("  "))
    assert [line.plain for line in paragraph.lines(7)] == ["- one", "  two", "  three"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a title", "a title "), ("a longer title", "a longe…"), ("模型参数在", "模型参…")],
)
def test_a_column_is_filled_and_what_is_too_long_for_it_ends_in_an_ellipsis(
    text: str, shown: str
) -> None:
    assert fitted(text, 8) == shown.ljust(8 - width(shown) + len(shown))
    assert width(fitted(text, 8)) == 8


def test_output_folds_wherever_the_width_ends() -> None:
    assert lines("abcdefgh", 3, divide="fold") == ["abc", "def", "gh"]


def test_what_is_cut_says_so() -> None:
    assert lines("abcdefgh", 4, divide="cut") == ["abc…"]


def test_what_has_to_stay_stays_when_the_rest_is_cut() -> None:
    paragraph = Paragraph(plain("abcdefgh"), divide="cut", kept=plain(" c"))
    assert [line.plain for line in paragraph.lines(10)] == ["abcdefgh c"]
    assert [line.plain for line in paragraph.lines(6)] == ["abc… c"]


def test_square_brackets_are_text() -> None:
    assert lines("[bold]x[/bold] [@click=quit]", 80) == ["[bold]x[/bold] [@click=quit]"]


# How wide a character is that Unicode has not assigned, libraries and terminals do not agree on.
@given(
    st.text(st.characters(exclude_categories=["Cc", "Cs", "Cn"]), max_size=60), st.integers(2, 30)
)
def test_no_line_is_wider_than_asked(text: str, cells: int) -> None:
    for divided in ("words", "fold"):
        for line in lines(text, cells, divide=divided):
            assert width(line) <= cells


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zs"]), max_size=60))
def test_nothing_but_spaces_at_a_break_is_lost(text: str) -> None:
    assert "".join(lines(text, 7)) == text


def test_a_paragraph_is_one_line() -> None:
    with pytest.raises(ValueError, match="one line"):
        Paragraph(Content("a\nb")).lines(10)


@pytest.mark.parametrize(
    "sequence", ["\x1b]0;title\x07", "\x1b[2J", "\x1b[?1049h", "\x07", "\r", "\x9b2J", "\x1bc"]
)
def test_control_sequences_but_colours_go(sequence: str) -> None:
    assert "\x1b" not in clean(f"a{sequence}b")
    assert clean("\x1b[31mred\x1b[0m\tx\n") == "\x1b[31mred\x1b[0m\tx\n"
