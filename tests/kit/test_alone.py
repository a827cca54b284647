"""The kit outside the app: importing it starts nothing, and it prints text."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import jax, jax.numpy as jnp
from tutor.kit import log, compare, show
for step in range(40):
    log(step, loss=jnp.exp(-step / 10.0))
show({"w": jnp.ones(3)}, "params")
compare(plain=lambda x: x * 2, jitted=jax.jit(lambda x: x * 2), args=(jnp.ones(3),), budget=0.05)
"""


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=100,
        env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "", "JAX_PLATFORMS": "cpu", **environment},
    )


def test_importing_the_kit_starts_no_backend_and_loads_no_pictures() -> None:
    result = run(
        "import tutor.kit, sys\n"
        "from jax._src import xla_bridge\n"
        "assert not xla_bridge._backends\n"
        "assert not {'plotext', 'rich', 'textual', 'tutor.charts'} & set(sys.modules)\n"
    )
    assert result.returncode == 0, result.stderr


def test_a_plain_program_prints_curves_tables_and_pictures() -> None:
    result = run(PROGRAM)
    assert result.returncode == 0, result.stderr
    assert "params: " in result.stdout
    assert "first call" in result.stdout
    assert "loss  0.0202" in result.stdout
    assert "\x1b" not in result.stdout


def test_without_unicode_it_prints_ascii() -> None:
    result = run(PROGRAM, PYTHONIOENCODING="ascii")
    assert result.returncode == 0, result.stderr
    assert result.stdout.isascii()
    assert "* loss  0.0202" in result.stdout


def test_nothing_is_lazy_once_a_sink_is_set(tmp_path: Path) -> None:
    """A confined worker can read no module of ours after the host forked it."""
    code = f"""
import sys, jax
import tutor.kit, tutor.kit.sink
from tutor.kit import log, compare, show
tutor.kit.sink.set_sink(lambda event: None)
before = {{m for m in sys.modules if m.startswith("tutor")}}
{PROGRAM}
tutor.kit.sink.flush()
late = {{m for m in sys.modules if m.startswith("tutor")}} - before
assert not late, late
"""
    result = run(code)
    assert result.returncode == 0, result.stderr
    assert result.stdout == ""
