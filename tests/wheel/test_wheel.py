"""The wheel is the product: built, installed outside the checkout, and an exercise done with it."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment that holds the wheel.

    The libraries are those of this environment, by a line in a .pth file: it puts their folder on
    the path without processing what an editable install of the package left there.
    """
    folder = tmp_path_factory.mktemp("wheel")
    # The isolated build would need the network; hatchling is in the extra `test`.
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT]
    built = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = folder.glob("jax_tutor-*.whl")
    environment = folder / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    (site,) = environment.glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return environment / "bin" / "python"


def tutor(python: Path, home: Path, *arguments: str, text: str = "") -> tuple[int, str]:
    """Exit code and everything printed by `jax-tutor ARGUMENTS` with an empty HOME."""
    result = subprocess.run(
        [python, "-c", "from tutor.cli import main; main()", *arguments],
        cwd=home,
        env={"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8"},
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return result.returncode, result.stdout + result.stderr


def test_the_package_is_the_one_from_the_wheel(python: Path, tmp_path: Path) -> None:
    code = "import tutor, tutor.paths; print(tutor.__file__, tutor.paths.builtin_course_dir())"
    printed = subprocess.run(
        [python, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path
    ).stdout
    assert str(ROOT) not in printed
    assert "_lessons" in printed


def test_the_wheel_lists_the_course(python: Path, tmp_path: Path) -> None:
    code, printed = tutor(python, tmp_path, "list")
    assert code == 0, printed
    assert "grad/wrt-weights" in printed


def test_an_exercise_passes_and_a_wrong_answer_does_not(python: Path, tmp_path: Path) -> None:
    start = "def loss(x, w):\n    return jnp.mean((x @ w - 1.0) ** 2)\n\n"
    target = ("check", "grad/wrt-weights", "-")
    code, printed = tutor(python, tmp_path, *target, text=start + "dloss = jax.grad(loss, 1)\n")
    assert code == 0, printed
    code, printed = tutor(python, tmp_path, *target, text=start + "dloss = jax.grad(loss)\n")
    assert code == 1, printed
