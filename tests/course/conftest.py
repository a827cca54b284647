"""A small course that is in order and uses every directive; tests copy it and break the copy."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tutor import locale
from tutor.course.findings import Finding
from tutor.course.inspection import survey
from tutor.verify.marks import mark_translated

SMALL = Path(__file__).parent / "data" / "small"


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    before = locale.language()
    locale.set_language("en")
    yield
    locale.set_language(before)


@dataclass(frozen=True)
class CourseFolder:
    """A course that a test may change."""

    path: Path

    def edit(self, file: str, old: str, new: str, fresh: bool = True) -> None:
        """Replaces `old`, which must be there once; keeps the translations fresh if asked."""
        path = self.path / file
        text = path.read_text()
        assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in {file}"
        path.write_text(text.replace(old, new))
        if fresh:
            self.mark()

    def mark(self) -> None:
        for view in survey(self.path).views:
            mark_translated(view)

    def line(self, file: str, text: str) -> int:
        """The line of `file` that holds `text`."""
        lines = (self.path / file).read_text().split("\n")
        return next(number for number, line in enumerate(lines, start=1) if text in line)

    def findings(self) -> list[Finding]:
        return list(survey(self.path).findings)

    def only(self) -> Finding:
        found = self.findings()
        assert len(found) == 1, "\n".join(map(str, found))
        return found[0]


@pytest.fixture
def course(tmp_path: Path) -> CourseFolder:
    path = tmp_path / "small"
    shutil.copytree(SMALL, path)
    return CourseFolder(path)
