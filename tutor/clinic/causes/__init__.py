"""Rules from evidence to causes, the most specific first; and where the course teaches each."""

from __future__ import annotations

from collections.abc import Callable

from tutor.clinic.case import Case, Found
from tutor.clinic.causes import (
    arrays,
    devices,
    flax,
    grad,
    jit,
    loops,
    python,
    random,
    tracing,
    trees,
)

Rule = Callable[[Case], Found | None]

RULES: tuple[Rule, ...] = (
    *tracing.RULES,
    *jit.RULES,
    *arrays.RULES,
    *grad.RULES,
    *loops.RULES,
    *random.RULES,
    *flax.RULES,
    *trees.RULES,
    *devices.RULES,
    *python.RULES,
)

LEARN = {
    "traced-branch": "jit/python-if",
    "traced-to-scalar": "jit/print-when",
    "traced-index": "jit/power-static",
    "traced-shape": "jit/power-static",
    "static-unhashable": "jit/power-static",
    "immutable-array": "arrays/item-assignment",
    "grad-nonscalar": "grad/not-scalar",
    "grad-missing-has-aux": "grad/loss-and-extras",
    "grad-non-float": "grad/int-input",
    "grad-argnums": "grad/wrt-weights",
    "vmap-axes": "vmap/axes",
    "wrong-call-form": "grad/slope",
}
"""Cause -> the step of the built-in course that teaches it."""
