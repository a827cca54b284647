"""X-ray of a Run: in a confined worker, and from the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.runner.lab import Lab
from tutor.events import Block
from tutor.settings import Settings

CODE = """\
import jax, jax.numpy as jnp
print("hello")
@jax.jit
def f(x):
    return x * 2
f(jnp.ones(2)); f(jnp.ones(3))
"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JAX_TUTOR_HOME", str(tmp_path_factory.mktemp("xray")))
        lab = Lab(Settings())
        yield lab
        lab.close()


def xray(lab: Lab, code: str) -> list[Block]:
    told = lab.run(code, xray=True)
    return [block for block in told.of(Block) if block.kind == "xray"]


def test_a_confined_worker_tells_its_traces(lab: Lab) -> None:
    (block,) = xray(lab, CODE)
    (function,) = block.data["functions"]
    assert (function["name"], function["traced"], function["compiled"]) == ("f", 2, 2)
    assert function["traces"][1]["why"]["kind"] == "shape"
    assert block.data["device_known"]


def test_without_asking_there_is_none(lab: Lab) -> None:
    assert not lab.run(CODE).of(Block)


def test_without_asking_nothing_listens(lab: Lab) -> None:
    code = (
        "import sys, threading\n"
        "from jax._src import monitoring\n"
        "print(sys.getprofile(), threading._profile_hook)\n"
        "print('tutor.xray' in repr(monitoring._event_duration_secs_listeners))\n"
    )
    assert lab.run(code).text == "None None\nFalse\n"
    hooks, listens, _end = lab.run(code, xray=True).text.split("\n")
    assert "None" not in hooks
    assert listens == "True"


def test_a_program_that_raises_is_seen_up_to_there(lab: Lab) -> None:
    (block,) = xray(lab, CODE + "1 / 0\n")
    assert block.data["functions"][0]["traced"] == 2


def run(path: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tutor", "run", *options, str(path)],
        capture_output=True, text=True, timeout=110,
    )  # fmt: skip


def test_run_xray_prints_once_and_ends_as_the_run_did(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_text(CODE + "raise SystemExit(3)\n")
    result = run(path, "--xray")
    assert result.stdout.count("hello") == 1
    assert "f (line 3): traced 2x, compiled 2x" in result.stdout
    assert result.returncode == 1


def test_run_xray_json_ends_with_done(tmp_path: Path) -> None:
    path = tmp_path / "train.py"
    path.write_text(CODE)
    events = [json.loads(line) for line in run(path, "--xray", "--json").stdout.splitlines()]
    kinds = [event["type"] for event in events]
    assert kinds[-1] == "done"
    assert kinds.count("done") == kinds.count("block") == 1
