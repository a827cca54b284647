"""Rules from evidence to causes, the most specific first; and where the course teaches each."""

from __future__ import annotations

from collections.abc import Callable

from tutor.clinic.case import Case, Found
from tutor.clinic.causes import (
    arrays,
    calls,
    devices,
    flax,
    grad,
    jit,
    loops,
    pairs,
    python,
    random,
    tracing,
    trees,
)

Rule = Callable[[Case], Found | None]

RULES: tuple[Rule, ...] = (
    *pairs.RULES,
    *calls.RULES,
    *tracing.RULES,
    *jit.RULES,
    *arrays.RULES,
    *grad.RULES,
    *loops.RULES,
    *random.RULES,
    *flax.RULES,
    *trees.RULES,
    *devices.RULES,
    arrays.shape_said,
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
    "leaked-tracer": "purity/leaked-tracer",
    "side-effect-once": "purity/lost-append",
    "stale-capture": "purity/stale-global",
    "recompile-storm": "jit/hoist-jit",
    "unrolled-loop": "control/unroll",
    "async-timing": "perf/returned-or-ready",
    "out-of-bounds-index": "arrays/out-of-range",
    "x64-disabled": "numerics/sixty-four",
    "dtype-surprise": "arrays/which-dtype",
    "silent-broadcast": "linen/column-and-row",
    "nan-result": "numerics/nan-spreads",
    "zero-gradient": "grad/kinks",
    "key-reuse": "keys/catch-reuse",
    "key-type": "keys/no-arithmetic",
    "pytree-mismatch": "pytrees/mismatch",
    "optimizer-state-dropped": "optax/init-update-apply",
    "carry-mismatch": "control/carry-dtype",
    "reverse-while": "control/grad-of-while",
    "flax-immutable-collection": "linen/batch-statistics",
    "flax-variables": "linen/params-only",
    "flax-module-structure": "linen/call-it",
    "nnx-trace-level": "nnx/lost-update",
    "nnx-jax-transform": "nnx/lost-update",
    "nnx-split-merge": "nnx/split-merge",
    "nnx-module-list": "nnx/list-of-layers",
    "train-eval-mode": "nnx/leave-training",
    "donated-buffer": "perf/donated",
    "device-axis-size": "mesh/uneven",
    "sharding-spec": "mesh/explicit-or-auto",
    "unbound-axis-name": "shard-map/global-mean",
    "device-placement": "mesh/eight-devices",
    "checkpoint-misuse": "checkpoint/save-load",
}
"""Cause -> the step of the built-in course that teaches it."""

LEARN_VARIANT = {
    ("recompile-storm", "shapes"): "jit/cache-count",
    ("train-eval-mode", "unsaid"): "linen/dropout-key",
    ("train-eval-mode", "said-twice"): "linen/dropout-key",
    ("nan-result", "gradient"): "numerics/where-trap",
    ("nan-result", "gradient-here"): "numerics/where-trap",
}
"""Cause and variant -> a step that teaches just that."""
