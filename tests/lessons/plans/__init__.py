"""How to call the answers of each exercise, and what of the results counts.

Written by hand from the task's text alone. What a task does not ask for is not looked at.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from tests.lessons.observe import RUNS, Draw, Own

Look = Callable[[Own, Draw], Any]


@dataclass(frozen=True)
class Plan:
    step: str
    """lesson/step."""
    calls: Look
    """What there is to see with one input."""
    facts: Look | None
    """What there is to see once: programs, compiles, key use."""
    names: tuple[str, ...]
    """Top-level names that helpers of the plan ask for."""
    inputs: int
    tol: float

    @property
    def asked(self) -> set[str]:
        """Every top-level name of an answer that the plan asks for."""
        text = inspect.getsource(self.calls) + (inspect.getsource(self.facts) if self.facts else "")
        return {*self.names, *re.findall(r"own\.(\w+)", text)}

    def numbers(self) -> list[int]:
        """Of all inputs; -1 for the facts."""
        return ([-1] if self.facts else []) + list(range(self.inputs))


PLANS: dict[str, Plan] = {}


def plan(
    step: str,
    *names: str,
    facts: Look | None = None,
    inputs: int = RUNS,
    tol: float = 1e-3,
) -> Callable[[Look], Look]:
    """Registers the decorated function as the plan of `step`."""

    def register(calls: Look) -> Look:
        PLANS[step] = Plan(step, calls, facts, names, inputs, tol)
        return calls

    return register


for _lessons in ("first", "keys", "trees", "training", "flax", "numbers", "devices", "capstone"):
    import_module(f"tests.lessons.plans.{_lessons}")
