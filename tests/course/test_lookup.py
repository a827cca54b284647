"""Ids that people type, old ones and nearly right ones included."""

from __future__ import annotations

import pytest

from tests.course.conftest import SMALL
from tutor.course import find, load, outline, resolve
from tutor.course.model import Lesson, Step
from tutor.errors import UnknownId


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("alpha", ("alpha", "")),
        ("alpha/guess", ("alpha", "guess")),
        (" alpha/ ", ("alpha", "")),
        ("alpha/first", ("alpha", "double")),
        ("gamma", ("beta", "")),
        ("gamma/clock", ("beta", "clock")),
    ],
)
def test_present_and_old_ids(target: str, expected: tuple[str, str]) -> None:
    assert resolve(outline(SMALL, "en"), target) == expected


@pytest.mark.parametrize(
    ("target", "nearest"),
    [
        ("aplha", "alpha"),
        ("alpha/gues", "alpha/guess"),
        ("guess", "alpha/guess"),
        ("alpha/clock", "beta/clock"),
    ],
)
def test_an_unknown_id_names_the_nearest(target: str, nearest: str) -> None:
    with pytest.raises(UnknownId) as caught:
        resolve(outline(SMALL, "en"), target)
    assert caught.value.nearest[0] == nearest
    assert caught.value.exit_code == 2


def test_find_gives_the_lesson_or_the_step() -> None:
    course = load(SMALL, "en")
    lesson, step = find(course, "alpha"), find(course, "alpha/first")
    assert isinstance(lesson, Lesson) and lesson.id == "alpha"
    assert isinstance(step, Step) and step.full_id == "alpha/double"


@pytest.mark.parametrize("target", ["", "/", "../x", "\x00", "a" * 5000])
def test_nonsense_is_an_unknown_id(target: str) -> None:
    with pytest.raises(UnknownId):
        resolve(outline(SMALL, "en"), target)
