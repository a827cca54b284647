"""Who may import whom, read off the sources (import-linter) and off running processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def loaded_by(statement: str) -> set[str]:
    """Top-level modules in a fresh interpreter after `statement`."""
    probe = f"{statement}\nimport sys\nprint(*sorted({{m.split('.')[0] for m in sys.modules}}))"
    result = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True, timeout=60
    )
    return set(result.stdout.split())


def test_the_contracts_in_pyproject_hold() -> None:
    result = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command; lint_imports_command()",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    "statement",
    [
        "import tutor.tui.app",
        "import tutor.plain.session",
        "import tutor.runner.client, tutor.verify",
        "import tutor.clinic.match, tutor.charts, tutor.study, tutor.course",
    ],
)
def test_the_learner_s_side_of_the_pipe_never_loads_jax(statement: str) -> None:
    assert not loaded_by(statement) & {"jax", "jaxlib", "flax", "optax"}


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["list"], ["show", "arrays"], ["show", "glossary"], ["progress"]],
)
def test_light_commands_load_neither_jax_nor_textual(arguments: list[str]) -> None:
    statement = (
        f"import sys; sys.argv = ['jax-tutor', *{arguments!r}]\n"
        "import contextlib, io\n"
        "from tutor.cli import main\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n"
        "    main()\n"
    )
    loaded = loaded_by(statement)
    assert "tutor" in loaded
    assert not loaded & {"jax", "jaxlib", "flax", "optax", "textual"}


def test_the_app_starts_without_the_schedule() -> None:
    pages = "import tutor.tui.app, tutor.tui.screens.home, tutor.tui.screens.lesson"
    assert "fsrs" not in loaded_by(pages)
    assert "fsrs" in loaded_by(f"{pages}; import tutor.tui.screens.review")


def test_the_events_need_nothing_but_msgspec_and_the_errors() -> None:
    ours = subprocess.run(
        [
            sys.executable,
            "-c",
            "import tutor.events, sys; print(*[m for m in sys.modules if m.startswith('tutor')])",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert set(ours) == {"tutor", "tutor.events", "tutor.errors"}
