"""Exercises of the later lessons: solutions pass, wrong answers get their feedback, starters fail.

Answers run and are checked in real workers. By default a few answers of each exercise are tried;
with `-m full` all of them, with several draws of inputs.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.checking.workers import Checker, Zygote
from tutor.course.exercise import load_exercise
from tutor.course.model import Exercise
from tutor.events import Verdict

ROOT = Path(__file__).with_name("exercises")
STEPS = sorted(str(path.relative_to(ROOT).with_suffix("")) for path in ROOT.rglob("*.py"))
DEVICES = {"mesh": 8, "shard-map": 8}
SLOW = frozenset({"capstone/digit-sample", "linen/mlp", "checkpoint/save-load"})
"""A minute and more of compiling: for the full run."""
SEEDS = (1, 20, 300)


class Bench:
    """One exercise with its checking worker."""

    def __init__(self, zygote: Zygote, checker: Checker, step: str, scratch: Path) -> None:
        self._zygote, self._checker, self._scratch = zygote, checker, scratch
        self._devices = DEVICES.get(step.partition("/")[0], 1)
        self._runs = 0

    def verdict(self, code: str, seed: int) -> Verdict:
        folder = self._scratch / str(self._runs)
        folder.mkdir()
        self._runs += 1
        return self._checker.verdict(self._zygote.running(code, folder, self._devices), seed)

    def prove(self, exercise: Exercise, seeds: tuple[int, ...]) -> list[str]:
        """What is not as the exercise's file says, one sentence each."""
        findings = []
        wanted: list[tuple[str, str, str | None]] = [("starter", exercise.starter, None)]
        wanted += [(f"solution {s.label}", s.code, "pass") for s in exercise.solutions]
        wanted += [(f"line {w.place.line}", w.code, w.feedback) for w in exercise.wrong]
        for seed in seeds:
            for name, code, want in wanted:
                found = self.verdict(code, seed)
                got = found.feedback or found.result
                if got != want and not (want is None and found.result == "fail"):
                    findings.append(f"{name}, seed {seed}: {want} wanted, not {found}")
        return findings


@pytest.fixture
def bench(zygote, request, tmp_path):
    step = request.param
    devices = DEVICES.get(step.partition("/")[0], 1)
    with zygote.checking(ROOT, step, devices) as checker:
        yield Bench(zygote, checker, step, tmp_path), load_exercise(ROOT, *step.split("/"))


@pytest.mark.parametrize("bench", [s for s in STEPS if s not in SLOW], indirect=True)
def test_the_check_tells_right_answers_from_wrong_ones(bench):
    bench, exercise = bench
    few = replace(exercise, solutions=exercise.solutions[:1], wrong=exercise.wrong[:3])
    assert bench.prove(few, SEEDS[:1]) == []


@pytest.mark.full
@pytest.mark.timeout(900)
@pytest.mark.parametrize("bench", STEPS, indirect=True)
def test_the_check_tells_all_answers_apart_with_several_draws(bench):
    bench, exercise = bench
    assert bench.prove(exercise, SEEDS) == []


def test_every_later_lesson_is_here():
    lessons = {step.partition("/")[0] for step in STEPS}
    assert lessons == {
        "capstone", "checkpoint", "control", "keys", "linen", "mesh", "nnx", "numerics", "optax",
        "perf", "purity", "pytorch", "pytrees", "shard-map", "vmap",
    }  # fmt: skip
