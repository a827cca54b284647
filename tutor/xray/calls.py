"""Calls of jitted functions that JAX has to trace, seen from inside a hook."""

from __future__ import annotations

import types
from dataclasses import dataclass
from typing import Any

import jax


@dataclass(frozen=True)
class JitCall:
    """What a jitted function was called with."""

    function: Any
    """What jit was given; a library may have made it around the learner's own."""
    args: tuple[Any, ...]
    keywords: dict[str, Any]

    def shaped(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments that give the same trace, with shapes in place of arrays."""
        shaped: tuple[tuple[Any, ...], dict[str, Any]] = jax.tree.map(
            _shape, (self.args, self.keywords)
        )
        return shaped


def jit_call(frame: types.FrameType | None) -> JitCall | None:
    """The call that JAX traces in `frame` or above; the innermost one, or None."""
    while frame is not None:
        code = frame.f_code
        if code.co_name == "cache_miss" and code.co_filename.endswith("pjit.py"):
            known = frame.f_locals
            if "fun" in known:
                return JitCall(known["fun"], known.get("args", ()), known.get("kwargs", {}))
        frame = frame.f_back
    return None


def _shape(leaf: Any) -> Any:
    if not isinstance(leaf, jax.Array):
        return leaf
    aval: Any = jax.typeof(leaf)
    # What is spread over devices is compiled for just these.
    spread = not isinstance(leaf, jax.core.Tracer) and leaf.committed
    return jax.ShapeDtypeStruct(  # type: ignore[no-untyped-call]
        aval.shape,
        aval.dtype,
        weak_type=aval.weak_type,
        sharding=leaf.sharding if spread else None,
    )
