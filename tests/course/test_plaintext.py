"""Pages as plain text."""

from __future__ import annotations

from tests.course.conftest import SMALL
from tutor.course import load_lesson
from tutor.course.plaintext import lesson, markdown, page, words
from tutor.course.prose import code_blocks, join, links
from tutor.locale import width


def test_paragraphs_are_joined_and_wrapped() -> None:
    assert markdown("one\ntwo *three* **four**\n\nfive", 9) == [
        "one two",
        "three",
        "four",
        "",
        "five",
    ]


def test_chinese_lines_are_joined_without_a_space() -> None:
    assert join(["数组永远", "不变。", "`x` 也", "是 JAX", "的"]) == "数组永远不变。`x` 也是 JAX 的"


def test_code_keeps_its_lines_and_lists_their_marks() -> None:
    text = "- one\n  more\n- two\n\n```python\nx = 1\n\ny = 2\n```\n\n1. a\n2. b"
    assert markdown(text, 40) == [
        "- one more", "- two", "", "    x = 1", "", "    y = 2", "", "1. a", "2. b",
    ]  # fmt: skip


def test_links_and_code_become_words() -> None:
    assert words("see [the `jit` page](#jit) *now*") == "see the `jit` page now"


def test_tables_are_aligned() -> None:
    assert markdown("| a | b |\n| - | - |\n| 形状 | 2 |", 40) == ["a     b", "形状  2"]


def test_a_page_shows_everything_but_answers() -> None:
    steps = load_lesson(SMALL, "en", "alpha").steps
    text = "\n".join(page(steps[2], 60))
    assert "Twice as much" in text and "return ..." in text
    assert "2 * x" not in text and "multiplied by itself" not in text


def test_every_page_fits_its_width() -> None:
    for language in ("en", "zh-CN"):
        for name in ("alpha", "beta"):
            lines = lesson(load_lesson(SMALL, language, name), 40)
            code = [line for line in lines if line.startswith("    ")]
            assert all(width(line) <= 40 for line in lines if line not in code)


def test_links_in_code_are_none() -> None:
    text = "[a](#one) `[b](#two)`\n```\n[c](#three)\n```\n[d](#four)"
    assert list(links(text)) == [(0, "a", "#one"), (4, "d", "#four")]


def test_code_blocks_know_their_line() -> None:
    assert list(code_blocks(["x", "```py", "a", "b", "```", "~~~", "c", "~~~"])) == [
        (2, "a\nb"),
        (6, "c"),
    ]
