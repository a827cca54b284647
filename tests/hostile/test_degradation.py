"""Where the kernel lacks a layer it is said, tried for real, and required or refused by choice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.runner.lab import Lab
from tutor import paths
from tutor.events import Started
from tutor.settings import Settings

HIDE = Path(__file__).parent / "hide.py"

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def tutor(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs jax-tutor in a home of its own, under a kernel that lacks some layers."""
    real = tmp_path / "user"
    real.mkdir()
    monkeypatch.setenv("HOME", str(real))
    (tmp_path / "program.py").write_text("print('ran')\n")
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, without: str = "", settings: str = "") -> object:
        path = paths.config_file()
        path.parent.mkdir(parents=True, exist_ok=True)
        prefix = [sys.executable, str(HIDE), without] if without else []
        path.write_text(f"[runner]\nprefix = {json.dumps(prefix)}\n{settings}")
        return subprocess.run(
            [sys.executable, "-m", "tutor", *arguments],
            capture_output=True,
            text=True,
            timeout=90,
            env=os.environ,
        )

    return run  # type: ignore[return-value]


def test_with_all_layers_nothing_is_said(tutor: Command) -> None:
    result = tutor("run", "program.py")
    assert (result.returncode, result.stdout, result.stderr) == (0, "ran\n", "")


def test_with_a_layer_less_every_run_says_what_is_missing(tutor: Command) -> None:
    result = tutor("run", "program.py", without="landlock")
    assert (result.returncode, result.stdout) == (0, "ran\n")
    assert "partial" in result.stderr
    assert "files" in result.stderr
    result = tutor("run", "program.py", without="seccomp")
    assert "network, processes, signals" in result.stderr


def test_every_run_tells_its_front_end_what_is_missing(home: Path) -> None:
    lab = Lab(Settings(prefix=(sys.executable, str(HIDE), "seccomp")))
    for _ in range(2):
        (started,) = lab.run("print(1)").of(Started)
        assert started.missing == ("network", "processes", "signals")
    lab.close()


def test_with_none_it_runs_only_when_that_was_allowed(tutor: Command) -> None:
    result = tutor("run", "program.py", without="landlock,seccomp")
    assert (result.returncode, result.stdout) == (126, "")
    assert "--unconfined" in result.stderr
    result = tutor("run", "--unconfined", "program.py", without="landlock,seccomp")
    assert (result.returncode, result.stdout) == (0, "ran\n")
    assert "none" in result.stderr


def test_what_a_site_requires_must_be_there(tutor: Command) -> None:
    result = tutor("run", "program.py", without="landlock", settings='require = ["files"]\n')
    assert (result.returncode, result.stdout) == (126, "")
    result = tutor("run", "program.py", without="landlock", settings='require = ["network"]\n')
    assert (result.returncode, result.stdout) == (0, "ran\n")


def found(result: subprocess.CompletedProcess[str]) -> dict[str, tuple[str, str]]:
    return {f["id"]: (f["kind"], f["text"]) for f in json.loads(result.stdout)["findings"]}


def test_the_doctor_has_tried_each_protection(tutor: Command) -> None:
    result = tutor("doctor", "--json")
    assert result.returncode == 0, result.stdout
    said = found(result)
    for name in ("files", "reading", "network", "processes", "signals"):
        assert said[name][0] == "fine"
        assert "was refused" in said[name][1]
    for name in ("python", "jax", "devices", "time", "memory", "disk", "output", "locale", "slots"):
        assert said[name][0] == "fine", said[name]
    assert said["data"][1] == str(paths.store_file())


@pytest.mark.parametrize(
    ("layer", "lost", "kept"),
    [
        ("landlock", ("files", "reading"), ("network", "processes", "signals")),
        ("seccomp", ("network", "processes"), ("files", "reading")),
    ],
)
def test_the_doctor_sees_what_gets_through(
    tutor: Command, layer: str, lost: tuple[str, ...], kept: tuple[str, ...]
) -> None:
    result = tutor("doctor", "--json", without=layer)
    assert result.returncode == 1
    said = found(result)
    assert {said[name][0] for name in lost} == {"missing"}
    assert {said[name][0] for name in kept} == {"fine"}
    assert list(Path.home().iterdir()) == []


def test_the_doctor_speaks_both_languages(tutor: Command) -> None:
    english, chinese = tutor("doctor"), tutor("--lang", "zh-CN", "doctor")
    assert "a write to your home folder was refused" in english.stdout
    assert "写入主目录被拒绝" in chinese.stdout
    assert english.returncode == chinese.returncode == 0


def test_a_host_that_does_not_start_is_missing(tutor: Command) -> None:
    paths.config_file().parent.mkdir(parents=True, exist_ok=True)
    result = tutor("doctor", "--json", settings="")
    assert result.returncode == 0
    paths.config_file().write_text('[runner]\nprefix = ["/nowhere/srun"]\n')
    result = subprocess.run(
        [sys.executable, "-m", "tutor", "doctor", "--json"], capture_output=True, text=True
    )
    assert result.returncode == 1
    assert found(result)["host"][0] == "missing"
