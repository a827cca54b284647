"""What binds a worker binds every thread of it, and whatever a program may rightly do works."""

from __future__ import annotations

import asyncio
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.runner.lab import Lab, descendants


def status(pid: int) -> list[dict[str, str]]:
    """The lines of /proc/PID/task/*/status, one dict a thread."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        lines = (task / "status").read_text().splitlines()
        found.append({name: value.strip() for name, _, value in (x.partition(":") for x in lines)})
    return found


def warmed_spare(lab: Lab) -> int:
    """A spare that has its backend and waits; its process id."""

    async def prepare() -> int:
        await lab.runner.prepare(1)
        deadline = time.monotonic() + 40
        while time.monotonic() < deadline:
            await asyncio.sleep(0.2)
            for pid in descendants(lab.host):
                threads = status(pid)
                if len(threads) > 2 and all(t["State"][0] == "S" for t in threads):
                    return pid
        raise AssertionError("no spare was warmed")

    return lab.wait(prepare())


def test_every_thread_of_a_warmed_spare_is_confined(lab: Lab) -> None:
    threads = status(warmed_spare(lab))
    assert {thread["Seccomp"] for thread in threads} == {"2"}
    assert {thread["NoNewPrivs"] for thread in threads} == {"1"}
    for capabilities in ("CapEff", "CapPrm", "CapInh", "CapAmb"):
        assert {int(thread[capabilities], 16) for thread in threads} == {0}


LINEN = """
import flax.linen as nn, jax, jax.numpy as jnp, optax
class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(1)(nn.relu(nn.Dense(8)(x)))
x = jax.random.normal(jax.random.key(0), (32, 4)); y = x.sum(1, keepdims=True)
net = Net(); params = net.init(jax.random.key(1), x); optimizer = optax.adam(0.05)
state = optimizer.init(params)
@jax.jit
def step(params, state):
    loss, grads = jax.value_and_grad(lambda p: ((net.apply(p, x) - y) ** 2).mean())(params)
    updates, state = optimizer.update(grads, state, params)
    return optax.apply_updates(params, updates), state, loss
first = step(params, state)[2]
for _ in range(50): params, state, loss = step(params, state)
print("works" if loss < first / 2 else loss)
"""

NNX = """
import jax, jax.numpy as jnp, optax
from flax import nnx
x = jax.random.normal(jax.random.key(0), (32, 4)); y = x.sum(1, keepdims=True)
model = nnx.Linear(4, 1, rngs=nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)
@nnx.jit
def step(model, optimizer):
    loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss
first = step(model, optimizer)
for _ in range(50): loss = step(model, optimizer)
print("works" if loss < first / 2 else loss)
"""

CALLBACKS = """
import jax, jax.numpy as jnp, numpy as np
seen = []
@jax.jit
def f(x):
    jax.debug.callback(lambda v: seen.append(float(v)), x)
    jax.debug.print("{}", x)
    y = jax.pure_callback(np.sin, jax.ShapeDtypeStruct((), jnp.float32), x)
    return y + jax.experimental.io_callback(lambda v: v, jax.ShapeDtypeStruct((), jnp.float32), x)
import jax.experimental
f(jnp.float32(1.0)).block_until_ready(); jax.effects_barrier()
print("works" if seen == [1.0] else seen)
"""

FILES = """
import json, pathlib, pickle, tempfile
import numpy as np
np.save("a.npy", np.arange(3)); np.savez("b.npz", a=np.ones(2))
assert np.load("a.npy").sum() == 3 and np.load("b.npz")["a"].sum() == 2
m = np.memmap("m", dtype="f4", mode="w+", shape=(4,)); m[:] = 1; m.flush()
with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as file:
    pathlib.Path(folder, "x").write_text("x"); file.write(pickle.dumps([1]))
