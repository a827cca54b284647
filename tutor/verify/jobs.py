"""What has to run to prove a step: one job for each thing that the lesson says about code."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tutor import events
from tutor.course import parsons, preamble
from tutor.course.findings import Finding
from tutor.course.lints.view import LessonView
from tutor.course.model import (
    CompareBlock,
    Exercise,
    ExerciseBlock,
    Place,
    Prediction,
    RunBlock,
    Snippet,
    Solution,
    Step,
    TimingBlock,
    WrongAnswer,
)
from tutor.verify import judge
from tutor.verify.runs import Finished, Runs, finish

DRAWS = 1
"""Of random inputs, with which an answer is checked. The answers to an exercise get different ones,
so that a check which likes one draw only is seen."""
TRIES = 3
"""Of what a clock decides."""

_numbers = itertools.count(1)

Proof = Callable[[Runs], Awaitable[list[Finding]]]


@dataclass(frozen=True)
class Job:
    step: str
    """lesson/step."""
    label: str
    alone: bool
    """A clock decides: nothing else may run at the same time."""
    prove: Proof


@dataclass(frozen=True)
class Bench:
    """What all jobs of a course share."""

    course: Path
    data: Path | None
    limits: events.Limits
    draws: int = DRAWS

    async def run(self, runs: Runs, snippet: Snippet) -> Finished:
        return await finish(
            runs.run(
                events.RunRequest(
                    id=f"verify-{next(_numbers)}",
                    code=preamble.whole(snippet.code),
                    hidden_lines=preamble.HIDDEN,
                    silenced=("all",),
                    limits=self.limits,
                    devices=snippet.devices,
                    read=(str(self.data),) if self.data else (),
                )
            )
        )

    async def check(
        self, runs: Runs, step: Step, exercise: Exercise, code: str, seed: int
    ) -> Finished:
        return await finish(
            runs.check(
                events.CheckRequest(
                    id=f"verify-{next(_numbers)}",
                    course=str(self.course),
                    lesson=step.lesson,
                    step=step.id,
                    code=preamble.whole(code),
                    hidden_lines=preamble.HIDDEN,
                    seed=seed,
                    limits=self.limits,
                    devices=exercise.devices,
                )
            )
        )


def jobs_of(view: LessonView, step_id: str, bench: Bench) -> Iterator[Job]:
    """The jobs of a step. What two languages share is proved once."""
    seen: set[object] = set()
    for step in view.steps(step_id):
        for key, job in _of_step(step, bench):
            if key not in seen:
                seen.add(key)
                yield job


def _of_step(step: Step, bench: Bench) -> Iterator[tuple[object, Job]]:
    """Each job with a key that says what it proves."""
    for block in step.blocks:
        if isinstance(block, RunBlock):
            key: object = ("run", block.snippet.code, block.output, block.raises)
            yield key, _job(step, block.snippet.name or "run", _run(bench, block))
        elif isinstance(block, Prediction):
            asked = tuple((choice.condition, choice.operand) for choice in block.choices)
            yield (
                ("predict", block.snippet.code, block.ask, asked, block.raises),
                _job(step, "predict", _predict(bench, block), judge.rests_on_time(block)),
            )
        elif isinstance(block, TimingBlock):
            key = ("timing", block.snippet.code, block.slower, block.faster, block.ratio)
            yield key, _job(step, "timing", _timing(bench, block), alone=True)
        elif isinstance(block, CompareBlock):
            yield ("compare", block.snippet.code), _job(step, "compare", _compare(bench, block))
        elif isinstance(block, ExerciseBlock) and step.exercise is not None:
            yield from _of_exercise(step, block, step.exercise, bench)


def _job(step: Step, label: str, prove: Proof, alone: bool = False) -> Job:
    return Job(step.full_id, label, alone, prove)


# --- programs -----------------------------------------------------------------------------------


def _run(bench: Bench, block: RunBlock) -> Proof:
    async def prove(runs: Runs) -> list[Finding]:
        run = await bench.run(runs, block.snippet)
        return judge.ending(run, block.raises, block.place) or judge.quoted_output(block, run)

    return prove


def _predict(bench: Bench, block: Prediction) -> Proof:
    async def prove(runs: Runs) -> list[Finding]:
        found: list[Finding] = []
        for _try in range(TRIES if judge.rests_on_time(block) else 1):
            run = await bench.run(runs, block.snippet)
            found = judge.ending(run, block.raises, block.place) or judge.prediction(block, run)
            if not found:
                break
        return found

    return prove


def _timing(bench: Bench, block: TimingBlock) -> Proof:
    async def prove(runs: Runs) -> list[Finding]:
        found: list[Finding] = []
        for _try in range(TRIES):
            run = await bench.run(runs, block.snippet)
            found = judge.ending(run, "", block.place)
            again = False
            if not found:
                found, again = judge.timing(block, run)
            if not again:
                break
        return found

    return prove


def _compare(bench: Bench, block: CompareBlock) -> Proof:
    async def prove(runs: Runs) -> list[Finding]:
        return judge.ending(await bench.run(runs, block.snippet), "", block.place)

    return prove


# --- answers ------------------------------------------------------------------------------------


def _of_exercise(
    step: Step, block: ExerciseBlock, exercise: Exercise, bench: Bench
) -> Iterator[tuple[object, Job]]:
    given = exercise.starter
    if block.kind == "parsons":
        given = "\n".join(parsons.pieces(exercise)[0])
    yield (
        ("starter", given),
        _job(step, "starter", _starter(bench, step, exercise, given, block.place)),
    )
    seeds = _seeds(bench.draws)
    for solution in exercise.solutions:
        yield (
            ("solution", solution.place),
            _job(
                step,
                f"solution {solution.label}".strip(),
                _solution(bench, step, exercise, solution, next(seeds)),
            ),
        )
    for wrong in exercise.wrong:
        yield (
            ("wrong", wrong.place),
            _job(
                step, f"wrong {wrong.feedback}", _wrong(bench, step, exercise, wrong, next(seeds))
            ),
        )


def _seeds(draws: int) -> Iterator[range]:
    """For one answer after the other: as many seeds as there are draws, never the same."""
    return (range(first, first + draws) for first in itertools.count(1, draws))


def _starter(bench: Bench, step: Step, exercise: Exercise, code: str, place: Place) -> Proof:
    async def prove(runs: Runs) -> list[Finding]:
        return judge.starter(place, await bench.check(runs, step, exercise, code, 1))

    return prove


def _solution(
    bench: Bench, step: Step, exercise: Exercise, answer: Solution, seeds: Sequence[int]
) -> Proof:
    async def prove(runs: Runs) -> list[Finding]:
        for seed in seeds:
            run = await bench.check(runs, step, exercise, answer.code, seed)
            found = judge.solution(answer, run)
            if found:
                return found
        return []

    return prove


def _wrong(
    bench: Bench, step: Step, exercise: Exercise, answer: WrongAnswer, seeds: Sequence[int]
) -> Proof:
    async def prove(runs: Runs) -> list[Finding]:
        for seed in seeds:
            run = await bench.check(runs, step, exercise, answer.code, seed)
            found = judge.wrong(answer, run, _cause(run, answer.code))
            if found:
                return found
        return []

    return prove


def _cause(run: Finished, code: str) -> str:
    """What the clinic calls the error that decided, or ""."""
    verdict = run.verdict
    evidence = (verdict.evidence if verdict else None) or run.evidence
    if evidence is None:
        return ""
    from tutor.clinic.match import explain

    found = explain(evidence, code, "en")
    return found.cause if found else ""
