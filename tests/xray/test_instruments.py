"""X-ray counts what happened, says why again, and adds up."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.xray.more_programs import MORE
from tests.xray.programs import HEAD, PROGRAMS, Known
from tutor.charts import blocks
from tutor.events import Block
from tutor.xray import Instruments

Data = dict[str, Any]


def seen(code: str, folder: Path, hidden_lines: int = 0) -> tuple[Data, Data]:
    """What the instruments found in a program, and its namespace."""
    instruments = Instruments("program.py", hidden_lines, folder)
    namespace: Data = {"__name__": "__main__"}
    compiled = compile(code, "program.py", "exec", dont_inherit=True)
    instruments.start()
    try:
        exec(compiled, namespace)
    finally:
        instruments.stop()
    # To show programs, functions may be traced again.
    bodies = dict(namespace.get("bodies", {}))
    return instruments.data(namespace), namespace | {"bodies": bodies}


def by_name(data: Data) -> dict[str, Data]:
    return {function["name"]: function for function in data["functions"]}


def counted_right(known: Known, folder: Path) -> None:
    data, namespace = seen(HEAD + known.code, folder)
    found = by_name(data)
    for name, count in namespace["bodies"].items():
        assert found[name]["ran"] == known.ran.get(name, 0), name
        assert found[name]["traced"] == count - found[name]["ran"], name
    assert {name: found[name]["compiled"] for name in known.compiled} == known.compiled
    if known.why:
        first = next(iter(known.compiled))
        kinds = [trace["why"]["kind"] for trace in found[first]["traces"][1:]]
        assert tuple(kinds) == known.why
    assert sum(data["split"].values()) == pytest.approx(data["seconds"], rel=0.01)
    assert blocks.words(Block(kind="xray", data=data))[0].startswith("X-ray")


@pytest.mark.parametrize("known", PROGRAMS + MORE, ids=lambda known: known.name)
def test_traces_are_the_calls_of_the_bodies_and_compiles_are_known(
    known: Known, tmp_path: Path
) -> None:
    counted_right(known, tmp_path)


def test_so_they_are_on_eight_devices(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib\n"
        "from tests.xray.more_programs import SPREAD\n"
        "from tests.xray.test_instruments import counted_right\n"
        "for known in SPREAD:\n"
        "    print(known.name, flush=True)\n"
        "    counted_right(known, pathlib.Path(sys.argv[1]))\n"
    )
    flags = "--xla_force_host_platform_device_count=8"
    result = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True, text=True, timeout=110,
        env={**os.environ, "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu"},
    )  # fmt: skip
    assert result.returncode == 0, result.stdout + result.stderr


def test_parts_of_the_time_add_up_to_the_whole(tmp_path: Path) -> None:
    code = """\
