"""Lines to put in order: a solution in pieces, mixed with lines that do not belong."""

from __future__ import annotations

import random
from collections.abc import Iterable

from tutor.course.model import Exercise


def pieces(exercise: Exercise) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The given lines, which stand above, and the lines to put in order, in the right order.

    Given is the starter, where the first solution begins with it. Lines keep their indentation;
    empty ones are left out.
    """
    starter = _lines(exercise.starter)
    solution = _lines(exercise.solutions[0].code)
    given = starter if starter and solution[: len(starter)] == starter else ()
    return given, solution[len(given) :]


def shuffle(exercise: Exercise, seed: int) -> tuple[str, ...]:
    """All lines that the learner gets, distractors too, in an order that `seed` decides.

    Never the right order, unless there is no other.
    """
    _given, right = pieces(exercise)
    mixed = [*right, *exercise.distractors]
    source = random.Random(seed)
    for _attempt in range(20):
        source.shuffle(mixed)
        if tuple(mixed[: len(right)]) != right:
            break
    return tuple(mixed)


def assemble(exercise: Exercise, lines: Iterable[str]) -> str:
    """The program that `lines`, as the learner ordered them, make below the given ones."""
    given, _right = pieces(exercise)
    return "\n".join([*given, *lines])


def _lines(code: str) -> tuple[str, ...]:
    return tuple(line for line in code.split("\n") if line.strip())
