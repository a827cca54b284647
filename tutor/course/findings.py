"""A finding: something in a course that is not in order. A report: all of them so far."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tutor.course.model import Place
from tutor.errors import CourseError


@dataclass(frozen=True, order=True)
class Finding:
    path: Path
    line: int
    """1-based; 0 when the file as a whole is meant."""
    message: str
    advice: str = ""

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else str(self.path)
        return f"{place}: {self.message}" + (f"\n    {self.advice}" if self.advice else "")

    @classmethod
    def of(cls, error: CourseError) -> Finding:
        return cls(error.path, error.line, error.message, error.advice)


class Report:
    """Collects findings while a parser goes on."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []

    def add(self, place: Place, message: str, advice: str = "") -> None:
        self.findings.append(Finding(place.path, place.line, message, advice))

    @contextmanager
    def collect(self) -> Iterator[None]:
        """A CourseError that leaves the block becomes a finding, and the parser goes on."""
        try:
            yield
        except CourseError as error:
            self.findings.append(Finding.of(error))

    def sorted(self) -> list[Finding]:
        """Each finding once, by file and line."""
        return sorted(set(self.findings))

    def raise_first(self) -> None:
        """Raises the first finding as a CourseError, if there is one."""
        if self.findings:
            first = self.findings[0]
            raise CourseError(first.path, first.line, first.message, first.advice)
