"""`compare` beside pyperf, for the same functions.

    python -m benchmarks.stopwatch [ROUNDS]

pyperf measures each function in processes of its own; `compare` measures all in one Run of this
process, as it does below a learner's code. Both wait until a result is ready. pyperf runs its setup
anew before each value, so the setup makes the first call: else each value would hold a compile,
spread over its loops.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.report import publish, table

SETUP = """\
import jax, jax.numpy as jnp
x = jax.random.normal(jax.random.key(0), (256, 256))
w = jax.random.normal(jax.random.key(1), (256,))
def poly(x):
    y = jnp.zeros_like(x)
    for _ in range(20): y = y * x + 0.5
    return y
fast_poly = jax.jit(poly)
step = jax.jit(jax.grad(lambda w, x: ((x @ w) ** 2).mean()))
batched = jax.jit(jax.vmap(lambda row: jnp.tanh(row @ w)))
matmul = jax.jit(lambda x: x @ x)
numbers = list(range(2000))
"""
FUNCTIONS = {
    "Python sum of 2,000": ("lambda: sum(numbers)", "sum(numbers)"),
    "polynomial, eager": ("lambda: poly(w)", "jax.block_until_ready(poly(w))"),
    "polynomial, jit": ("lambda: fast_poly(w)", "jax.block_until_ready(fast_poly(w))"),
    "gradient step, jit": ("lambda: step(w, x)", "jax.block_until_ready(step(w, x))"),
    "vmap over 256 rows": ("lambda: batched(x)", "jax.block_until_ready(batched(x))"),
    "256 x 256 matmul": ("lambda: matmul(x)", "jax.block_until_ready(matmul(x))"),
}


def by_pyperf(statement: str) -> float:
    """Median seconds."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "result.json"
        command = [
            sys.executable, "-m", "pyperf", "timeit", "--quiet",
            "--processes", "3", "--values", "5",
            "--inherit-environ", "JAX_PLATFORMS", "-o", str(file),
            "-s", SETUP + statement, statement,
        ]  # fmt: skip
        subprocess.run(command, check=True, capture_output=True)
        result = json.loads(file.read_text())
    values = [value for run in result["benchmarks"][0]["runs"] for value in run.get("values", ())]
    return statistics.median(values)


def by_compare() -> dict[str, float]:
    """Median seconds of each function, all in one comparison."""
    from tutor.kit import compare, sink

    sink.set_sink(lambda event: None)
    namespace: dict[str, Any] = {}
    exec(SETUP, namespace)
    contestants = {
        f"f{i}": eval(code, namespace) for i, (code, _s) in enumerate(FUNCTIONS.values())
    }
    found = compare(budget=2.0, **contestants)
    return {name: found[f"f{i}"].median for i, name in enumerate(FUNCTIONS)}


def measure(rounds: int) -> str:
    ours: dict[str, list[float]] = {name: [] for name in FUNCTIONS}
    theirs: dict[str, list[float]] = {name: [] for name in FUNCTIONS}
    for _ in range(rounds):
        for name, seconds in by_compare().items():
            ours[name].append(seconds)
        for name, (_code, statement) in FUNCTIONS.items():
            theirs[name].append(by_pyperf(statement))
    rows = []
    for name in FUNCTIONS:
        mine, other = statistics.median(ours[name]), statistics.median(theirs[name])
        rows.append(
            (name, f"{mine * 1e6:,.1f} µs", f"{other * 1e6:,.1f} µs", f"{mine / other:.2f}x")
        )
    return (
        table(("function", "`compare`", "pyperf", "ratio"), rows)
        + f"\n\nMedians of {rounds} rounds in turn."
    )


if __name__ == "__main__":
    publish("stopwatch", measure(int(sys.argv[1]) if len(sys.argv) > 1 else 3))
