"""Frames of the learner's program, seen from inside a hook."""

from __future__ import annotations

import functools
import types
from dataclasses import dataclass
from typing import Any

import jax
import jax._src.core as core
import jax._src.linear_util as linear_util

from tutor.xray.calls import jit_call

CO_OPTIMIZED, CO_GENERATORS = 0x1, 0x20 | 0x80 | 0x200
"""Bits of `co_flags`: a function's body; a generator, coroutine or async generator (see dis)."""
INNER = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
"""Bodies that Python 3.11 runs in frames of their own and a learner does not call functions."""
MOST_WRAPPED = 20
JITTED: Any = type(jax.jit(lambda: None))
_EMPTY = types.CellType()


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

    def compiling(self, frame: types.FrameType | None) -> types.CodeType | None:
        """The function of the learner that jit works on in `frame` or above; the innermost one.

        None when it is a library's, or when the learner lowers and compiles by hand.
        """
        call = jit_call(frame)
        return self.wrapped_in(call.function) if call is not None else None

    def wrapped_in(self, function: Any) -> types.CodeType | None:
        """The code of what `function` wraps, where the learner wrote it."""
        wraps = [function]
        for _turn in range(MOST_WRAPPED):
            if not wraps:
                break
            inner = wraps.pop()
            if (
                isinstance(inner, types.FunctionType)
                and inner.__code__.co_filename == self.filename
            ):
                return inner.__code__
            wraps += _wrapped(inner)
        return None


def _wrapped(function: Any) -> list[Any]:
    """What a function calls in the end, as far as it says. Runs no code of the learner's."""
    if isinstance(function, types.MethodType):
        return [function.__func__]
    if isinstance(function, functools.partial):
        return [function.func]
    if isinstance(function, linear_util.WrappedFun):
        return [function.f]
    if isinstance(function, JITTED):
        given = getattr(function, "__wrapped__", None)
        return [given] if given is not None else []
    named = getattr(function, "__dict__", {}).get("__wrapped__")
    if named is not None:
        return [named]
    if not isinstance(function, types.FunctionType):
        return []
    # A library's function that was made around the learner's, as pmap makes one.
    return [cell.cell_contents for cell in function.__closure__ or () if cell != _EMPTY]


def being_traced() -> bool:
    """Whether what runs now is traced for compiling: under jit, or a body of scan, cond, while."""
    return bool(core.unsafe_am_i_under_a_jit())
