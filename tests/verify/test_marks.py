"""`--mark-translated` writes which text a translation renders, and nothing else."""

from __future__ import annotations

from tests.course.conftest import CourseFolder
from tutor.course.inspection import survey
from tutor.verify.marks import mark_translated


def test_only_stale_steps_of_the_lesson_change(course: CourseFolder) -> None:
    course.edit("alpha/en.md", "Two arrays.", "Three arrays.", fresh=False)
    course.edit("beta/en.md", "Mend it", "Repair it", fresh=False)
    before = (course.path / "alpha/zh-CN.md").read_text().split("\n")
    view = survey(course.path).views[0]
    (place,) = mark_translated(view)
    after = (course.path / "alpha/zh-CN.md").read_text().split("\n")
    changed = [n for n, (a, b) in enumerate(zip(before, after, strict=True), start=1) if a != b]
    assert changed == [place.line] and after[place.line - 1].startswith("% renders: ")
    (finding,) = course.findings()
    assert finding.path.parent.name == "beta"


def test_one_step_alone(course: CourseFolder) -> None:
    course.edit("alpha/en.md", "Two arrays.", "Three arrays.", fresh=False)
    course.edit("alpha/en.md", "Commit first", "Guess first", fresh=False)
    assert len(mark_translated(survey(course.path).views[0], "see")) == 1
    (finding,) = course.findings()
    assert "alpha/guess" in finding.advice


def test_nothing_to_do_changes_nothing(course: CourseFolder) -> None:
    path = course.path / "alpha/zh-CN.md"
    before = path.stat().st_mtime_ns
    assert mark_translated(survey(course.path).views[0]) == []
    assert path.stat().st_mtime_ns == before


def test_the_file_keeps_its_mode(course: CourseFolder) -> None:
    path = course.path / "alpha/zh-CN.md"
    path.chmod(0o640)
    course.edit("alpha/en.md", "Two arrays.", "Three arrays.")
    assert path.stat().st_mode & 0o777 == 0o640
