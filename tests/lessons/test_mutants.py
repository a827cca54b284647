"""Every mutant of a solution that behaves differently is refused by the exercise's check.

By default a few mutants of a few exercises; `-m full` tries those of all exercises, by the checking
worker and in the sandbox that learners have, and prints the table (`-s`).
"""

from __future__ import annotations

import ast
import functools
from dataclasses import replace

import numpy as np
import pytest

from tests.lessons.compare import difference
from tests.lessons.measure import (
    COURSE,
    HEADER,
    Case,
    Result,
    checked,
    checked_here,
    exercises,
    judged,
)
from tests.lessons.mutants import chosen, mutants
from tests.lessons.observe import Sample
from tests.lessons.oracle import Opinion, PlanBroken, opinions
from tests.lessons.plans import PLANS
from tutor.course.exercise import load_exercise
from tutor.course.model import Exercise
from tutor.runner.client import Runner
from tutor.settings import Settings

# Processes that load JAX: on a machine with much else to do each takes its time.
pytestmark = pytest.mark.timeout(600)

FEW = ("grad/wrt-weights", "linreg/sgd-step")


@functools.cache
def course() -> dict[str, Exercise]:
    return dict(exercises())


LINE = """
import jax.numpy as jnp

def loss(w, x):
    return jnp.mean((x @ w - 1.0) ** 2)

x = jnp.ones((3, 2))
print(loss(x[0], x))
"""


def operators(code: str) -> set[str]:
    return {mutant.operator for mutant in mutants(code)}


# --- mutants ------------------------------------------------------------------------------------


def test_a_mutant_is_one_small_change():
    whole = ast.unparse(ast.parse(LINE)).splitlines()
    for mutant in mutants(LINE):
        lines = mutant.code.splitlines()
        assert len(lines) == len(whole)
        assert sum(a != b for a, b in zip(lines, whole, strict=True)) == 1, mutant


def test_no_two_mutants_are_the_same_program():
    codes = [mutant.code for mutant in mutants(LINE)]
    assert len(set(codes)) == len(codes)


def test_what_is_only_printed_is_left_alone():
    assert all("x = jnp.ones((3, 2))\nprint(loss(x[0], x))" in m.code for m in mutants(LINE))


def test_what_is_asked_for_by_name_is_changed_too():
    changed = [m for m in mutants(LINE, names=["x"]) if "jnp.ones((3, 2))" not in m.code]
    assert changed


@pytest.mark.parametrize(
    ("code", "operator", "changed"),
    [
        ("def f(x): return jnp.mean(x)", "dropped-mean", "jnp.sum(x)"),
        ("def f(x): return jnp.mean(x)", "dropped-reduction", "return x"),
        ("def f(a, b): return g(a, b)", "swapped-argument", "g(b, a)"),
        ("def f(a, b): return a - b", "wrong-sign", "a + b"),
        ("def f(key): return jax.random.split(key, 3)", "missing-split", "stack([key] * 3)"),
        ("def f(x): return x.sum(axis=0)", "off-by-one", "axis=1"),
        ("def f(x): return jax.vmap(g, in_axes=(None, 0))(x)", "axis", "in_axes=(0, 0)"),
        ("@jax.jit\ndef f(x): return x", "no-jit", "def f(x):\n    return x"),
        ("def f(x, y): return x", "wrong-name", "return y"),
        ("def f(x): return x if x > 0 else -x", "comparison", "x >= 0"),
    ],
)
def test_each_mistake_is_made(code, operator, changed):
    made = [mutant.code for mutant in mutants(code) if mutant.operator == operator]
    assert any(changed in text for text in made), made


def test_a_few_are_chosen_the_same_way_each_time_and_of_many_kinds():
    every = mutants(LINE)
    few = chosen(every, 8)
    assert few == chosen(list(reversed(every))[::-1], 8)
    assert len({mutant.operator for mutant in few}) >= 7


# --- the oracle ---------------------------------------------------------------------------------


def test_the_oracle_tells_other_values_forms_and_errors():
    # Without its last lines, which call the function: an error in it would end the program.
    whole = load_exercise(COURSE, "grad", "wrt-weights").solutions[0].code
    solution = whole.partition("\nx = ")[0]
    answers = {
        solution.replace("- 1.0", "+ -1.0"): "equivalent",
        solution.replace("jnp.mean", "jnp.sum"): "different",
        solution.replace("argnums=1", "argnums=(1,)"): "different",
        solution.replace("argnums=1", "argnums=2"): "different",
        solution + "\nraise ValueError": "broken",
        solution + "\nimport os; os._exit(3)": "broken",
    }
    told = opinions("grad/wrt-weights", [(solution, answer) for answer in answers])
    assert [opinion.kind for opinion in told] == list(answers.values()), told


def test_a_plan_that_does_not_fit_is_said():
    with pytest.raises(PlanBroken, match="dloss"):
        opinions("grad/wrt-weights", [("x = 1", "x = 1")])


def test_samples_differ_by_their_distribution_alone():
    def drawn(*rows):
        return Sample(tuple((row,) for row in rows))

    coins = [[k % 2, k // 2 % 2] for k in range(200)]
    assert difference(drawn(*coins), drawn(*coins[::-1])) == ""
    assert "distribution" in difference(drawn(*([[1, 1]] * 200)), drawn(*coins))
    assert "correlation" in difference(drawn(*([[k, k] for k, _ in coins])), drawn(*coins))


def test_a_list_is_no_array():
    assert difference([1.0, 2.0], np.ones(2)) == "2 parts for a number or array"
    assert difference({"w": (1, np.float32(2.0))}, {"w": [1, 2.0]}) == ""


# --- the checks ---------------------------------------------------------------------------------


def told(result: Result) -> str:
    return "\n".join([HEADER, result.row(), *(case.text() for case in result.holes)])


@pytest.mark.parametrize("step", FEW)
def test_a_few_mutants_are_refused(step):
    exercise = replace(course()[step], solutions=course()[step].solutions[:1])
    cases = judged(step, exercise, 6)
    assert any(case.opinion.kind == "different" for case in cases)
    result = checked_here(step, exercise, cases, everything=False)
    assert not result.holes, told(result)


def test_a_hole_is_seen():
    """A check that is content with everything lets a mutant pass, and that is told."""
    case = Case("", mutants(LINE)[0], Opinion("different", "a number"), "pass")
    assert Result("some/step", [case]).holes == [case]


@pytest.mark.full
def test_every_exercise_has_a_plan():
    assert set(course()) == set(PLANS)


@pytest.mark.full
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("step", sorted(PLANS))
async def test_all_that_behave_differently_are_refused(step):
    cases = judged(step, course()[step], 30)
    async with Runner(Settings()) as runner:
        result = await checked(step, course()[step], cases, runner, everything=False)
    print(told(result))
    assert not result.holes, told(result)
