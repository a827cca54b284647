"""Courses are found by their entry points, and their modules are not imported."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.course.conftest import SMALL
from tutor.course import course_path, discover
from tutor.errors import UnknownId
from tutor.paths import builtin_course_dir


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with a course, as an installer leaves it. Importing it is an error."""
    package = tmp_path / "other_course"
    (package / "inner").mkdir(parents=True)
    for init in (package / "__init__.py", package / "inner" / "__init__.py"):
        init.write_text("raise RuntimeError('imported')\n")
    shutil.copytree(SMALL, package / "inner" / "lessons")
    info = tmp_path / "other_course-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other-course\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[jax_tutor.courses]\nother = other_course.inner\nlost = no_such_module.at_all\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return package / "inner" / "lessons"


def test_the_built_in_course_goes_through_the_same_door() -> None:
    first = discover()[0]
    assert (first.name, first.path, first.package) == ("jax", builtin_course_dir(), "jax-tutor")


def test_a_course_of_another_package_is_found_without_importing_it(installed: Path) -> None:
    found = {entry.name: entry for entry in discover()}
    assert found["other"].path == installed
    assert found["other"].package == "other-course"
    assert "other_course" not in sys.modules


def test_a_package_that_is_not_there_is_left_out(installed: Path) -> None:
    assert "lost" not in {entry.name for entry in discover()}


def test_a_course_is_chosen_by_folder_or_name(installed: Path) -> None:
    assert course_path(None) == builtin_course_dir()
    assert course_path(SMALL) == SMALL
    assert course_path("other") == installed
    with pytest.raises(UnknownId, match="neither a folder nor installed"):
        course_path("nothing")
