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
import numpy as np

from tests.lessons.compare import difference
from tests.lessons.observe import Draw, Own
from tests.lessons.plans import PLANS, Plan
from tutor.course.preamble import whole
from tutor.kit.sink import set_sink

Seen = tuple[str, Any]


class Broken(Exception):
    """An answer that does not run to its end."""


def run(code: str) -> Own:
    """The names of a program that has run."""
    names: dict[str, Any] = {"__name__": "__main__"}
    text = io.StringIO()
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


def opinion(plan: Plan, code: str, right: dict[int, Seen], solution: Own) -> tuple[str, str]:
    try:
        own = run(code)
    except Broken as error:
        return "broken", str(error)
    for number in plan.numbers():
        if number not in right:
            right[number] = expected(plan, solution, number)
        there, here = right[number], seen(plan, own, number)
        if here[0] == "raises":
            return "different", f"input {number}: {here[1]}"
        found = difference(here[1], there[1], plan.tol)
        if found:
            return "different", f"input {number}: {found}"
    return "equivalent", ""


def expected(plan: Plan, solution: Own, number: int) -> Seen:
    there = seen(plan, solution, number)
    if there[0] == "raises":
        raise PlanError(f"input {number}: {there[1]}")
    return there


class PlanError(Exception):
    pass


def main() -> None:
    order = json.load(sys.stdin)
    out = sys.stdout
    sys.stdout = sys.stderr

    def say(**message: str) -> None:
        print(json.dumps(message), file=out, flush=True)

    set_sink(lambda event: None)
    try:
        plan = PLANS[order["step"]]
        solution = run(order["solution"])
        right: dict[int, Seen] = {}
        for number in plan.numbers()[:3]:
            right[number] = expected(plan, solution, number)
            again = seen(plan, solution, number)
            found = difference(again[1], right[number][1], plan.tol)
            if again[0] == "raises" or found:
                raise PlanError(
                    f"not the same twice: {again[1] if again[0] == 'raises' else found}"
                )
        say(begun="")
        for code in order["answers"]:
            kind, reason = opinion(plan, code, right, solution)
            say(kind=kind, reason=reason)
            # A program may change these for the whole process.
            jax.config.update("jax_enable_x64", False)
            jax.config.update("jax_debug_nans", False)
        say(end="")
    except (PlanError, Broken, KeyError) as error:
        say(plan=f"{order['step']}: {type(error).__name__} {error}")


if __name__ == "__main__":
    main()
