"""Silent trouble that a worker noticed: the cause is in the evidence, and is believed if known."""

from __future__ import annotations

from tutor.clinic import texts
from tutor.clinic.case import Case, Found

NOTICED = {
    "leaked-tracer": ("silent",),
    "side-effect-once": (
        "print", "print-once", "print-once-loop", "append", "append-tracer", "append-loop",
        "append-vmap", "counter", "counter-loop", "counter-vmap", "random", "random-loop",
        "random-vmap", "time", "time-loop", "log", "log-loop",
    ),
    "stale-capture": ("silent", "silent-short"),
    "recompile-storm": ("fresh", "shapes", "values"),
    "unrolled-loop": ("silent",),
    "async-timing": ("silent",),
    "immutable-array": ("discarded", "method"),
    "out-of-bounds-index": ("read", "write", "take", "slice"),
    "x64-disabled": ("asked", "narrowed", "narrowed-value"),
    "dtype-surprise": ("silent",),
    "silent-broadcast": ("square", "labels"),
    "nan-result": ("value", "inside", "gradient", "gradient-here"),
    "zero-gradient": ("silent",),
    "key-reuse": ("silent", "same-line", "loop", "loop-body", "carried"),
    "optimizer-state-dropped": ("params", "train-state", "step", "state", "made-anew"),
    "train-eval-mode": ("twice", "evaluation"),
    "nnx-jax-transform": ("lost",),
}  # fmt: skip
"""Causes with the variants of their text that are about silent trouble."""
LONGEST = 200


def noticed(case: Case) -> Found | None:
    """What the evidence says was noticed; None when that is nothing we know."""
    cause, details = case.evidence.silent, case.evidence.details
    variant = details.get("variant", "")
    if variant not in NOTICED.get(cause, ()):
        return None
    params = {name: text[:LONGEST] for name, text in details.items()}
    words = texts.text_for("en", cause, variant)
    needed = {name for text in words.values() for name in texts.placeholders(text)}
    if not needed <= {*params, "line", "x"}:
        return None
    return Found(cause, variant, params)
