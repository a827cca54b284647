"""Pages kept between starts: only when nothing has changed, and never anything but a course."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from tests.tui.conftest import COURSE
from tutor import locale
from tutor.tui import ready
from tutor.tui.library import Library


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "a.md"
    path.write_text("one")
    return path


def test_what_was_kept_comes_back_without_being_made(source: Path) -> None:
    assert ready.through("x", [source], tuple, lambda: ("made", 1)) == ("made", 1)
    assert ready.through("x", [source], tuple, lambda: ("again", 2)) == ("made", 1)


def test_a_changed_source_is_read_again(source: Path) -> None:
    ready.through("x", [source], tuple, lambda: ("made",))
    source.write_text("two, longer")
    assert ready.through("x", [source], tuple, lambda: ("again",)) == ("again",)


@pytest.mark.parametrize("damage", [b"", b"garbage", b"\x80\x05K\x01."])
def test_a_damaged_file_only_costs_time(source: Path, damage: bytes) -> None:
    ready.through("x", [source], tuple, lambda: ("made",))
    ready._file("x").write_bytes(damage)
    assert ready.through("x", [source], tuple, lambda: ("again",)) == ("again",)


class _Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("touch " + os.environ["JAX_TUTOR_HOME"] + "/harmed",)


def test_a_forged_file_builds_nothing_but_what_a_course_is_made_of(source: Path) -> None:
    ready.through("x", [source], tuple, lambda: ("made",))
    ready._file("x").write_bytes(pickle.dumps((ready.signature([source]), (_Evil(),))))
    assert ready.through("x", [source], tuple, lambda: ("again",)) == ("again",)
    assert not Path(os.environ["JAX_TUTOR_HOME"], "harmed").exists()


def test_an_unwritable_cache_is_no_cache(source: Path, home: Path) -> None:
    home.mkdir(parents=True)
    (home / "cache").write_text("a file where the folder should be")
    assert ready.through("x", [source], tuple, lambda: ("made",)) == ("made",)


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_a_lesson_from_the_cache_is_the_lesson_that_was_read(language: str) -> None:
    locale.set_language(language)
    first = Library(COURSE)
    second = Library(COURSE)
    assert first.lesson("walk") == second.lesson("walk")
    assert first.outline == second.outline
    assert second.outline.lessons[0].steps[0].full_id == "walk/read"
