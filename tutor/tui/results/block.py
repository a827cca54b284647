"""What the parts of a result have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod

from tutor.tui.text import Paragraph


class ResultBlock(ABC):
    """A part of a result. `version` grows with every change, so that drawing can be cached."""

    def __init__(self) -> None:
        self.version = 0

    def touch(self) -> None:
        self.version += 1

    @abstractmethod
    def paragraphs(self, cells: int) -> list[Paragraph]:
        """The block in at most `cells` cells, in the language that speaks."""
