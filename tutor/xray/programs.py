"""The compiled programs of the learner's functions: jaxpr, and what the compiler estimates.

Made after the Run from the arguments of the last trace, with shapes in place of values. Functions
that `jax.jit` got directly or under `grad` and `vmap` are shown; of those that a library took apart
(nnx.jit, shard_map) the arguments are not known.
"""

from __future__ import annotations

import contextlib
import gc
import inspect
import types
from collections.abc import Iterable
from typing import Any

import jax

from tutor.kit.jaxprs import as_jaxpr, jaxpr_data
from tutor.xray.functions import Function
from tutor.xray.signature import VARARGS, VARKEYWORDS

MOST_PROGRAMS = 6

Data = dict[str, Any]


def programs(functions: Iterable[Function]) -> list[Data]:
    """For each compiled function whose jitted object still exists: name, line, jaxpr, estimates."""
    wanted = [f for f in functions if f.compiled and f.sample is not None][:MOST_PROGRAMS]
    if not wanted:
        return []
    jitted = _jitted()
    found: list[Data] = []
    for function in wanted:
        assert function.sample is not None
        code, values = function.sample
        wrapped = jitted.get(code)
        if wrapped is None or len(found) >= MOST_PROGRAMS:
            continue
        with contextlib.suppress(Exception):
            found.append(_program(function, wrapped, *_call(code, values)))
    return found


def _jitted() -> dict[types.CodeType, Any]:
    """Every jitted function that is alive and was called, by the code of what it wraps in the end.

    The latest wins, where several wrap the same.
    """
    kind: Any = type(jax.jit(lambda: None))
    found: dict[types.CodeType, Any] = {}
    thing: Any
    for thing in gc.get_objects():
        if isinstance(thing, kind) and thing._cache_size():
            code = getattr(inspect.unwrap(thing), "__code__", None)
            if isinstance(code, types.CodeType):
                found[code] = thing
    return found


def _call(code: types.CodeType, values: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Positional and keyword arguments that give the same trace."""
    shaped = {name: jax.tree.map(_shape, value) for name, value in values.items()}
    names = code.co_varnames
    positional = [shaped[name] for name in names[: code.co_argcount] if name in shaped]
    last = code.co_argcount + code.co_kwonlyargcount
    keywords = {n: shaped[n] for n in names[code.co_argcount : last] if n in shaped}
    if code.co_flags & VARARGS:
        positional += list(shaped.get(names[last], ()))
        last += 1
    if code.co_flags & VARKEYWORDS:
        keywords |= shaped.get(names[last], {})
    return positional, keywords


def _shape(leaf: Any) -> Any:
    if not isinstance(leaf, jax.core.Tracer):
        return leaf
    # What vmap splits into examples came in as a whole.
    while type(leaf).__name__ == "BatchTracer":
        leaf = leaf.val
    aval: Any = leaf.aval
    return jax.ShapeDtypeStruct(  # type: ignore[no-untyped-call]
        aval.shape, aval.dtype, weak_type=aval.weak_type
    )


def _program(function: Function, wrapped: Any, args: list[Any], keywords: dict[str, Any]) -> Data:
    traced = wrapped.trace(*args, **keywords)
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
