"""Lines to put in order."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.course.conftest import SMALL
from tutor.course import load_exercise
from tutor.course.parsons import assemble, pieces, shuffle

EXERCISE = load_exercise(SMALL, "beta", "order")


def test_the_starter_is_given_and_the_rest_is_to_be_ordered() -> None:
    given_lines, right = pieces(EXERCISE)
    assert given_lines == ("def loss(w):", "    return (w - 3.0) ** 2")
    assert right[0] == "def step(w):" and right[-1] == "    return w"


def test_the_right_order_makes_the_solution() -> None:
    _given, right = pieces(EXERCISE)
    solution = EXERCISE.solutions[0].code.split("\n")
    assert assemble(EXERCISE, right).split("\n") == [line for line in solution if line]


@given(st.integers())
def test_shuffled_lines_are_all_lines_never_in_order_and_decided_by_the_number(n: int) -> None:
    _given, right = pieces(EXERCISE)
    mixed = shuffle(EXERCISE, n)
    assert Counter(mixed) == Counter([*right, *EXERCISE.distractors])
    assert mixed[: len(right)] != right
    assert mixed == shuffle(EXERCISE, n)


def test_the_order_is_the_same_on_every_python() -> None:
    assert shuffle(EXERCISE, 1) == (
        "    w = w - 0.1 * g",
        "    return w",
        "    w.data -= 0.1 * g",
        "def step(w):",
        "    loss.backward()",
        "    g = jax.grad(loss)(w)",
    )
