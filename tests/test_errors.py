"""What errors say."""

from __future__ import annotations

from pathlib import Path

from tutor.errors import CourseError


def test_an_error_in_a_course_says_where_what_and_what_to_do() -> None:
    assert str(CourseError(Path("en.md"), 3, "No id.", "Add one.")) == "en.md:3: No id. Add one."
    assert str(CourseError(Path("en.md"), 0, "No id.")) == "en.md: No id."


def test_no_space_stands_between_two_chinese_sentences() -> None:
    error = CourseError(Path("en.md"), 0, "没有 id。", "请加一个。")
    assert str(error) == "en.md: 没有 id。请加一个。"
