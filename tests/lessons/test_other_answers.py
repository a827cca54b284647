"""Right answers in other styles than an exercise's own solutions pass; wrong ones that once did not
fail, fail.

`answers/LESSON/STEP.py` holds them in percent cells: `right: style`, `wrong: feedback`, and perhaps
`start`, which stands above each of the others. By default a few of them are tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.checking.workers import Zygote

ANSWERS = Path(__file__).with_name("answers")
COURSE = Path(__file__).parents[2] / "lessons"
CELL = re.compile(r"^# %% (start|right|wrong)(?:: (.*))?\n", re.MULTILINE)
STEPS = sorted(str(path.relative_to(ANSWERS).with_suffix("")) for path in ANSWERS.rglob("*.py"))
FEW = ("arrays/double-one", "control/balance")


@dataclass(frozen=True)
class Answer:
    kind: str
    """"right" or "wrong"."""
    label: str
    """The style, or the feedback that it must get."""
    code: str


def answers(step: str) -> list[Answer]:
    _, *cells = CELL.split((ANSWERS / f"{step}.py").read_text("utf-8"))
    start, found = "", []
    for kind, label, code in zip(cells[::3], cells[1::3], cells[2::3], strict=True):
        if kind == "start":
            start = code
        else:
            found.append(Answer(kind, label, start + code))
    return found


@pytest.fixture(scope="module")
def zygote() -> Iterator[Zygote]:
    with Zygote() as running:
        yield running


def wrongly_judged(
    zygote: Zygote, step: str, tried: list[Answer], seeds: tuple[int, ...], scratch: Path
) -> list[str]:
    """What each answer got that it should not have got."""
    findings = []
    with zygote.checking(COURSE, step) as checker:
        for number, (answer, seed) in enumerate((a, s) for a in tried for s in seeds):
            folder = scratch / str(number)
            folder.mkdir()
            verdict = checker.verdict(zygote.running(answer.code, folder), seed)
            got = verdict.feedback or verdict.result
            if got != ("pass" if answer.kind == "right" else answer.label):
                findings.append(f"{answer.kind} {answer.label}, seed {seed}: {verdict}")
    return findings


def test_ten_exercises_have_five_other_right_answers_each():
    right = [sum(answer.kind == "right" for answer in answers(step)) for step in STEPS]
    assert sum(count >= 5 for count in right) >= 10


@pytest.mark.parametrize("step", FEW)
def test_some_answers_in_another_style_get_what_they_deserve(zygote, step, tmp_path):
    assert wrongly_judged(zygote, step, answers(step)[:2], (1,), tmp_path) == []


@pytest.mark.full
@pytest.mark.timeout(900)
@pytest.mark.parametrize("step", STEPS)
def test_all_answers_in_other_styles_get_what_they_deserve(zygote, step, tmp_path):
    assert wrongly_judged(zygote, step, answers(step), (1, 20), tmp_path) == []
