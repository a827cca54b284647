"""A worker builds few of MLIR's contexts, and programs come out as they did."""

from __future__ import annotations

import pytest
from jax._src.interpreters import mlir

from tests.runner.lab import Lab
from tutor.runner import lowering


def test_one_thread_s_programs_share_a_context_and_another_thread_has_its_own(lab: Lab) -> None:
    run = lab.run(
        "import threading\n"
        "from jax._src.interpreters import mlir\n"
        "for _ in range(200):\n"
        "    if mlir.make_ir_context() is mlir.make_ir_context(): break\n"
        "mine, other = [mlir.make_ir_context()], []\n"
        "thread = threading.Thread(target=lambda: other.append(mlir.make_ir_context()))\n"
        "thread.start(); thread.join()\n"
        "print(_ < 199, mine[0] is not other[0])\n"
    )
    assert run.text == "True True\n"


def test_many_programs_in_several_threads_come_out_right(lab: Lab) -> None:
    run = lab.run(
        "import threading, jax, jax.numpy as jnp\n"
        "wrong = []\n"
        "def work(n):\n"
        "    for k in range(10):\n"
        "        f = jax.jit(lambda x: x * k + n)\n"
        "        lowered = f.lower(jnp.ones(n + 1))\n"
        "        if float(lowered.compile()(jnp.ones(n + 1))[0]) != k + n: wrong.append((n, k))\n"
        "threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]\n"
        "for t in threads: t.start()\n"
        "for t in threads: t.join()\n"
        "print(wrong)\n"
    )
    assert run.text == "[]\n"


def test_a_context_is_let_go_after_so_many_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    def build() -> object:
        made.append(object())
        return made[-1]

    monkeypatch.setattr(mlir, "make_ir_context", build)
    monkeypatch.delattr(mlir, "_thread_local_context", raising=False)
    lowering.share_contexts()
    used = [mlir.make_ir_context() for _ in range(2 * lowering.USES + 1)]
    assert len(made) == 3
    assert used.count(made[0]) == used.count(made[1]) == lowering.USES


def test_without_that_place_in_jax_nothing_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(mlir, "make_ir_context")
    lowering.share_contexts()
    assert not hasattr(mlir, "make_ir_context")
