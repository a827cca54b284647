"""The tree stays easy to read: modules are short, and one module knows each outside part."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "tutor").rglob("*.py"))
LONGEST = 500


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_module_has_one_purpose_and_fits_in_500_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize(
    ("outside", "owner"),
    [
        ("plotext", "tutor/charts"),
        ("landlockpy", "tutor/runner/sandbox"),
        ("seccompy", "tutor/runner/sandbox"),
        ("sqlite3", "tutor/study"),
        ("fsrs", "tutor/study/memory.py"),
        ("platformdirs", "tutor/paths.py"),
        ("markdown_it", "tutor/course"),
        ("textual", "tutor/tui"),
        ("tree_sitter_python", "tutor/tui"),
        ("tomlkit", "tutor/settings.py"),
        ("gettext", "tutor/locale"),
        ("wcwidth", "tutor/locale"),
    ],
)
def test_one_owner_for_every_outside_part(outside: str, owner: str) -> None:
    uses = re.compile(rf"^\s*(?:import|from) {outside}\b", re.MULTILINE)
    strangers = [
        str(path.relative_to(ROOT))
        for path in SOURCES
        if uses.search(path.read_text(encoding="utf-8"))
        and not str(path.relative_to(ROOT)).startswith(owner)
    ]
    assert strangers == []


def test_the_version_is_the_same_everywhere() -> None:
    import tomllib

    from tutor import __version__

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
    assert f"[{__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
