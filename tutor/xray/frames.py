"""Frames of the learner's program, seen from inside a hook."""

from __future__ import annotations

import types
from dataclasses import dataclass

import jax._src.core as core

CO_OPTIMIZED, CO_GENERATORS = 0x1, 0x20 | 0x80 | 0x200
"""Bits of `co_flags`: a function's body; a generator, coroutine or async generator (see dis)."""
INNER = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
"""Bodies that Python 3.11 runs in frames of their own and a learner does not call functions."""


@dataclass(frozen=True)
class Source:
    """The learner's file as its code objects name it."""

    filename: str
    hidden_lines: int

    def line(self, frame: types.FrameType | None) -> int:
        """The learner's line that is running at or above `frame`; 0 when there is none."""
        while frame is not None:
            if frame.f_code.co_filename == self.filename:
                return max(0, (frame.f_lineno or 0) - self.hidden_lines)
            frame = frame.f_back
        return 0

    def own(self, frame: types.FrameType) -> bool:
        """Whether `frame` is a call of a function that the learner wrote."""
        code = frame.f_code
        return (
            code.co_filename == self.filename
            and bool(code.co_flags & CO_OPTIMIZED)
            and not code.co_flags & CO_GENERATORS
            and code.co_name not in INNER
        )


def being_traced() -> bool:
    """Whether what runs now is traced for compiling: under jit, or a body of scan, cond, while."""
    return bool(core.unsafe_am_i_under_a_jit())
