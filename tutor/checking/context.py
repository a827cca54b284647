"""What a check has done so far, and how it ends.

One check runs at a time in a process; `current` is its record. Requirements count themselves there,
so that a check which required nothing cannot pass.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any


@dataclass
class Record:
    """Of one run of a check."""

    requirements: int = 0
    """How many were looked at."""
    advisory: bool = False
    """Whether facts were used that the learner's process tells about itself."""
    last: Any = None
    """The last value that came from the learner's code."""


current: ContextVar[Record] = ContextVar("current")


def count() -> None:
    """One more requirement is looked at."""
    record = current.get(None)
    if record is not None:
        record.requirements += 1


class Failed(BaseException):
    """The check is over: the answer is not right.

    Not an Exception, so that no check swallows it by accident.
    """

    def __init__(self, feedback: str, observed: str = "", needed: str = "") -> None:
        super().__init__(feedback)
        self.feedback, self.observed, self.needed = feedback, observed, needed
