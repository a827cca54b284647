"""`jax-tutor verify` as scripts and authors use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.course.conftest import CourseFolder
from tutor.commands.new_lesson import new_lesson
from tutor.commands.verify import verify
from tutor.errors import UnknownId, UsageError
from tutor.settings import Settings


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAX_TUTOR_HOME", str(tmp_path / "home"))


def test_findings_are_printed_with_their_place_and_the_exit_code_is_1(
    course: CourseFolder, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(course.path)
    course.edit("alpha/en.md", "(#double)", "(#duoble)")
    code = verify("alpha/see", course_dir=course.path, settings=Settings(), structure=True)
    out, err = capsys.readouterr()
    line = course.line("alpha/en.md", "duoble")
    assert code == 1
    assert out.startswith(f"alpha/en.md:{line}: a link to 'duoble'")
    assert "Did you mean double?" in out
    assert err == "1 finding\n"


def test_json_is_one_object_with_every_finding(
    course: CourseFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    course.edit("alpha/en.md", "(#double)", "(#duoble)")
    verify(None, course_dir=course.path, settings=Settings(), structure=True, json=True)
    data = json.loads(capsys.readouterr().out)
    assert (data["course"], data["target"], data["runs"]) == ("small", None, 0)
    (finding,) = data["findings"]
    assert finding["line"] == course.line("alpha/en.md", "duoble")
    assert set(finding) == {"path", "line", "message", "advice"}


def test_a_new_lesson_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new_lesson("first", course_dir=tmp_path / "mine", settings=Settings())
    capsys.readouterr()
    code = verify("first", course_dir=tmp_path / "mine", settings=Settings(), jobs=1)
    out, err = capsys.readouterr()
    assert (code, out) == (0, "")
    assert err.startswith("0 findings, 5 runs, ")


def test_mark_translated_needs_a_name_and_then_looks_again(
    course: CourseFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    course.edit("alpha/en.md", "Two arrays.", "Three arrays.", fresh=False)
    with pytest.raises(UsageError):
        verify(None, course_dir=course.path, settings=Settings(), mark_translated=True)
    code = verify("alpha", course_dir=course.path, settings=Settings(), mark_translated=True)
    assert code == 0
    assert "zh-CN.md:" in capsys.readouterr().err


def test_a_target_that_is_not_there(course: CourseFolder) -> None:
    with pytest.raises(UnknownId):
        verify("alpha/nothing", course_dir=course.path, settings=Settings())


def test_a_course_that_cannot_be_read_is_one_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "course.toml").write_text("id = ")
    assert verify(None, course_dir=tmp_path, settings=Settings()) == 1
    assert "course.toml:1" in capsys.readouterr().out
