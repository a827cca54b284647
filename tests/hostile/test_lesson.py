"""A lesson from elsewhere against the learner: its check takes what it likes, and is ended."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.hostile.conftest import HomeLab
from tests.hostile.test_bounds import nothing_left
from tutor import paths
from tutor.runner.checks import course_data

STEP = """\
# %% starter
def double(x):
    ...
# %% solution
def double(x):
    return x * 2
# %% check
from tutor.checking import expect


def check(learner, reference, rng):
    ATTACK
    expect(learner.double(1), 2)
"""

TAKES = {
    "disk": "n = 0\n    while True: n += 1; open(f'{n}', 'wb').write(bytes(1 << 20))",
    "files": "n = 0\n    while True: n += 1; open(f'{n}', 'wb').close()",
    "memory": "x = []\n    while True: x.append(bytearray(b'x') * (1 << 26))",
    "threads": (
        "import threading, time\n"
        "    while True: threading.Thread(target=time.sleep, args=(9,), daemon=True).start()"
    ),
}
ANSWER = "def double(x): return x * 2\n"


@pytest.fixture(autouse=True)
def at_the_lab_s_home(lab: HomeLab, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAX_TUTOR_HOME", str(lab.home))


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=() if n == "files" else pytest.mark.full) for n in TAKES]
)
def test_a_check_that_takes_without_end_is_ended(lab: HomeLab, tmp_path: Path, name: str) -> None:
    (tmp_path / "lesson").mkdir()
    (tmp_path / "course.toml").write_text('id = "t"\nformat = 1\n')
    (tmp_path / "lesson" / "step.py").write_text(STEP.replace("ATTACK", TAKES[name]))
    began = time.monotonic()
    told = lab.check(tmp_path, "lesson", "step", ANSWER)
    assert told.verdict.result == "not-checked", told.events
    assert time.monotonic() - began < 40
    assert nothing_left(lab)
    assert paths.scratch_root().is_dir()


@pytest.mark.parametrize("data", ["/", "..", ".", "lesson/../..", "link"])
def test_the_data_of_a_course_lies_inside_it(tmp_path: Path, data: str) -> None:
    course = tmp_path / "course"
    course.mkdir()
    (course / "lesson").mkdir()
    (course / "link").symlink_to("/etc")
    (course / "course.toml").write_text(f'data = "{data}"\n')
    assert course_data(course) == ()
