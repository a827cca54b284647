"""What the editor adds to typing, as functions of text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.tui.widgets import edits


@pytest.mark.parametrize(
    ("before", "after", "inserted"),
    [
        ("x = 1", "", ("\n", "")),
        ("    x = 1", "", ("\n    ", "")),
        ("def f(x):", "", ("\n    ", "")),
        ("    if x:  # why", "", ("\n        ", "")),
        ("f(", ")", ("\n    ", "\n")),
        ("f(", "", ("\n    ", "")),
        ("    return x", "", ("\n", "")),
        ("        pass", "", ("\n    ", "")),
        ('s = ":"', "", ("\n", "")),
        ("x = {'a': 1}", "", ("\n", "")),
    ],
)
def test_enter_indents(before: str, after: str, inserted: tuple[str, str]) -> None:
    assert edits.after_enter(before, after) == inserted


@pytest.mark.parametrize(
    ("character", "before", "after", "result"),
    [
        ("(", "f", "", ("(", ")", 0)),
        ("(", "f", "x", ("(", "", 0)),
        (")", "f(x", ")", ("", "", 1)),
        ("]", "a[", "", ("]", "", 0)),
        ('"', "print(", ")", ('"', '"', 0)),
        ('"', 'print("hi', '")', ("", "", 1)),
        ("'", "don", "", ("'", "", 0)),
        ('"', "f", "", ('"', '"', 0)),
        ('"', 'x = "a', "", ('"', "", 0)),
        ("x", "", "", ("x", "", 0)),
    ],
)
def test_pairs(character: str, before: str, after: str, result: tuple[str, str, int]) -> None:
    assert edits.typed(character, before, after) == result


@pytest.mark.parametrize(
    ("before", "after", "deleted"),
    [
        ("        ", "x", (4, 0)),
        ("      ", "", (2, 0)),
        (" ", "", (1, 0)),
        ("f(", ")", (1, 1)),
        ('"', '"', (1, 1)),
        ("ab", "c", (1, 0)),
    ],
)
def test_backspace(before: str, after: str, deleted: tuple[int, int]) -> None:
    assert edits.backspace(before, after) == deleted


def test_comments_go_on_at_the_least_indentation_and_off_again() -> None:
    code = ["    x = 1", "", "        y = 2"]
    commented = edits.toggle_comment(code)
    assert commented == ["    # x = 1", "", "    #     y = 2"]
    assert edits.toggle_comment(commented) == code


@given(st.lists(st.text("ab #", max_size=8), min_size=1, max_size=5))
def test_commenting_twice_changes_nothing_but_what_was_a_comment(lines: list[str]) -> None:
    if not any(line.lstrip().startswith("#") for line in lines):
        assert edits.toggle_comment(edits.toggle_comment(lines)) == lines


def test_shifting_left_stops_at_the_margin() -> None:
    assert edits.shift(["      x", "  y", "z"], right=False) == ["  x", "y", "z"]
    assert edits.shift(["x", ""], right=True) == ["    x", ""]


def test_pasted_text_has_our_line_ends_and_no_control_characters() -> None:
    assert edits.pasted("a\r\n\tb\x1b[31mc\rd\x00") == "a\n    b[31mc\nd"
