"""The compiled programs of the learner's functions: jaxpr, and what the compiler estimates.

Made after the Run from the arguments of the last call that was traced, with shapes in place of
values.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterable
from typing import Any

from tutor.kit.jaxprs import as_jaxpr, jaxpr_data
from tutor.xray.frames import JITTED
from tutor.xray.functions import Function, Sample

MOST_PROGRAMS = 6

Data = dict[str, Any]


def programs(functions: Iterable[Function]) -> list[Data]:
    """For each compiled function whose jitted object still exists: name, line, jaxpr, estimates."""
    wanted = [(f, f.sample) for f in functions if f.compiled and f.sample is not None]
    if not wanted:
        return []
    jitted = _jitted()
    found: list[Data] = []
    for function, sample in wanted[:MOST_PROGRAMS]:
        wrapped = jitted.get(id(sample.jit_of()))
        if wrapped is None:
            continue
        with contextlib.suppress(Exception):
            found.append(_program(function, sample, wrapped))
    return found


def _jitted() -> dict[int, Any]:
    """Every jitted function that is alive and was called, by the identity of what jit was given.

    The latest wins, where several got the same.
    """
    found: dict[int, Any] = {}
    for thing in gc.get_objects():
        if isinstance(thing, JITTED) and thing._cache_size():
            # JAX has some of its own that wrap nothing.
            given = getattr(thing, "__wrapped__", None)
            if given is not None:
                found[id(given)] = thing
    return found


def _program(function: Function, sample: Sample, wrapped: Any) -> Data:
    traced = wrapped.trace(*sample.args, **sample.keywords)
    data: Data = {"name": function.name, "line": function.line}
    jaxpr = as_jaxpr(traced.jaxpr)
    if jaxpr is not None:
        data["jaxpr"] = jaxpr_data(jaxpr)
    compiled = traced.lower().compile()
    with contextlib.suppress(Exception):
        cost = compiled.cost_analysis()
        cost = cost[0] if isinstance(cost, list) else cost
        data["operations"] = float(cost["flops"])
        data["touched"] = float(cost["bytes accessed"])
    with contextlib.suppress(Exception):
        memory = compiled.memory_analysis()
        data["arguments"] = int(memory.argument_size_in_bytes)
        data["results"] = int(memory.output_size_in_bytes)
        data["scratch"] = int(memory.temp_size_in_bytes)
    return data
