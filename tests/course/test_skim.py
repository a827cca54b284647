"""The quick outline says what the parser says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.course.conftest import SMALL
from tutor.course import load, outline
from tutor.paths import builtin_course_dir


@pytest.mark.parametrize("language", ["en", "zh-CN"])
@pytest.mark.parametrize("path", [SMALL, builtin_course_dir()], ids=["small", "built-in"])
def test_outline_and_course_agree(path: Path, language: str) -> None:
    course, quick = load(path, language), outline(path, language)
    assert (quick.id, quick.title, quick.languages) == (course.id, course.title, course.languages)
    assert (quick.aliases, quick.data) == (course.aliases, course.data)
    assert [
        (lesson.id, lesson.number, lesson.title, lesson.minutes, lesson.after)
        for lesson in quick.lessons
    ] == [
        (lesson.id, lesson.number, lesson.title, lesson.minutes, lesson.after)
        for lesson in course.lessons
    ]
    assert [
        (step.full_id, step.title, step.kind) for lesson in quick.lessons for step in lesson.steps
    ] == [
        (step.full_id, step.title, step.kind) for lesson in course.lessons for step in lesson.steps
    ]
