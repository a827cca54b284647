"""A look at a program that ended well: what is certain at once, the rest by running it again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from tutor.clinic.silent import (
    bounds,
    carried,
    clocks,
    discards,
    effects,
    keys,
    leaks,
    models,
    nans,
    narrowing,
    numbers,
    retracing,
    stale,
)
from tutor.clinic.silent.finding import Findings
from tutor.clinic.silent.hooks import Hooks, Watcher
from tutor.clinic.silent.replay import guard, replay, silence
from tutor.clinic.silent.rewriting import Wanted
from tutor.clinic.silent.source import Source
from tutor.events import Evidence

LONGEST = 1.0
"""Seconds that running it again may take, if the program itself did not take less."""
MOST_TRACES = 20_000


class Look:
    """Made before the program runs; costs it nothing but to be told of compiles and warnings."""

    def __init__(self, filename: str, hidden_lines: int, code: str) -> None:
        self.filename, self._hidden, self._code = filename, hidden_lines, code
        self._traced: list[str] = []
        self._asked: list[tuple[int, str]] = []
        self.nan_printed = False
        self._running = True

    def begin(self) -> None:
        """Listen."""
        import jax.monitoring

        jax.monitoring.register_event_duration_secs_listener(self._compiled)
        narrowing.requests(self.filename, self._narrowed)

    def add(self, piece: bytes) -> None:
        """Take a piece of what is printed."""
        if b"nan" in piece:
            self.nan_printed = True

    def _compiled(self, event: str, duration_secs: float, **details: str | int) -> None:
        wanted = self._running and len(self._traced) < MOST_TRACES
        if wanted and event.endswith("jaxpr_trace_duration"):
            self._traced.append(str(details.get("fun_name", "")))

    def _narrowed(self, line: int, dtype: str) -> None:
        if self._running and len(self._asked) < 100:
            self._asked.append((line, dtype))

    # --- after the program -------------------------------------------------------------------

    def tell(
        self,
        namespace: Mapping[str, Any],
        seconds: float,
        silenced: frozenset[str],
        send: Callable[[Evidence], None],
        *,
        writable: tuple[str, ...] = (),
        over: Callable[[], None],
        wrote: bool = False,
    ) -> None:
        """Send what is noticed; `over` is called at the end, at the latest when the time is up.

        `seconds` is the program's own time. With `wrote`, it left files: it is not run again.
        """
        self._running = False
        try:
            source = Source(self._code)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return
        if "all" in silenced or not ({"jax", "flax", "optax"} & _roots(source)):
            return
        findings = Findings(send, self.filename, self._hidden, silenced)
        hooks = Hooks(source, self.filename)
        wanted = Wanted()
        first = self._first_look(source, namespace, findings)
        watchers = self._watchers(source, namespace, hooks, findings, wanted, first)
        if not watchers or wrote:
            return
        for watcher in watchers:
            hooks.watch(watcher)
        silence()
        guard(writable)
        done = threading.Lock()

        def end() -> None:
            if done.acquire(blocking=False):
                hooks.finish()
                over()

        timer = threading.Timer(min(LONGEST, seconds), end)
        timer.daemon = True
        timer.start()
        replay(source, self.filename, wanted, hooks)
        timer.cancel()
        end()

    def _first_look(
        self, source: Source, namespace: Mapping[str, Any], findings: Findings
    ) -> list[clocks.Window]:
        """Tell what is certain; windows of time that are not."""
        for found in (
            *discards.discards(source, namespace),
            *carried.carried(source, namespace),
            *leaks.leaks(source, namespace),
        ):
            findings.add(found)
        for line, dtype in self._asked:
            findings.add(narrowing.asked(source, line, dtype))
        windows = clocks.windows(source)
        sure = clocks.certain(source, windows, namespace)
        for window, piece in sure:
            findings.add(clocks.finding(window, piece))
        told = [window for window, _piece in sure]
        return [one for one in windows if one.calls and one not in told]

    def _watchers(
        self,
        source: Source,
        namespace: Mapping[str, Any],
        hooks: Hooks,
        findings: Findings,
        wanted: Wanted,
        windows: list[clocks.Window],
    ) -> list[Watcher]:
        """Who has a reason to see it run again."""
        chosen: list[Watcher] = []
        wants = findings.wants
        if wants("key-reuse") and keys.candidate(source):
            chosen.append(keys.Keys(hooks, findings))
        if wants("out-of-bounds-index") and bounds.candidate(source):
            wanted.indices = True
            chosen.append(bounds.Bounds(hooks, findings))
        if wants("side-effect-once") and effects.candidate(source):
            wanted.effects = effects.effect_statements(source)
            chosen.append(effects.Effects(hooks, findings))
        if wants("stale-capture") and effects.transforms(source):
            wanted.captures = stale.captures(source)
            if wanted.captures:
                chosen.append(stale.Stale(hooks, findings))
        if wants("recompile-storm") and retracing.may_storm(source, self._traced):
            chosen.append(retracing.Storms(hooks, findings))
        if wants("unrolled-loop") and retracing.may_unroll(source):
            wanted.loops = True
            chosen.append(retracing.Unrolled(hooks, findings))
        if wants("async-timing") and windows:
            chosen.append(clocks.Clocks(hooks, findings, windows))
        if wants("nan-result") and nans.candidate(source, namespace, self.nan_printed):
            wanted.operators = True
            chosen.append(nans.Nans(hooks, findings))
        if wants("x64-disabled") and narrowing.candidate(source):
            chosen.append(narrowing.Narrowing(hooks, findings))
        if wants("dtype-surprise", "silent-broadcast") and numbers.candidate(source):
            wanted.operators = True
            chosen.append(numbers.Numbers(hooks, findings))
        if wants("train-eval-mode", "nnx-jax-transform") and models.nnx_candidate(source):
            chosen.append(models.Modules(hooks, findings))
        if wants("zero-gradient") and models.flat_candidate(source):
            chosen.append(models.Slopes(hooks, findings))
        return chosen


def _roots(source: Source) -> set[str]:
    return {name.partition(".")[0] for name in source.aliases.values()}
