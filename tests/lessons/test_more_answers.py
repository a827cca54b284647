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
from tutor.course.exercise import load_exercise

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


@pytest.fixture(scope="module")
def zygote() -> Iterator[Zygote]:
    with Zygote() as running:
        yield running


def wrongly_judged(
    zygote: Zygote, step: str, tried: list[tuple[str, str, str]], scratch: Path
) -> list[str]:
    """The answers whose verdict is not the right one, or is a failure with nothing to say."""
    devices = load_exercise(COURSE, *step.split("/")).devices
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


@pytest.mark.full
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("step", STEPS)
def test_all_answers_get_what_they_deserve(zygote, step, tmp_path):
    assert wrongly_judged(zygote, step, list(answers(step)), tmp_path) == []
