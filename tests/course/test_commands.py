"""list, show, preview and new-lesson as a person uses them."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.course.conftest import SMALL, CourseFolder
from tutor import locale
from tutor.commands.listing import list_course
from tutor.commands.new_lesson import new_lesson
from tutor.commands.preview import changes, look, preview
from tutor.commands.show import show
from tutor.course import load, problems
from tutor.errors import CourseError, UnknownId, UsageError
from tutor.settings import Settings
from tutor.study import Attempt, Store


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("JAX_TUTOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


# --- list ---------------------------------------------------------------------------------------


def test_list_shows_every_step_with_its_state(capsys: pytest.CaptureFixture[str]) -> None:
    assert list_course(SMALL, settings=Settings(), states={"alpha/double": "passed"}) == 0
    lines = capsys.readouterr().out.split("\n")
    assert lines[0] == "A small course"
    line = next(line for line in lines if "alpha/double" in line)
    assert line.split()[:3] == ["alpha/double", "exercise", "passed"]
    assert next(line for line in lines if "Every directive" in line).split()[-4:-1] == [
        "1",
        "of",
        "4",
    ]


def test_list_as_json_has_ids_kinds_titles_and_states(capsys: pytest.CaptureFixture[str]) -> None:
    list_course(SMALL, settings=Settings(), json=True, states={"alpha/see": "seen"})
    data = json.loads(capsys.readouterr().out)
    first = data["lessons"][0]
    assert first["titles"] == {"en": "Every directive", "zh-CN": "每种指令"}
    assert first["steps"][0] == {
        "id": "alpha/see",
        "kind": "run",
        "titles": {"en": "See it run", "zh-CN": "看它运行"},
        "state": "seen",
    }
    assert [step["state"] for step in first["steps"][1:]] == ["new"] * 3


def test_states_come_from_the_store(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    list_course(SMALL, settings=Settings(), json=True)
    assert not home.exists()
    with Store.open(course="small") as store:
        store.record(Attempt(step="alpha/double", kind="check", verdict="pass"))
    capsys.readouterr()
    list_course(SMALL, settings=Settings(), json=True)
    steps = json.loads(capsys.readouterr().out)["lessons"][0]["steps"]
    assert {step["id"]: step["state"] for step in steps}["alpha/double"] == "passed"


def test_list_loads_neither_jax_nor_textual_nor_the_parser_of_markdown() -> None:
    code = (
        "import sys\nfrom tutor.cli import cli\n"
        f"cli(['list', '--course', {str(SMALL)!r}], standalone_mode=False)\n"
        "heavy = {'jax', 'textual', 'markdown_it', 'yaml'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# --- show ---------------------------------------------------------------------------------------


def test_show_prints_a_step_or_a_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    assert show("alpha/first", course_dir=SMALL, settings=Settings()) == 0
    assert capsys.readouterr().out.startswith("Twice as much\n=====")
    show("gamma", course_dir=SMALL, settings=Settings(), lang="zh-CN")
    out = capsys.readouterr().out
    assert out.startswith("2. 顺序与时间\n###")
    assert all(title in out for title in ("排好顺序", "哪个更快？", "两种写法", "修好它"))


def test_show_does_not_know_a_step() -> None:
    with pytest.raises(UnknownId):
        show("alpha/dbl", course_dir=SMALL, settings=Settings())


# --- preview ------------------------------------------------------------------------------------


def test_a_preview_shows_the_page_and_its_findings(course: CourseFolder) -> None:
    text = "\n".join(look("alpha/see", course.path, "en", 72))
    assert "See it run" in text and "Nothing is wrong here." in text
    course.edit("alpha/en.md", "(#double)", "(#duoble)")
    text = "\n".join(look("alpha/see", course.path, "en", 72))
    assert f"en.md:{course.line('alpha/en.md', 'duoble')}: a link to" in text


def test_a_preview_survives_a_file_that_is_half_written(course: CourseFolder) -> None:
    (course.path / "alpha/en.md").write_text("---\ntitle: x")
    assert any("does not end" in line for line in look("alpha/see", course.path, "en", 72))
    (course.path / "course.toml").write_text("id =")
    assert any("not TOML" in line for line in look("alpha/see", course.path, "en", 72))


def test_a_preview_comes_again_on_every_save(course: CourseFolder) -> None:
    stream = changes(course.path)
    next(stream)

    def save() -> None:
        time.sleep(0.5)
        path = course.path / "alpha" / "en.md"
        fresh = path.with_suffix(".new")
        fresh.write_text(path.read_text() + "\n")
        fresh.replace(path)

    thread = threading.Thread(target=save)
    thread.start()
    started = time.monotonic()
    next(stream)
    thread.join()
    assert 0.3 < time.monotonic() - started < 10


def test_a_preview_of_nothing_is_refused() -> None:
    with pytest.raises(UnknownId):
        preview("nothing", course_dir=SMALL, settings=Settings())


# --- new-lesson ---------------------------------------------------------------------------------


def test_a_new_lesson_in_a_new_course_is_in_order(tmp_path: Path) -> None:
    folder = tmp_path / "Mon Cours"
    folder.mkdir()
    assert new_lesson("first-steps", course_dir=folder, settings=Settings()) == 0
    assert problems(folder) == []
    course = load(folder, "zh-CN")
    assert (course.id, [lesson.id for lesson in course.lessons]) == ("mon-cours", ["first-steps"])
    assert course.lessons[0].steps[0].exercise is not None


def test_a_new_lesson_joins_a_course_and_leaves_its_file_as_it_is(course: CourseFolder) -> None:
    before = (course.path / "course.toml").read_text()
    new_lesson("delta", course_dir=course.path, settings=Settings())
    after = (course.path / "course.toml").read_text()
    assert after == before.replace('["alpha", "beta"]', '["alpha", "beta", "delta"]')
    assert [f for f in course.findings() if f.path.parent.name == "delta"] == []


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        ('["alpha", "beta",]', '["alpha", "beta", "delta",]'),
        ('[\n  "alpha",\n  "beta"\n]', '[\n  "alpha",\n  "beta", "delta"\n]'),
        ('[\n  "alpha",  # [1]\n  "beta"\n]', None),
    ],
)
def test_a_list_in_any_form_is_added_to_or_left_alone(
    listed: str, expected: str | None, course: CourseFolder
) -> None:
    course.edit("course.toml", '["alpha", "beta"]', listed)
    before = (course.path / "course.toml").read_text()
    if expected is None:
        with pytest.raises(UsageError, match="first, then try again"):
            new_lesson("delta", course_dir=course.path, settings=Settings())
        assert not (course.path / "delta").exists()
        expected = listed
    else:
        new_lesson("delta", course_dir=course.path, settings=Settings())
    after = (course.path / "course.toml").read_text()
    assert after == before.replace(listed, expected)


@pytest.mark.parametrize("name", ["Not An Id", "../up", "", "alpha"])
def test_a_new_lesson_needs_an_id_that_is_free(name: str, course: CourseFolder) -> None:
    with pytest.raises(UsageError):
        new_lesson(name, course_dir=course.path, settings=Settings())


def test_a_new_lesson_in_a_broken_course_is_refused(course: CourseFolder) -> None:
    (course.path / "course.toml").write_text("id = 3\nformat = 1\n")
    with pytest.raises(CourseError):
        new_lesson("delta", course_dir=course.path, settings=Settings())
    assert not (course.path / "delta").exists()


def test_everything_speaks_chinese_too(capsys: pytest.CaptureFixture[str]) -> None:
    locale.set_language("zh-CN")
    list_course(SMALL, settings=Settings(), states={})
    assert "一门小课程" in capsys.readouterr().out
