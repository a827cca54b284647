"""Answers that were tried on the later lessons: the right ones pass, the wrong ones do not.

`answers_b/LESSON/STEP.py` holds them in percent cells: `right: style`, `wrong: what is wrong`, and
perhaps `start`, which stands above each of the others. By default two of one exercise are tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.checking.workers import Zygote
from tutor.course.loading import load_lesson

ANSWERS = Path(__file__).with_name("answers_b")
COURSE = Path(__file__).parents[2] / "lessons"
CELL = re.compile(r"^# %% (start|right|wrong)(?:: (.*))?\n", re.MULTILINE)
STEPS = sorted(str(path.relative_to(ANSWERS).with_suffix("")) for path in ANSWERS.rglob("*.py"))


def answers(step: str) -> Iterator[tuple[str, str, str]]:
    """Kind, label and whole code of each."""
    _, *cells = CELL.split((ANSWERS / f"{step}.py").read_text("utf-8"))
    start = ""
    for kind, label, code in zip(cells[::3], cells[1::3], cells[2::3], strict=True):
        if kind == "start":
            start = code
        else:
            yield kind, label, start + code


def devices_of(step: str) -> int:
    """How many the lesson's text asks for; the file with the step's code does not say it."""
    lesson, _, name = step.partition("/")
    steps = load_lesson(COURSE, "en", lesson).steps
    (exercise,) = [one.exercise for one in steps if one.id == name]
    assert exercise is not None
    return exercise.devices


@pytest.fixture(scope="module")
def zygote() -> Iterator[Zygote]:
    with Zygote() as running:
        yield running


def wrongly_judged(
    zygote: Zygote, step: str, tried: list[tuple[str, str, str]], scratch: Path
) -> list[str]:
    """The answers whose verdict is not the right one, or is a failure with nothing to say."""
    devices = devices_of(step)
    findings = []
    with zygote.checking(COURSE, step, devices) as checker:
        for number, (kind, label, code) in enumerate(tried):
            folder = scratch / str(number)
            folder.mkdir()
            verdict = checker.verdict(zygote.running(code, folder, devices), seed=number + 1)
            told = verdict.feedback or verdict.evidence
            if verdict.result != {"right": "pass", "wrong": "fail"}[kind] or (
                kind == "wrong" and not told
            ):
                findings.append(f"{kind} {label}, seed {number + 1}: {verdict}")
    return findings


def test_some_answers_get_what_they_deserve(zygote, tmp_path):
    few = list(answers("pytorch/accumulate"))
    kinds = [next(answer for answer in few if answer[0] == kind) for kind in ("right", "wrong")]
    assert wrongly_judged(zygote, "pytorch/accumulate", kinds, tmp_path) == []


def test_an_answer_runs_on_the_devices_that_its_step_asks_for(zygote, tmp_path):
    assert (devices_of("mesh/fill-up"), devices_of("pytorch/accumulate")) == (8, 1)
    right = next(answer for answer in answers("mesh/fill-up") if answer[0] == "right")
    assert wrongly_judged(zygote, "mesh/fill-up", [right], tmp_path) == []


@pytest.mark.full
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("step", STEPS)
def test_all_answers_get_what_they_deserve(zygote, step, tmp_path):
    assert wrongly_judged(zygote, step, list(answers(step)), tmp_path) == []
