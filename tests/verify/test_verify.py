"""A course is proved by running it: each way in which a lesson can be untrue is reported.

Everything here runs in the real runner.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio

from tests.course.conftest import CourseFolder
from tutor.course.findings import Finding
from tutor.errors import UnknownId
from tutor.events import AnyEvent, CheckRequest, RunRequest
from tutor.runner.client import Runner
from tutor.settings import Settings
from tutor.verify import Progress, verify

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def runner(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Runner]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAX_TUTOR_HOME", str(tmp_path_factory.mktemp("home")))
        async with Runner(Settings()) as runner:
            yield runner


async def findings(path: Path, target: str | None, runner: Runner) -> list[Finding]:
    return [finding async for finding in verify(path, target, runner)]


async def test_a_course_that_is_in_order_has_no_findings(
    course: CourseFolder, runner: Runner
) -> None:
    seen: list[Progress] = []
    found = [f async for f in verify(course.path, None, runner, progress=seen.append)]
    assert found == [], "\n".join(map(str, found))
    assert [now.done for now in seen] == list(range(1, seen[0].total + 1))
    assert {now.step.partition("/")[0] for now in seen} == {"alpha", "beta"}
    assert seen[-1].label == "timing"


async def test_structure_is_reported_with_what_runs(course: CourseFolder, runner: Runner) -> None:
    course.edit("alpha/en.md", "(#double)", "(#duoble)")
    course.edit("alpha/see.py", "print(1 / 0)", "print(1 / 1)")
    found = await findings(course.path, "alpha/see", runner)
    assert [f.message.partition(":")[0] for f in found] == [
        "a link to 'duoble'",
        "this was to raise ZeroDivisionError; it ends well.",
    ]


async def test_only_the_target_is_proved(course: CourseFolder, runner: Runner) -> None:
    course.edit("alpha/see.py", "print(1 / 0)", "print(1 / 1)")
    assert await findings(course.path, "alpha/guess", runner) == []
    with pytest.raises(UnknownId):
        await findings(course.path, "alpha/nothing", runner)


ANSWERS = 4
"""Of alpha/double: two solutions, two wrong answers."""

Case = tuple[str, str, str, str, str, str]
CASES: dict[str, Case] = {
    "starter that passes": (
        "beta/mend.py", "    x[0] = 10\n    return x\n", "    return x.at[0].set(10)\n",
        "beta/en.md", "{fix}", "the starter passes",
    ),
    "solution that fails": (
        "alpha/double.py", "    return x + x", "    return x + x + 1",
        "alpha/double.py", "# %% solution: with a sum", "does not pass: wrong-value",
    ),
    "solution that raises": (
        "alpha/double.py", "    return x + x", "    return x + y",
        "alpha/double.py", "# %% solution: with a sum", "does not pass",
    ),
    "wrong answer with another feedback": (
        "alpha/double.py", "# %% wrong: no-return", "# %% wrong: wrong-shape",
        "alpha/double.py", "# %% wrong: wrong-shape", "must get wrong-shape gets no-return",
    ),
    "wrong answer that passes": (
        "alpha/double.py", "    return x * x\n", "    return x * 2\n",
        "alpha/double.py", "# %% wrong: squared", "a wrong answer that passes",
    ),
    "wrong answer that the clinic calls otherwise": (
        "beta/mend.py", "clinic/immutable-array", "clinic/grad-argnums",
        "beta/mend.py", "# %% wrong: clinic/grad-argnums", "gets clinic/immutable-array",
    ),
    "wrong answer that the clinic does not explain": (
        "alpha/double.py", "# %% wrong: no-return", "# %% wrong: clinic/immutable-array",
        "alpha/double.py", "# %% wrong: clinic/immutable-array", "gets no-return",
    ),
    "broken check": (
        "alpha/double.py", "    x = rng.mixed(5)", "    x = rng.mixed(5) + undefined",
        "alpha/double.py", "# %% solution: with a sum", "not checked",
    ),
    "quoted output that is not printed": (
        "alpha/en.md", "two lines\n", "three lines\n",
        "alpha/en.md", "three lines", "printed is 'two lines'",
    ),
    "quoted output with a line too much": (
        "alpha/en.md", "two lines\n", "two lines\nthree\n",
        "alpha/en.md", "three", "printed is nothing more",
    ),
    "run that raises": (
        "alpha/see.py", 'print("two lines")', 'print("two lines" + 1)',
        "alpha/en.md", "{run} first", "raises TypeError",
    ),
    "run that raises something else": (
        "alpha/see.py", "print(1 / 0)", "print([][0])",
        "alpha/en.md", ":::{run} fails", "to raise ZeroDivisionError; it raises IndexError",
    ),
    "prediction of which no choice comes true": (
        "alpha/en.md", "[prints [1 2 3]]", "[prints [3 2 1]]",
        "alpha/en.md", "{predict} three", "none of the choices comes true",
    ),
    "prediction of which two choices come true": (
        "alpha/en.md", "[raises TypeError] It", "[prints [1 2  3]] It",
        "alpha/en.md", "[prints [1 2  3]]", "2 choices come true",
    ),
    "prediction of a program that prints nothing": (
        "alpha/guess.py", "print(x)\n", "",
        "alpha/en.md", "{predict} three", "prints nothing",
    ),
    "claim about a contestant that is not there": (
        "beta/en.md", "loop / at once", "loop / vmap",
        "beta/en.md", "{timing}", "no contestant is called 'vmap'; there are: loop, at once",
    ),
    "claim that is not measured": (
        "beta/en.md", "loop / at once >= 2", "at once / loop >= 2",
        "beta/en.md", "{timing}", "the claim is 2x; measured is 0.",
    ),
    "column that does not run": (
        "beta/columns.py", "x = jnp.ones(3)\n", "",
        "beta/en.md", "{compare}", "raises NameError",
    ),
    "parsons whose order does not pass": (
        "beta/order.py", "    expect(learner", "    w = w + 0.0\n    expect(1 + learner",
        "beta/order.py", "# %% solution", "does not pass",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
async def test_what_is_untrue_is_reported_with_its_line(
    name: str, course: CourseFolder, runner: Runner
) -> None:
    file, old, new, where, at, words = CASES[name]
    course.edit(file, old, new)
    target = file.removesuffix(".py") if file.endswith(".py") else None
    found = await findings(course.path, target or f"{file.partition('/')[0]}", runner)
    line = course.line(where, at)
    assert any(
        f.path == course.path / where and f.line in (line, _last(course, where, at))
        and words in f.message
        for f in found
    ), "\n".join(map(str, found))  # fmt: skip


def _last(course: CourseFolder, file: str, text: str) -> int:
    lines = (course.path / file).read_text().split("\n")
    return max(number for number, line in enumerate(lines, start=1) if text in line)


async def test_what_two_languages_share_is_proved_once(
    course: CourseFolder, runner: Runner
) -> None:
    course.edit("alpha/see.py", "print(1 / 0)", "print(1 / 1)")
    assert len(await findings(course.path, "alpha/see", runner)) == 1


async def test_a_snippet_that_one_language_overrides_is_proved_in_it(
    course: CourseFolder, runner: Runner
) -> None:
    course.edit("alpha/zh-CN.md", 'print("two lines")', 'print("两行")')
    (finding,) = await findings(course.path, "alpha/see", runner)
    assert finding.path.name == "zh-CN.md" and "printed is '两行'" in finding.message


async def test_several_runners_share_the_work(
    course: CourseFolder, runner: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    course.edit("alpha/double.py", "    return x + x", "    return x + x + 1")
    monkeypatch.setenv("JAX_TUTOR_HOME", str(tmp_path / "second"))
    async with Runner(Settings()) as second:
        found = [f async for f in verify(course.path, "alpha", [runner, second])]
        assert second.hello is not None
    assert [f.path.name for f in found] == ["double.py"]


@dataclass
class Watched:
    """A runner that remembers with which seed each text was checked."""

    runner: Runner
    seeds: list[int] = field(default_factory=list)

    def run(self, request: RunRequest) -> AsyncIterator[AnyEvent]:
        return self.runner.run(request)

    def check(self, request: CheckRequest) -> AsyncIterator[AnyEvent]:
        self.seeds.append(request.seed)
        return self.runner.check(request)


@pytest.mark.parametrize("draws", [1, 2])
async def test_every_answer_gets_random_inputs_of_its_own(
    draws: int, course: CourseFolder, runner: Runner
) -> None:
    watched = Watched(runner)
    found = [f async for f in verify(course.path, "alpha/double", watched, draws=draws)]
    assert found == []
    # The starter comes first, and last as one of the languages has it.
    _starter, *answers, _translated = watched.seeds
    assert answers == list(range(1, draws * ANSWERS + 1))


async def test_a_solution_that_fails_for_some_inputs_is_seen_with_more_draws(
    course: CourseFolder, runner: Runner
) -> None:
    course.edit("alpha/double.py", "    return x + x", "    return x + x + (float(x[0]) > 0.5)")
    found = [f async for f in verify(course.path, "alpha/double", runner, draws=8)]
    assert ["does not pass" in f.message for f in found] == [True]
