"""The course in docs/example-course: built, installed beside the tutor, found by name, proved."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "example-course"


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment that has the course, and the tutor of this one.

    What an installer would do with the wheel is to unpack it; its isolated build would need the
    network. The folder with the libraries is a site of its own here, so an editable install in it
    works too.
    """
    folder = tmp_path_factory.mktemp("example")
    shutil.copytree(EXAMPLE, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder]
    built = subprocess.run(
        [*command, folder / "source"], capture_output=True, text=True, timeout=120
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = folder.glob("jax_tutor_einsum-*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
    (site,) = (folder / "env").glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    libraries = sysconfig.get_path("purelib")
    (site / "libraries.pth").write_text(f"import site; site.addsitedir({libraries!r})\n")
    return folder / "env" / "bin" / "python"


def tutor(python: Path, home: Path, *arguments: str) -> tuple[int, str]:
    """Exit code and everything printed by `jax-tutor ARGUMENTS` with an empty HOME."""
    result = subprocess.run(
        [python, "-c", "from tutor.cli import main; main()", *arguments],
        cwd=home,
        env={"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=240,
    )
    return result.returncode, result.stdout + result.stderr


def test_it_is_found_by_its_name_and_not_imported(python: Path, tmp_path: Path) -> None:
    code, printed = tutor(python, tmp_path, "--course", "einsum", "list", "--json")
    assert code == 0, printed
    course = json.loads(printed)
    assert (course["course"], course["titles"]["zh-CN"]) == ("einsum", "用字母写求和")
    assert str(python.parents[1]) in course["path"]
    probe = (
        "import sys; from tutor.course import discover\n"
        "print([entry.name for entry in discover()], 'jax_tutor_einsum' in sys.modules)"
    )
    said = subprocess.run([python, "-c", probe], capture_output=True, text=True, check=True).stdout
    assert said == "['jax', 'einsum'] False\n"


def test_a_wrong_name_names_the_courses_that_there_are(python: Path, tmp_path: Path) -> None:
    code, printed = tutor(python, tmp_path, "--course", "einsam", "list")
    assert code == 2
    assert "There are: jax, einsum." in printed


def test_it_verifies(python: Path, tmp_path: Path) -> None:
    code, printed = tutor(python, tmp_path, "--course", "einsum", "verify", "--jobs", "1")
    assert code == 0, printed
    assert "0 findings, 8 runs" in printed


def test_its_glossary_and_a_page(python: Path, tmp_path: Path) -> None:
    code, printed = tutor(python, tmp_path, "--course", "einsum", "show", "glossary")
    assert (code, printed.split("\n")[0]) == (0, "einsum (Einstein summation, 爱因斯坦求和)")
    code, printed = tutor(python, tmp_path, "show", "einsum/row-dots", "--course", "einsum")
    assert code == 0, printed
    assert "Row by row" in printed
