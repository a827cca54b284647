"""The Python file of a step: cells, and what an exercise must have."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor.course.exercise import load_exercise, parse_step_file
from tutor.errors import CourseError, UnknownId

GOOD = """\
# About this step.

# %% run: first
print(1)

# %% starter
def f(x):
    return ...

# %% solution
def f(x):
    return 2 * x


# %% solution: with add
def f(x):
    return x + x

# %% wrong: forgot
def f(x):
    return x

# %% wrong: clinic/python-error
def f(x):
    return y

# %% probe
seen = 3

# %% check

from tutor.checking import expect


def check(learner, reference, rng):
    expect(learner.f(1.0), reference.f(1.0))
"""
PATH = Path("lesson/step.py")


def write(course: Path, text: str) -> Path:
    (course / "grad").mkdir()
    path = course / "grad" / "slope.py"
    path.write_text(text)
    return path


def test_every_cell_arrives_without_the_empty_lines_around_it(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    exercise = load_exercise(tmp_path, "grad", "slope")
    assert exercise.path == path
    assert exercise.starter == "def f(x):\n    return ..."
    assert [(s.label, s.place.line) for s in exercise.solutions] == [("", 10), ("with add", 15)]
    assert [w.feedback for w in exercise.wrong] == ["forgot", "clinic/python-error"]
    assert exercise.probe == "seen = 3"
    assert exercise.check.startswith("from tutor.checking")
    assert GOOD.split("\n")[exercise.check_line - 1] == exercise.check.split("\n")[0]


def test_snippets_are_found_by_name() -> None:
    file = parse_step_file(GOOD, PATH)
    assert file.snippets("run")["first"].code == "print(1)"


def test_the_digest_changes_with_the_exercise_and_not_with_a_snippet() -> None:
    def digest(text: str) -> str:
        exercise = parse_step_file(text, PATH).exercise
        assert exercise is not None
        return exercise.digest

    assert digest(GOOD) == digest(GOOD.replace("print(1)", "print(2)"))
    assert digest(GOOD) != digest(GOOD.replace("seen = 3", "seen = 4"))


def test_a_file_with_snippets_only_has_no_exercise(tmp_path: Path) -> None:
    write(tmp_path, "# %% run\nprint(1)\n")
    with pytest.raises(CourseError, match="no exercise here"):
        load_exercise(tmp_path, "grad", "slope")


def test_distractors_keep_their_indentation() -> None:
    text = GOOD + "\n# %% distractors\n    loss.backward()\n\n    return None\n"
    exercise = parse_step_file(text, PATH).exercise
    assert exercise is not None
    assert exercise.distractors == ("    loss.backward()", "    return None")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("import os\n# %% run\n", 1, "code above the first cell"),
        ("# %% run\n\n# %% solutoin\nx = 1\n", 3, "Did you mean solution?"),
        ("# %% run: Two Words\n", 1, "not an id"),
        ("# %% run\n1\n# %% run\n2\n", 3, "the first is in line 1"),
        ("# %% run:\n1\n", 1, "name after the colon"),
        ("# %% compare: middle\n1\n", 1, "left or right"),
        ("# %% wrong\n1\n", 1, "names the feedback"),
        ("# %% check: two\n1\n", 1, "has no name"),
        ("# %% starter\n...\n# %% solution\n1\n", 1, "without a check"),
        ("# %% solution\n1\n# %% check\n\n", 3, "without a check"),
        ("# %% starter\n...\n# %% check\ndef check(): ...\n", 1, "without a solution"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(CourseError) as caught:
        parse_step_file(text, PATH)
    assert caught.value.line == line
    assert words in str(caught.value)


@pytest.mark.parametrize("lesson, step", [("..", "x"), ("grad", "../../etc/passwd"), ("", "a")])
def test_only_ids_become_paths(tmp_path: Path, lesson: str, step: str) -> None:
    with pytest.raises(UnknownId):
        load_exercise(tmp_path, lesson, step)