pathlib.Path("a").mkdir(); pathlib.Path("a/x").write_text("x"); pathlib.Path("a/x").rename("a/y")
print("works")
"""

COPIES = """
import mimetypes, pathlib, shelve, shutil, tarfile, zipfile
pathlib.Path("d").mkdir(); pathlib.Path("d/a").write_text("x")
shutil.copy("d/a", "b"); shutil.copy2("d/a", "c"); shutil.copytree("d", "e"); shutil.move("e", "f")
with zipfile.ZipFile("z.zip", "w") as z: z.write("b")
with tarfile.open("t.tar", "w") as t: t.add("b")
zipfile.ZipFile("z.zip").extractall("z")
with tarfile.open("t.tar") as t: t.extractall("t")
with shelve.open("s") as s: s["a"] = 1
with shelve.open("s") as s: assert s["a"] == 1
assert [p.read_text() for p in map(pathlib.Path, ("b", "c", "f/a", "z/b", "t/b"))] == ["x"] * 5
assert mimetypes.guess_type("a.csv")[0] == "text/csv"
print("works")
"""

DATA = """
import sqlite3, logging.handlers, mmap, zoneinfo, datetime, inspect, importlib.resources
base = sqlite3.connect("x.db"); base.execute("create table t(a)")
base.execute("insert into t values(3)"); base.commit()
assert base.execute("select a from t").fetchone() == (3,)
handler = logging.handlers.RotatingFileHandler("x.log", maxBytes=50, backupCount=1)
for _ in range(5): handler.handle(logging.makeLogRecord({"msg": "a line"}))
with open("m", "w+b") as file:
    file.write(bytes(4096)); file.flush(); mmap.mmap(file.fileno(), 0)[:3] = b"abc"
def f(x): return x
assert inspect.getsource(f) == "def f(x): return x\\n"
assert datetime.datetime(2026, 1, 1, tzinfo=zoneinfo.ZoneInfo("Asia/Shanghai")).utcoffset()
assert importlib.resources.files("jax").joinpath("version.py").read_text()
print("works")
"""

ASYNC = """
import asyncio, concurrent.futures, threading, queue
async def one(n):
    await asyncio.sleep(0.01)
    return n
async def main():
    loop = asyncio.get_running_loop()
    inside = await loop.run_in_executor(None, lambda: 3)
    return sum(await asyncio.gather(one(1), one(2))) + inside
assert asyncio.run(main()) == 6
with concurrent.futures.ThreadPoolExecutor(4) as pool:
    assert sum(pool.map(lambda n: n * n, range(5))) == 30
print("works")
"""

ORBAX = """
import pathlib
import jax.numpy as jnp, orbax.checkpoint as ocp
tree = {"w": jnp.arange(4.0), "b": jnp.ones(2)}
here = pathlib.Path.cwd()
with ocp.StandardCheckpointer() as saver:
    saver.save(here / "one", tree); saver.wait_until_finished()
    assert saver.restore(here / "one", tree)["w"].sum() == 6
with ocp.AsyncCheckpointer(ocp.StandardCheckpointHandler()) as saver:
    saver.save(here / "two", args=ocp.args.StandardSave(tree)); saver.wait_until_finished()
    assert saver.restore(here / "two")["b"].sum() == 2
print("works")
"""

ORDINARY = {
    "linen": LINEN,
    "nnx": NNX,
    "callbacks": CALLBACKS,
    "files": FILES,
    "copies": COPIES,
    "data": DATA,
    "async": ASYNC,
}


@pytest.mark.parametrize("name", ORDINARY)
def test_ordinary_programs_run_inside(lab: Lab, name: str) -> None:
    told = lab.run(ORDINARY[name])
    assert told.done.status == "ok", told.error.evidence.traceback
    assert told.text.endswith("works\n")


@pytest.mark.skipif(find_spec("orbax") is None, reason="orbax is not installed")
def test_checkpoints_are_saved_and_restored_inside(lab: Lab) -> None:
    told = lab.run(ORBAX, wall=60.0, cpu=120.0)
    assert told.done.status == "ok", told.errors[-2000:]
    assert told.text.endswith("works\n")
