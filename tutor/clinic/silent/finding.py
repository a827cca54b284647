"""What was noticed, before it is evidence; and where findings are collected."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from tutor.clinic.kinds import plain_text
from tutor.events import Evidence

MOST = 8
"""Findings of one Run that are told."""
LONGEST = 200


@dataclass(frozen=True)
class Finding:
    """`details` fill in the text of the variant; `also` are lines that play a part."""

    cause: str
    variant: str
    line: int
    """Of the program, hidden lines included."""
    details: dict[str, str] = field(default_factory=dict)
    also: dict[str, int] = field(default_factory=dict)


class Findings:
    """Tells each finding once, as evidence, at most `MOST`; from any thread."""

    def __init__(
        self,
        tell: Callable[[Evidence], None],
        filename: str,
        hidden_lines: int,
        silenced: frozenset[str] = frozenset(),
    ) -> None:
        self._tell, self._filename, self._hidden = tell, filename, hidden_lines
        self._silenced = silenced
        self._told: set[tuple[str, int]] = set()
        self._lock = threading.Lock()

    def wants(self, *causes: str) -> bool:
        """Whether one of these causes is not silenced."""
        return any(cause not in self._silenced for cause in causes)

    def add(self, finding: Finding) -> None:
        if finding.cause in self._silenced or finding.line <= self._hidden:
            return
        with self._lock:
            place = finding.cause, finding.line
            if place in self._told or len(self._told) >= MOST:
                return
            self._told.add(place)
            self._tell(self._evidence(finding))

    def _evidence(self, finding: Finding) -> Evidence:
        details = {"variant": finding.variant}
        details |= {name: plain_text(text, LONGEST) for name, text in finding.details.items()}
        details |= {
            name: str(line - self._hidden)
            for name, line in finding.also.items()
            if line > self._hidden
        }
        return Evidence(
            kind="silent",
            silent=finding.cause,
            filename=self._filename,
            line=finding.line - self._hidden,
            details=details,
        )
