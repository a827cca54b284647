"""The learner's functions: how often each was traced and compiled, and why again."""

from __future__ import annotations

import contextlib
import types
import weakref
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tutor.xray.calls import JitCall, jit_call
from tutor.xray.frames import Source, being_traced
from tutor.xray.signature import Change, Signature, arguments, change, signature
from tutor.xray.stages import Span

TRACES_KEPT = 200
MOST_FUNCTIONS = 200
RECENT_KEPT = 2_000

Key = tuple[str, int]
"""Name and first line: functions made again and again by the same `def` are one."""


@dataclass(frozen=True)
class Trace:
    """One time that a function was traced."""

    called_from: int
    """The learner's line that made JAX do it."""
    inside: Key | None
    """The function whose trace this one is part of."""
    signature: Signature
    change: Change | None
    """None for the first time, on its own or as part of that function, and where only the function
    that it is part of has changed.
    """
    jit_of: Callable[[], Any]
    """What jit was given, while it lives."""

    def is_of(self, function: object) -> bool:
        """Whether jit was given `function`."""
        return function is not None and self.jit_of() is function


@dataclass(frozen=True)
class Sample:
    """A call that gives the same trace once more."""

    jit_of: Callable[[], Any]
    """What jit was given, while it lives."""
    args: tuple[Any, ...]
    keywords: dict[str, Any]


@dataclass
class Function:
    """What is known of one function of the learner."""

    name: str
    line: int
    ran: int = 0
    """Calls with values, outside of any trace."""
    traced: int = 0
    compiled: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    """Of each stage, by its name; parts that were traced inside count here too."""
    traces: list[Trace] = field(default_factory=list)
    sample: Sample | None = None
    """Of the last call of a jit of this function that was not part of another's trace."""


def _weak(function: object) -> Callable[[], Any]:
    """Nothing that the learner let go of is kept alive."""
    try:
        return weakref.ref(function)
    except TypeError:
        return lambda: None


class Functions:
    """Hears of every call of a learner's function and of every stage, in the order of time."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.known: dict[Key, Function] = {}
        self.programs: Counter[str] = Counter()
        """Programs compiled that are no function of the learner, by name."""
        self._recent: list[tuple[int, Key]] = []
        """Traced calls that no stage has claimed yet: how deep in others, and of what."""
        self._stack: list[tuple[int, Key]] = []
        """Traced calls that have not returned, outermost first, by the identity of their frame."""
        self._awaited: dict[str, Key] = {}
        """What a program of this name, traced last, is made of."""

    def called(self, frame: types.FrameType) -> None:
        """A function of the learner begins."""
        code = frame.f_code
        key = self._key(code)
        function = self.known.get(key)
        if function is None:
            if len(self.known) >= MOST_FUNCTIONS:
                return
            function = self.known[key] = Function(*key)
        if not being_traced():
            function.ran += 1
            return
        function.traced += 1
        values = arguments(frame)
        call = jit_call(frame)
        inside = self._stack[0][1] if self._stack else None
        if len(function.traces) < TRACES_KEPT:
            now = signature(values)
            # As part of another function it is traced whenever that one is.
            jit_of = call.function if call is not None else None
            earlier = [
                (t.signature, t.is_of(jit_of)) for t in function.traces if t.inside == inside
            ]
            why = change(now, earlier) if earlier else None
            if inside is not None and why is not None and why.kind in ("function", "options"):
                # It is traced again since the one that it is part of is: nothing of its own.
                why = None
            function.traces.append(
                Trace(
                    called_from=self._caller(frame),
                    inside=inside,
                    signature=now,
                    change=why,
                    jit_of=_weak(jit_of),
                )
            )
        if inside is None:
            self._keep_sample(function, frame.f_code, call)
        self._recent.append((len(self._stack), key))
        self._stack.append((id(frame), key))
        del self._recent[:-RECENT_KEPT]

    def _keep_sample(self, function: Function, code: types.CodeType, call: JitCall | None) -> None:
        if call is None or self._source.wrapped_in(call.function) is not code:
            return
        with contextlib.suppress(Exception):  # what a learner's own pytree may raise
            function.sample = Sample(_weak(call.function), *call.shaped())

    def returned(self, frame: types.FrameType) -> None:
        """A function of the learner returns, or raises."""
        for index in range(len(self._stack) - 1, -1, -1):
            if self._stack[index][0] == id(frame):
                del self._stack[index:]
                return

    def _caller(self, frame: types.FrameType) -> int:
        return self._source.line(frame.f_back)

    def ended(self, span: Span, frame: types.FrameType | None = None) -> None:
        """A stage of some function is over; `frame` is where JAX was."""
        code = self._source.compiling(frame)
        worked_on = self._key(code) if code is not None else None
        if span.stage == "trace":
            claimed = self._claim(span.name, worked_on)
            if claimed is None:
                # Traced without calling a function of the learner: a library's own program.
                self._awaited.pop(span.name, None)
                return
            self._awaited[span.name] = claimed
        # What was traced as part of another function is compiled for itself without a trace.
        owner = worked_on if worked_on in self.known else self._awaited.get(span.name)
        if owner is None:
            self.programs[span.name] += span.stage == "compile"
            return
        function = self.known[owner]
        spent = function.seconds.get(span.stage, 0.0)
        function.seconds[span.stage] = spent + span.end - span.start
        function.compiled += span.stage == "compile"

    def _key(self, code: types.CodeType) -> Key:
        return code.co_name, max(0, code.co_firstlineno - self._source.hidden_lines)

    def _claim(self, name: str, worked_on: Key | None) -> Key | None:
        """The function whose trace has just ended: the outermost, latest one.

        It is `worked_on`, where that is known, or has the name: JAX names a program after the
        function, also under grad, vmap, partial and nnx.jit.
        """
        named = [
            (deep, -at)
            for at, (deep, key) in enumerate(self._recent)
            if key == worked_on or key[0] == name
        ]
        if not named:
            return None
        at = -min(named)[1]
        key = self._recent[at][1]
        del self._recent[at:]
        return key
