"""The oracle's process: runs a solution and answers, calls them by the plan, compares."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import traceback
from typing import Any

import jax
import jax.flatten_util  # as in the running worker, where it comes with Optax
import numpy as np

from tests.lessons.compare import difference
from tests.lessons.observe import Draw, Own
from tests.lessons.plans import PLANS, Plan
from tutor.course.preamble import whole
from tutor.kit.sink import set_sink

Seen = tuple[str, Any]


NO_MESH = jax.sharding.get_mesh()


class Broken(Exception):
    """An answer that does not run to its end."""


class PlanError(Exception):
    """The plan does not fit a solution."""


def run(code: str) -> Own:
    """The names of a program that has run."""
    names: dict[str, Any] = {"__name__": "__main__"}
    text = io.StringIO()
    jax.set_mesh(NO_MESH)
    with contextlib.redirect_stdout(text):
        try:
            exec(compile(whole(code), "answer", "exec"), names)
        except BaseException as error:
            raise Broken(f"{type(error).__name__}: {error}"[:200]) from None
    return Own(names, text.getvalue())


def seen(plan: Plan, own: Own, number: int) -> Seen:
    """What there is to see of an answer with input `number`; -1: facts, which rest on no input."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        try:
            jax.set_mesh(own.mesh_of_program)
            draw = Draw(max(number, 0))
            value = plan.facts(own, draw) if number < 0 else plan.calls(own, draw)
            return "value", jax.tree.map(_plain, value)
        except Exception as error:
            if os.environ.get("ORACLE_TRACE"):
                traceback.print_exc()
            return "raises", f"{type(error).__name__}: {error}"[:200]


def _plain(leaf: Any) -> Any:
    """Arrays as NumPy's, keys as their data: what is deleted later stays."""
    if isinstance(leaf, jax.Array):
        if jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key):
            return np.asarray(jax.random.key_data(leaf))
        return np.asarray(leaf)
    return leaf


class Right:
    """A solution, and what there is to see of it: looked at when needed, and only once."""

    def __init__(self, plan: Plan, code: str) -> None:
        self.plan, self.own = plan, run(code)
        self._seen: dict[int, Any] = {}
        for number in plan.numbers()[:3]:
            kind, again = seen(plan, self.own, number)
            found = again if kind == "raises" else difference(again, self.value(number), plan.tol)
            if found:
                raise PlanError(f"input {number}, not the same twice: {found}")

    def value(self, number: int) -> Any:
        """With input `number`. Raises PlanError."""
        if number not in self._seen:
            kind, value = seen(self.plan, self.own, number)
            if kind == "raises":
                raise PlanError(f"input {number}: {value}")
            self._seen[number] = value
        return self._seen[number]


def opinion(plan: Plan, code: str, right: Right) -> tuple[str, str]:
    try:
        own = run(code)
    except Broken as error:
        return "broken", str(error)
    for number in plan.numbers():
        there = right.value(number)
        kind, here = seen(plan, own, number)
        if kind == "raises":
            return "different", f"input {number} raises {here}"
        found = difference(here, there, plan.tol)
        if found:
            return "different", f"input {number}: {found}"
    return "equivalent", ""


def main() -> None:
    order = json.load(sys.stdin)
    out, sys.stdout = sys.stdout, sys.stderr

    def say(**message: Any) -> None:
        print(json.dumps(message), file=out, flush=True)

    set_sink(lambda event: None)
    try:
        plan = PLANS[order["step"]]
        solutions: dict[str, Right] = {}
        for solution, answer in order["items"]:
            if solution not in solutions:
                solutions = {solution: Right(plan, solution)}
                say(begun="")
            kind, reason = opinion(plan, answer, solutions[solution])
            say(result={"kind": kind, "reason": reason})
            # A program may change these for the whole process.
            jax.config.update("jax_enable_x64", False)
            jax.config.update("jax_debug_nans", False)
    except (PlanError, Broken) as error:
        say(broken=f"{type(error).__name__} {error}")


if __name__ == "__main__":
    main()
