"""What JAX tells of its compiling. The only place that knows the names of its events.

Every event comes when its stage is over, in the thread that did it, with the seconds it took.
"""

from __future__ import annotations

import time
from typing import Final, Literal

import jax.monitoring

Stage = Literal["trace", "lower", "compile"]

LOWERED: Final = "/jax/core/compile/jaxpr_to_mlir_module_duration"
STAGES: Final[dict[str, Stage]] = {
    "/jax/core/compile/jaxpr_trace_duration": "trace",
    LOWERED: "lower",
    "/jax/core/compile/backend_compile_duration": "compile",
}

MOST_SPANS = 1000
"""So many stages are remembered, in case a later one holds them."""


class CompileClock:
    """Seconds that JAX has spent on tracing, lowering and compiling since this was made.

    A stage within another is counted once.
    """

    def __init__(self) -> None:
        self._spans: list[tuple[float, float]] = []
        self._closed = 0.0
        jax.monitoring.register_event_duration_secs_listener(self._receive)

    def stop(self) -> None:
        """Count no further."""
        jax.monitoring.unregister_event_duration_listener(self._receive)

    @property
    def seconds(self) -> float:
        return self._closed + sum(end - start for start, end in self._spans)

    def _receive(self, event: str, duration_secs: float, **_details: str | int) -> None:
        if event not in STAGES:
            return
        end = time.perf_counter()
        start = end - duration_secs
        # An inner stage reports before the outer one that holds it. JAX's clock is not read at the
        # same moment as this one.
        while self._spans and self._spans[-1][0] >= start - 1e-4:
            self._spans.pop()
        self._spans.append((start, end))
        if len(self._spans) > MOST_SPANS:
            half = MOST_SPANS // 2
            self._closed += sum(end - start for start, end in self._spans[:half])
            del self._spans[:half]
