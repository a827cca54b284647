"""Seconds that JAX spends on tracing, lowering and compiling, told by `jax.monitoring`.

Every event carries the name of the function: "f" when it is traced, "jit(f)" when it is lowered
and compiled.
"""

from __future__ import annotations

import sys
import time
import types
from collections.abc import Callable
from dataclasses import dataclass

import jax.monitoring

from tutor.kit.compiling import STAGES, Stage

MOST_SPANS = 200_000


@dataclass(frozen=True)
class Span:
    """One stage of one function, in seconds of `time.perf_counter`."""

    stage: Stage
    name: str
    start: float
    end: float


class Stages:
    """Collects spans between `start` and `stop`, and hands each on as it ends, with JAX's frame."""

    def __init__(self, hear: Callable[[Span, types.FrameType], None]) -> None:
        self.spans: list[Span] = []
        self._hear = hear
        self._on = False

    def start(self) -> None:
        self._on = True
        jax.monitoring.register_event_duration_secs_listener(self._receive)

    def stop(self) -> None:
        """From here on nothing is collected. The process ends soon, so the listener stays."""
        self._on = False

    def _receive(self, event: str, duration_secs: float, **details: str | int) -> None:
        stage = STAGES.get(event)
        if stage is None or not self._on:
            return
        end = time.perf_counter()
        name = str(details.get("fun_name") or "")
        if name.startswith("jit(") and name.endswith(")"):
            name = name[4:-1]
        span = Span(stage, name, end - duration_secs, end)
        if len(self.spans) < MOST_SPANS:
            self.spans.append(span)
        self._hear(span, sys._getframe(1))
