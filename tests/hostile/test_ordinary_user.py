"""The matrix as an ordinary user, with the package from its wheel in a folder readable by all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = [pytest.mark.full, pytest.mark.timeout(900)]

ROOT = Path(__file__).resolve().parents[2]
USER = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "env"]
"""By way of `env`, since setpriv itself may still start what only root can."""
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"


def usable(*command: str) -> bool:
    try:
        return subprocess.run([*USER, *command], capture_output=True, timeout=60).returncode == 0
    except OSError:
        return False


def python_for_all() -> str | None:
    """A Python of this version that an ordinary user can start and that finds the libraries."""
    libraries = sysconfig.get_path("purelib")
    code = f"import sys; sys.path.append({libraries!r}); import jax, venv; assert {VERSION!r} == "
    code += "'{}.{}'.format(*sys.version_info)"
    for python in (os.path.realpath(sys.executable), f"/usr/bin/python{VERSION}"):
        if usable(python, "-I", "-c", code):
            return python
    return None


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """An environment with the wheel, and the tests beside it; owned by an ordinary user."""
    if os.getuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root can become somebody else, by setpriv")
    python = python_for_all()
    if python is None:
        pytest.skip(f"no Python {VERSION} here that an ordinary user can start")
    folder = Path(tempfile.mkdtemp(prefix="jax-tutor-user-"))
    try:
        command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder]
        built = subprocess.run([*command, ROOT], capture_output=True, text=True, timeout=120)
        assert built.returncode == 0, built.stdout + built.stderr
        subprocess.run([python, "-m", "venv", "--without-pip", folder / "env"], check=True)
        (site,) = folder.glob("env/lib/python*/site-packages")
        with zipfile.ZipFile(next(folder.glob("*.whl"))) as archive:
            archive.extractall(site)
        (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
        work = folder / "work"
        work.mkdir()
        shutil.copy(ROOT / "pyproject.toml", work)
        leave = shutil.ignore_patterns("__pycache__", ".hypothesis")
        shutil.copytree(ROOT / "tests", work / "tests", ignore=leave)
        for path in (work, *work.rglob("*")):
            os.chown(path, 65534, 65534)
        for path in (folder, *folder.rglob("*")):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | 0o755 if path.is_dir() else
                           path.stat().st_mode | 0o444)  # fmt: skip
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def test_inside_no_snippet_reaches_as_an_ordinary_user(place: Path) -> None:
    work = place / "work"
    result = subprocess.run(
        [
            *USER, place / "env" / "bin" / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider",
            "--tb=short",
            "-m", "full or not full",
            "-k", "inside_no_snippet or every_thread or test_disk or main_thread",
            "--basetemp", work / "tmp", "tests/hostile/test_matrix.py",
            "tests/hostile/test_threads.py", "tests/hostile/test_bounds.py",
        ],
        cwd=work,
        env={"PATH": os.environ["PATH"], "HOME": str(work), "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=800,
    )  # fmt: skip
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-2000:]
    passed = int(result.stdout.rsplit(" passed", 1)[0].split()[-1])
    assert passed > 100, result.stdout[-500:]
