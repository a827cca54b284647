"""Pages as lines of text, in parts."""

from __future__ import annotations

import pytest

from tests.plain.conftest import COURSE
from tutor.course import load
from tutor.locale import set_language, width
from tutor.plain.page import Part, inline, part_lines, parts, prose, title


@pytest.fixture(autouse=True)
def english() -> None:
    set_language("en")


def test_markdown_is_text_and_chinese_lines_join() -> None:
    assert prose("A *word*\nand `code`.\n\n- one", 60) == ["A word and `code`.", "", "- one"]
    assert prose("梯度指向\n上坡", 60) == ["梯度指向上坡"]
    assert prose("", 40) == []


def test_every_line_fits() -> None:
    text = "梯度指向上坡。训练步往反方向走，走多远由学习率决定。" * 3
    assert all(width(line) <= 20 for line in prose(f"- {text}", 20))


def test_inline_text_is_one_line() -> None:
    assert inline("a `b` **c**\nd") == "a `b` c d"
    assert inline("") == ""


def page(step: str) -> tuple[str, list[Part]]:
    lesson = load(COURSE, "en").lessons[0]
    found = next(one for one in lesson.steps if one.id == step)
    return title(lesson, found), parts(found)


def test_a_page_is_told_in_parts_that_end_with_something_to_do() -> None:
    name, found = page("watch")
    assert name == "Tiny lesson, step 1 of 6: Watch a curve"
    assert [part.after for part in found] == [False, True]
    assert part_lines(found[0], "print(1)\n", 40) == [
        "Run this.",
        "",
        "Code:",
        "   1  print(1)",
        "",
    ]
    assert part_lines(found[1], "print(1)\n", 40) == ["It went down.", ""]
    assert found[1].program == found[0].program, "commands below the block still mean it"


def test_a_question_has_numbered_choices() -> None:
    _name, (part,) = page("ask")
    assert part_lines(part, "", 40) == ["Question: What is 1 + 1?", "  1) One", "  2) Two"]
    assert part.program is None