import time, jax, jax.numpy as jnp
time.sleep(0.2)
x = jnp.ones((1200, 1200))
for _ in range(3): x = (x @ x) / 1200
x.block_until_ready()
jax.jit(lambda x: jnp.sin(x).sum())(x).block_until_ready()
"""
    data, _ = seen(code, tmp_path)
    assert sum(data["split"].values()) == pytest.approx(data["seconds"], rel=0.01)
    assert min(data["split"].values()) >= 0
    assert data["device_known"]
    assert data["split"]["python"] >= 0.2
    assert data["split"]["run"] > 0
    assert data["split"]["compile"] > 0


def test_lines_are_the_learner_s(tmp_path: Path) -> None:
    code = "import jax\nimport jax.numpy as jnp\n\n@jax.jit\ndef f(x):\n    return x\n\nf(1.0)\n"
    data, _ = seen(code, tmp_path, hidden_lines=2)
    (function,) = data["functions"]
    assert function["line"] == 2
    assert function["traces"][0]["line"] == 6


def test_plain_calls_are_told_apart_from_traces(tmp_path: Path) -> None:
    code = "import jax\ndef f(x): return x * 2\nf(1.0); f(2.0)\njax.jit(f)(3.0)\n"
    data, _ = seen(code, tmp_path)
    (function,) = data["functions"]
    assert (function["ran"], function["traced"], function["compiled"]) == (2, 1, 1)


def test_the_program_of_a_function_is_its_jaxpr_and_the_compiler_s_estimate(tmp_path: Path) -> None:
    code = (
        "import jax, jax.numpy as jnp\n"
        "@jax.jit\ndef f(a, b):\n    return a @ b\n"
        "f(jnp.ones((8, 16)), jnp.ones((16, 4)))\n"
    )
    data, _ = seen(code, tmp_path)
    (program,) = data["programs"]
    assert program["jaxpr"]["primitives"] == {"dot_general": 1}
    assert program["operations"] == pytest.approx(2 * 8 * 16 * 4, rel=0.2)
    assert program["arguments"] == 4 * (8 * 16 + 16 * 4)
    assert program["results"] == 4 * 8 * 4


@pytest.mark.parametrize(
    ("code", "primitive"),
    [
        ("f = jax.jit(partial(scale, 3.0)); f(jnp.ones(3))", "mul"),
        ("f = jax.jit(partial(scale, x=jnp.ones(3))); f(3.0)", "mul"),
        ("f = jax.jit(scale, static_argnums=0); f(3.0, jnp.ones(3))", "mul"),
        ("f = jax.jit(scale, donate_argnames='x'); f(x=jnp.ones(3), k=2.0)", "mul"),
        ("f = jax.jit(Scaler().scale); f(jnp.ones(3))", "mul"),
        ("f = jax.jit(jax.vmap(scale)); f(jnp.ones(3), jnp.ones((3, 2)))", "mul"),
        ("f = jax.jit(jax.grad(total)); f(jnp.ones(3))", "cos"),
        ("model = nnx.Linear(3, 2, rngs=nnx.Rngs(0)); g = nnx.jit(applied); g(model, jnp.ones(3))",
         "dot_general"),
        ("model = nnx.Linear(3, 2, rngs=nnx.Rngs(0)); g = nnx.jit(nnx.value_and_grad(loss));"
         " g(model, jnp.ones(3))", "dot_general"),
    ],
)  # fmt: skip
def test_a_program_is_shown_whatever_jit_was_given(
    code: str, primitive: str, tmp_path: Path
) -> None:
    head = (
        "import jax, jax.numpy as jnp\nfrom functools import partial\nfrom flax import nnx\n"
        "def scale(k, x): return k * x\n"
        "def total(x): return jnp.sin(x).sum()\n"
        "def applied(model, x): return model(x)\n"
        "def loss(model, x): return model(x).sum()\n"
        "class Scaler:\n    k = 3.0\n    def scale(self, x): return self.k * x\n"
    )
    (program,) = seen(head + code, tmp_path)[0]["programs"]
    assert primitive in program["jaxpr"]["primitives"]
    assert program["arguments"] > 0


def test_the_program_of_a_step_has_the_arguments_of_the_whole_call(tmp_path: Path) -> None:
    code = (
        "import jax, jax.numpy as jnp, optax\nfrom flax import nnx\n"
        "model = nnx.Linear(3, 2, rngs=nnx.Rngs(0))\n"
        "optimizer = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)\n"
        "@nnx.jit\n"
        "def step(model, optimizer, x):\n"
        "    def loss(model): return jnp.mean(model(x) ** 2)\n"
        "    grads = nnx.grad(loss)(model)\n"
        "    optimizer.update(model, grads)\n"
        "for _ in range(2): step(model, optimizer, jnp.ones((4, 3)))\n"
    )
    (program,) = [one for one in seen(code, tmp_path)[0]["programs"] if one["name"] == "step"]
    # Kernel, bias, the optimizer's counter and x.
    assert program["arguments"] == 4 * (3 * 2 + 2 + 1 + 4 * 3)


def test_a_library_s_program_is_not_taken_for_the_learner_s(tmp_path: Path) -> None:
    code = (
        "import jax, jax.numpy as jnp\n"
        "exec(compile('def call(f, x): return f(x) + 1', 'library.py', 'exec'), globals())\n"
        "def double(x): return 2 * x\n"
        "jitted = jax.jit(call, static_argnums=0)\n"
        "jitted(double, jnp.ones(3))\n"
    )
    assert seen(code, tmp_path)[0]["programs"] == []


def test_a_jitted_function_that_wraps_nothing_is_passed_over(tmp_path: Path) -> None:
    code = (
        "import jax, jax.numpy as jnp\n"
        "bare = jax.jit(lambda x: x + 1)\nbare(1.0)\ndel bare.__wrapped__\n"
        "def double(x): return 2 * x\n"
        "jax_double = jax.jit(double)\njax_double(jnp.ones(3))\n"
    )
    (program,) = seen(code, tmp_path)[0]["programs"]
    assert program["name"] == "double"


def test_a_program_with_rules_of_its_own_for_derivatives_is_shown(tmp_path: Path) -> None:
    code = (
        "import jax, jax.numpy as jnp\n"
        "@jax.jit\ndef step(w):\n"
        "    def loss(w):\n        return jax.nn.relu(w).sum()\n"
        "    return w - loss(w) * jax.grad(loss)(w)\n"
        "step(jnp.ones(3)); step(jnp.ones(4))\n"
    )
    data, _ = seen(code, tmp_path)
    (program,) = data["programs"]
    assert program["jaxpr"]["primitives"]["custom_jvp_call"] >= 1
    loss = by_name(data)["loss"]
    assert [trace.get("why", {}).get("kind") for trace in loss["traces"]] == [
        None, None, "shape", None,
    ]  # fmt: skip


def test_what_the_program_left_is_shown_with_its_shapes(tmp_path: Path) -> None:
    code = "import jax.numpy as jnp\nparams = {'w': jnp.ones((2, 3)), 'b': jnp.zeros(3)}\nn = 3\n"
    data, _ = seen(code, tmp_path)
    (value,) = data["values"]
    assert (value["label"], value["leaves"], value["bytes"]) == ("params", 2, 36)


def test_a_program_that_profiles_itself_is_not_disturbed(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    code = (
        "import jax, jax.numpy as jnp\n"
        f"with jax.profiler.trace({str(folder)!r}):\n"
        "    jnp.ones(3).sum().block_until_ready()\n"
    )
    with pytest.raises(Exception, match=r"(?i)profile|session"):
        seen(code, tmp_path)
