"""The mutation test of the checks: what it found of one exercise, and a table of all.

    python -m tests.lessons.measure [--most N] [LESSON[/STEP] ...]

For each exercise: mutants of its solutions, the oracle's opinion of each, and for those that behave
differently the verdict of the exercise's check, by the runner and sandbox that learners have.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.lessons.batch import work
from tests.lessons.mutants import Mutant, chosen, mutants
from tests.lessons.oracle import Opinion, PlanBroken, opinions
from tests.lessons.plans import PLANS
from tutor import events
from tutor.course import load, preamble
from tutor.course.model import Exercise
from tutor.runner.client import Runner
from tutor.settings import Settings, limits
from tutor.verify.runs import finish

COURSE = Path(__file__).parents[2] / "lessons"
MOST = 30
"""Mutants of one solution."""
SEED = 1

_UNSURE = ("check-", "no verdict", "host-")
"""Verdicts that say nothing about the answer: the check broke, the host was lost."""
_numbers = itertools.count(1)


@dataclass(frozen=True)
class Case:
    """One mutant and what became of it."""

    solution: str
    mutant: Mutant
    opinion: Opinion
    verdict: str = ""
    """Of the check: pass, or the feedback or reason that it gave; "" when it was not asked."""

    @property
    def refused(self) -> bool:
        return self.verdict not in ("", "pass") and not self.verdict.startswith(_UNSURE)

    def text(self) -> str:
        m = self.mutant
        return (
            f"{self.solution or 'solution'}, line {m.line}, {m.operator}: {m.change}"
            f" [{self.opinion.reason}] -> {self.verdict or self.opinion.kind}"
        )


@dataclass
class Result:
    """Of one exercise."""

    step: str
    cases: list[Case] = field(default_factory=list)

    def count(self, kind: str) -> int:
        return sum(case.opinion.kind == kind for case in self.cases)

    @property
    def rejected(self) -> int:
        return self.count("different") - len(self.holes)

    @property
    def holes(self) -> list[Case]:
        """Different, and not refused by the check."""
        return [
            case for case in self.cases if case.opinion.kind == "different" and not case.refused
        ]

    @property
    def too_strict(self) -> list[Case]:
        """Equivalent as far as the oracle can see, and refused: only known when they were tried."""
        return [case for case in self.cases if case.opinion.kind == "equivalent" and case.refused]

    def row(self) -> str:
        numbers = (
            len(self.cases),
            self.count("broken"),
            self.count("equivalent"),
            self.count("different"),
            self.rejected,
        )
        return f"{self.step:32}" + "".join(f"{number:8}" for number in numbers)


HEADER = f"{'exercise':32}" + "".join(
    f"{name:>8}" for name in ("made", "broken", "equiv.", "diff.", "reject.")
)


def exercises(targets: Sequence[str] = ()) -> list[tuple[str, Exercise]]:
    """The course's exercises that have a plan."""
    found = []
    for lesson in load(COURSE, "en").lessons:
        for step in lesson.steps:
            if step.exercise is None:
                continue
            wanted = not targets or lesson.id in targets or step.full_id in targets
            if wanted:
                found.append((step.full_id, step.exercise))
    return found


def judged(step: str, exercise: Exercise, most: int) -> list[Case]:
    """Mutants of every solution with the oracle's opinion. Raises PlanBroken."""
    plan = PLANS[step]
    seen = set[str]()
    made = []
    for solution in exercise.solutions:
        new = [m for m in mutants(solution.code, plan.asked) if m.code not in seen]
        few = chosen(new, most)
        seen |= {mutant.code for mutant in few}
        made += [(solution, mutant) for mutant in few]
    told = opinions(step, [(s.code, m.code) for s, m in made], exercise.devices)
    return [Case(s.label, m, opinion) for (s, m), opinion in zip(made, told, strict=True)]


def asked(case: Case, everything: bool) -> bool:
    """Whether the check has to say something about it."""
    return case.opinion.kind == "different" or (everything and case.opinion.kind == "equivalent")


def checked_here(step: str, exercise: Exercise, cases: Sequence[Case], everything: bool) -> Result:
    """With the check's verdicts, found without a sandbox."""
    todo = [case for case in cases if asked(case, everything)]
    order = {"step": step, "course": str(COURSE), "seed": SEED}
    codes = [case.mutant.code for case in todo]
    found = iter(work("tests.lessons.check_worker", order, codes, exercise.devices))
    return Result(
        step,
        [replace(case, verdict=next(found)) if asked(case, everything) else case for case in cases],
    )


async def checked(
    step: str, exercise: Exercise, cases: Sequence[Case], runner: Runner, everything: bool
) -> Result:
    """With the verdict of the real check, by a runner."""
    result = Result(step)
    for case in cases:
        if asked(case, everything):
            case = replace(case, verdict=await _verdict(step, exercise, case.mutant.code, runner))
        result.cases.append(case)
    return result


async def _verdict(step: str, exercise: Exercise, code: str, runner: Runner) -> str:
    lesson, _, name = step.partition("/")
    request = events.CheckRequest(
        id=f"mutant-{next(_numbers)}",
        course=str(COURSE),
        lesson=lesson,
        step=name,
        code=preamble.whole(code),
        hidden_lines=preamble.HIDDEN,
        seed=SEED,
        limits=limits(Settings()),
        devices=exercise.devices,
    )
    run = await finish(runner.check(request))
    if run.verdict is None:
        return f"no verdict: {run.done.status} {run.done.reason}"
    return run.verdict.feedback or run.verdict.reason or run.verdict.result


async def results(
    targets: Sequence[str] = (), most: int = MOST, everything: bool = False, fast: bool = False
) -> AsyncIterator[Result]:
    """Exercise after exercise.

    `fast`: what is refused without a sandbox is not asked about again.
    """
    async with Runner(Settings()) as runner:
        for step, exercise in exercises(targets):
            if step not in PLANS:
                continue
            try:
                cases = await asyncio.to_thread(judged, step, exercise, most)
            except PlanBroken as error:
                print(f"  PLAN {error}", flush=True)
                continue
            if fast:
                found = await asyncio.to_thread(checked_here, step, exercise, cases, everything)
            else:
                found = await checked(step, exercise, cases, runner, everything)
            yield found


async def _main(targets: Sequence[str], most: int, everything: bool, fast: bool) -> int:
    holes, total = 0, Result("all")
    print(HEADER, flush=True)
    async for result in results(targets, most, everything, fast):
        print(result.row(), flush=True)
        for case in result.holes:
            print("  HOLE", case.text(), flush=True)
        for case in result.too_strict:
            print("  STRICT", case.text(), flush=True)
        holes += len(result.holes)
        total.cases += result.cases
    print(total.row())
    return 1 if holes else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*")
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--everything", action="store_true", help="check the equivalent ones too")
    parser.add_argument("--fast", action="store_true", help="check without workers and sandbox")
    given = parser.parse_args()
    sys.exit(asyncio.run(_main(given.targets, given.most, given.everything, given.fast)))


if __name__ == "__main__":
    main()
