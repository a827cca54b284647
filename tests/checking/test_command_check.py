"""`jax-tutor check`: a verdict in the words of the lesson, and exit codes to script by."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

COURSE = """\
id = "t"
format = 1
source = "en"
languages = ["en", "zh-CN"]
lessons = ["first"]
[title]
en = "T"
zh-CN = "T"
"""

PAGE = """\
---
title: First
minutes: 1
after: []
concepts: [doubling]
---

(double)=
## Double

```{exercise}
Double it.
```

```{hint}
Twice.
```

```{feedback} added-two
You added **two**.
```

(reading)=
## Read

Nothing to do.
"""

STEP = """\
# %% starter
def double(x):
    ...
# %% solution
def double(x):
    return x * 2
# %% wrong: added-two
def double(x):
    return x + 2
# %% check
from tutor.checking import expect


def check(learner, reference, rng):
    x = rng.normal(5)
    expect(learner.double(x), reference.double(x), mistakes={"added-two": x + 2})
"""


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("course")
    (folder / "first").mkdir()
    (folder / "course.toml").write_text(COURSE)
    (folder / "first" / "en.md").write_text(PAGE)
    (folder / "first" / "zh-CN.md").write_text(PAGE)
    (folder / "first" / "double.py").write_text(STEP)
    return folder


@pytest.fixture
def check(course: Path):
    def run(answer: str, target: str = "first/double", *more: str):
        command = (sys.executable, "-m", "tutor", "check", "--course", str(course), target, "-")
        return subprocess.run(
            [*command, *more], input=answer, capture_output=True, text=True, timeout=90
        )

    return run


def test_a_right_answer(check):
    done = check("print('mine')\ndef double(x):\n    return x + x\n")
    assert (done.returncode, done.stdout) == (0, "mine\nRight. The step is done.\n"), done.stderr


def test_a_wrong_answer_hears_the_lessons_feedback_and_what_was_seen(check):
    done = check("def double(x):\n    return x + 2\n")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[:2] == ["Not yet.", "You added two."]
    assert lines[2].startswith("You gave: [0] = ") and lines[-1].startswith("Needed: [0] = ")


@pytest.mark.full
def test_an_error_is_explained(check):
    done = check("y = 1\ndef double(x):\n    return x * z\n")
    assert done.returncode == 1
    assert "Here, line 3:     return x * z" in done.stdout
    assert "NameError" in done.stdout and "Why: " in done.stdout


@pytest.mark.full
def test_in_chinese(check):
    assert (
        check("def double(x):\n    return x * 2\n", "first/double", "--lang", "zh-CN").returncode
        == 0
    )
    done = check("def double(x):\n    pass\n", "first/double", "--lang", "zh-CN")
    assert done.returncode == 1 and "函数返回的是" in done.stdout


def test_what_the_sandbox_refused_is_told_with_its_line(check):
    done = check("x = 1\nopen('/etc/passwd')\n")
    assert done.returncode == 126
    assert "Here, line 2: open('/etc/passwd')" in done.stdout
    assert "Why: A Run may read" in done.stdout


def test_at_a_terminal_it_says_at_once_that_it_is_at_work(course):
    (course / "answer.py").write_text("def double(x):\n    return x * 2\n")
    child = pexpect.spawn(
        sys.executable,
        ["-m", "tutor", "check", "--course", str(course), "first/double", "answer.py"],
        cwd=course,
        encoding="utf-8",
        timeout=90,
    )
    child.expect_exact("Checking ...")
    child.expect_exact("Right. The step is done.")
    child.close()


def test_as_json(check):
    done = check("def double(x):\n    return x + 2\n", "first/double", "--json")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1 and events[-1]["type"] == "done"
    (verdict,) = [event for event in events if event["type"] == "verdict"]
    assert (verdict["result"], verdict["feedback"]) == ("fail", "added-two")
    assert verdict["text"] == "You added **two**." and verdict["explanation"] is None
    done = check("def double(x):\n    return zz\n", "first/double", "--json")
    (verdict,) = [e for e in map(json.loads, done.stdout.splitlines()) if e["type"] == "verdict"]
    assert verdict["explanation"]["line"] == 2


@pytest.mark.full
def test_what_cannot_be_checked_and_what_is_no_exercise(check, course):
    step = course / "first" / "double.py"
    step.write_text(STEP.replace("rng.normal(5)", "rng.normall(5)"))
    try:
        done = check("def double(x):\n    return x * 2\n")
    finally:
        step.write_text(STEP)
    assert done.returncode == 3
    assert done.stdout.startswith("Not checked: ") and "double.py:" in done.stderr
    assert check("", "first").returncode == 2
    assert check("", "first/reading").returncode == 2
    done = check("", "first/duoble")
    assert done.returncode == 2 and "first/double" in done.stderr


@pytest.mark.full
def test_exit_codes_of_run_hold_for_limits_and_exits(check):
    assert check("import sys\nsys.exit(3)").returncode == 1
    assert check("import os\nos._exit(0)").returncode == 3
    assert check("x = [0] * 10**10").returncode in (137, 1)
