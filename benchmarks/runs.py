"""Run to first output and to the end, against kernels and `python snippet.py`.

    python -m benchmarks.runs [ROUNDS]

The same persistent compilation cache is filled for all contestants. The kept kernel is warm and
leaks state from one run to the next; the others start clean, as every Run of ours does.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jupyter_client.manager import KernelManager

from benchmarks.report import milliseconds, publish, table
from tutor.course.preamble import HIDDEN, whole
from tutor.events import Done, Output, RunRequest
from tutor.runner.client import Runner
from tutor.settings import load

SNIPPETS = {
    "print": "print('hello', flush=True)\n",
    "first jnp operation": "print(jnp.arange(8.0) * 2 + 1, flush=True)\n",
    "jit step": """\
x = jax.random.normal(jax.random.key(0), (64,))
y = 3 * x + 0.5
@jax.jit
def step(p):
    def loss(p):
        return jnp.mean((p["w"] * x + p["b"] - y) ** 2)
    return jax.tree.map(lambda a, d: a - 0.1 * d, p, jax.grad(loss)(p))
p = {"w": jnp.zeros(()), "b": jnp.zeros(())}
for _ in range(20):
    p = step(p)
print(float(p["w"]), flush=True)
""",
    "NNX train step": """\
from flax import nnx
import optax
class MLP(nnx.Module):
    def __init__(self, rngs):
        self.a = nnx.Linear(4, 16, rngs=rngs)
        self.b = nnx.Linear(16, 1, rngs=rngs)
    def __call__(self, x):
        return self.b(nnx.relu(self.a(x)))
model = MLP(nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adam(1e-2), wrt=nnx.Param)
x = jax.random.normal(jax.random.key(0), (32, 4))
y = x.sum(1, keepdims=True)
@nnx.jit
def step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda m: jnp.mean((m(x) - y) ** 2))(model)
    optimizer.update(model, grads)
    return loss
for _ in range(10):
    loss = step(model, optimizer, x, y)
print(float(loss), flush=True)
""",
}

PEERS = ("kept", "restarted", "python")

CACHE_SETTINGS = {
    "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
    "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
    "JAX_PLATFORMS": "cpu",
}


class Kernel:
    """An ipykernel: `run` executes and gives seconds to the first output and to idle."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._start()

    def _start(self) -> None:
        self._manager: Any = KernelManager(kernel_name="python3")
        self._manager.kernel_cmd = [
            sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}",
        ]  # fmt: skip
        self._manager.start_kernel(env=self._environment)
        self._client = self._manager.blocking_client()
        self._client.start_channels()
        self._client.wait_for_ready(timeout=60)

    def close(self) -> None:
        self._client.stop_channels()
        self._manager.shutdown_kernel(now=True)

    def restart_and_run(self, code: str) -> Sequence[float]:
        began = time.perf_counter()
        self.close()
        self._start()
        before = time.perf_counter() - began
        first, end = self.run(code)
        return before + first, before + end

    def run(self, code: str) -> Sequence[float]:
        began = time.perf_counter()
        request = self._client.execute(code)
        first = 0.0
        while True:
            message = self._client.get_iopub_msg(timeout=60)
            if message["parent_header"].get("msg_id") != request:
                continue
            now = time.perf_counter() - began
            kind, content = message["msg_type"], message["content"]
            if kind == "error":
                raise RuntimeError(content["evalue"])
            if kind == "stream" and not first:
                first = now
            if kind == "status" and content["execution_state"] == "idle":
                return first, now


def program(path: Path, environment: dict[str, str]) -> Sequence[float]:
    """`python snippet.py`."""
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, path], stdout=subprocess.PIPE, env=environment)
    assert process.stdout is not None
    process.stdout.read(1)
    first = time.perf_counter() - began
    process.stdout.read()
    if process.wait() != 0:
        raise RuntimeError(f"{path} failed")
    return first, time.perf_counter() - began


async def ours(runner: Runner, code: str) -> Sequence[float]:
    """A fresh, confined Run."""
    began = time.perf_counter()
    first = 0.0
    async for event in runner.run(RunRequest(id=str(began), code=whole(code), hidden_lines=HIDDEN)):
        if isinstance(event, Output) and not first:
            first = time.perf_counter() - began
        if isinstance(event, Done):
            if event.status != "ok":
                raise RuntimeError(f"the Run ended as {event}")
            # As after every Run of a learner who reads what came: the next spare gets ready.
            ended = time.perf_counter() - began
            await asyncio.sleep(1.5)
            return first, ended
    raise RuntimeError("no done event")


async def measure(rounds: int) -> str:
    home = tempfile.mkdtemp(prefix="jax-tutor-bench-")
    os.environ["JAX_TUTOR_HOME"] = home
    environment = os.environ | CACHE_SETTINGS | {"JAX_COMPILATION_CACHE_DIR": f"{home}/peers"}
    rows = []
    kept, restarted = Kernel(environment), Kernel(environment)
    async with Runner(load()) as runner:
        for label, snippet in SNIPPETS.items():
            # `print` needs no jax: a kernel or script that prints imports nothing either.
            code = snippet if label == "print" else whole(snippet)
            path = Path(home) / "snippet.py"
            path.write_text(code)
            figures: dict[str, list[Sequence[float]]] = {name: [] for name in ("ours", *PEERS)}
            for turn in range(rounds + 1):
                results = {
                    "ours": await ours(runner, snippet),
                    "kept": kept.run(code),
                    "restarted": restarted.restart_and_run(code),
                    "python": program(path, environment),
                }
                if turn:  # the first round fills the caches
                    for name, result in results.items():
                        figures[name].append(result)
            medians = {
                name: [statistics.median(column) for column in zip(*rounds_, strict=True)]
                for name, rounds_ in figures.items()
            }
            for index, moment in enumerate(("first output", "end")):
                mine = medians["ours"][index]
                ratios = (
                    f"{milliseconds(other)} ({mine / other:.2f}x)"
                    for other in (medians[peer][index] for peer in PEERS)
                )
                rows.append((f"{label}, {moment}", milliseconds(mine), *ratios))
    kept.close()
    restarted.close()
    head = ("Run to", "jax-tutor", "kept kernel", "restarted kernel", "`python snippet.py`")
    return (
        table(head, rows)
        + f"\n\nMedians of {rounds} rounds; in brackets jax-tutor's time over the peer's."
    )


if __name__ == "__main__":
    publish("runs", asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 11)))
