"""Markdown and pages as lines of text."""

from __future__ import annotations

import pytest

from tests.plain.conftest import COURSE
from tutor.course import load
from tutor.locale import set_language, width
from tutor.plain.page import Part, part_lines, parts, title
from tutor.plain.prose import inline, prose


@pytest.fixture(autouse=True)
def english() -> None:
    set_language("en")


def test_paragraphs_lists_code_and_tables() -> None:
    markdown = """\
A *paragraph* that is **long** enough
to be wrapped.

- one
- two, which goes on for a while
  1. inner

```python
x = 1
```

> said

| a | b |
| - | - |
| 1 | 2 |

See [the docs](https://docs.jax.dev) and [here](#there).
"""
    assert prose(markdown, 26) == [
        "A paragraph that is long",
        "enough to be wrapped.",
        "",
        "- one",
        "- two, which goes on for a",
        "  while",
        "  1. inner",
        "",
        "    x = 1",
        "",
        "> said",
        "",
        "a; b",
        "1; 2",
        "",
        "See the docs",
        "(https://docs.jax.dev) and",
        "here.",
    ]


def test_a_soft_break_between_ideographs_is_nothing() -> None:
    assert prose("梯度指向\n上坡，`jit`\n也是", 60) == ["梯度指向上坡，`jit` 也是"]
    assert prose("一趟拿到：\n`f(x)`，\nx", 60) == ["一趟拿到：`f(x)`，x"]
    assert prose("word\nword", 60) == ["word word"]


def test_every_line_fits() -> None:
    text = "梯度指向上坡。训练步往反方向走，走多远由学习率决定。" * 3
    assert all(width(line) <= 20 for line in prose(f"- {text}", 20))


def test_inline_text_is_one_line() -> None:
    assert inline("a `b` **c**\nd") == "a `b` c d"
    assert inline("") == ""


def test_html_and_odd_markdown_come_out_as_text() -> None:
    assert prose("<b>x</b>", 40) == ["<b>x</b>"]
    assert prose("", 40) == []


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
