"""One Run from request to Done: its worker, its limits, its end."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Protocol

import msgspec

from tutor.events import (
    CheckRequest,
    Done,
    ErrorEvent,
    Event,
    Finished,
    Metric,
    Notice,
    Queued,
    RunRequest,
    Started,
    encode,
)
from tutor.runner import cache, cgroups, endings, limits, procfs, scratch, stack, wire
from tutor.runner.children import Child
from tutor.runner.limits import LimitName
from tutor.runner.loop import Loop, Timer, now
from tutor.runner.outlet import Outlet
from tutor.runner.sandbox import EXIT_UNCONFINED, protection
from tutor.runner.worker import DUMP_SIGNAL, MAIN_SIGNAL

START_LIMIT = 60.0
"""Seconds that a worker may take to be ready; not charged to the learner."""
MAIN_PATIENCE, DUMP_PATIENCE = 0.03, 0.1
"""Seconds that the main thread of a worker has to say which line it runs, and all threads together,
before it is killed for a limit. Two dumps at once would be none."""
LOOK_LIMIT, LOOK_PATIENCE = 1.0, 0.3
"""Seconds that a look for silent trouble may take after the program, if the program took as long;
and what the worker has on top to end it by itself."""
MOST_NOTICES = 20
TERM_AFTER, KILL_AFTER = 0.3, 0.6
"""Seconds from Stop: an interrupt first, then these."""


class Desk(Protocol):
    """What a job needs of its host."""

    loop: Loop
    groups: cgroups.Groups | None

    def send(self, event: Event) -> None: ...
    def waiting(self) -> int: ...
    def take_worker(self, request: RunRequest | CheckRequest) -> Child: ...
    def take_checker(self, request: CheckRequest) -> Child: ...
    def drop_checker(self) -> None: ...
    def note(self, data: bytes) -> None: ...
    def over(self, job: Run) -> None:
        """Nothing more will come of `job`; its worker has ended or is being ended."""


class Run:
    """A RunRequest on its way. Everything ends in `_end`, exactly once."""

    filename_of_check = "snippet.py"

    def __init__(self, desk: Desk, request: RunRequest | CheckRequest) -> None:
        self.desk, self.loop, self.request = desk, desk.loop, request
        self.id = request.id
        self._asked = now()
        self._began = 0.0
        self._sequence = 0
        self._place = 0
        self.child: Child | None = None
        self._outlet: Outlet | None = None
        self._watch: limits.Watch | None = None
        self._timers: list[Timer] = []
        self._wall: Timer | None = None
        self._spent = 0.0
        self._since = 0.0
        self.outcome: wire.Outcome | None = None
        self.limit: LimitName | None = None
        self._bound: LimitName | None = None
        """The one that the program's own end comes from, where that says another one."""
        self.stopping = False
        self._mute = False
        self._bad = False
        self._looking = False
        self._notices = 0
        self._over = 0.0
        self._peak = 0
        self._dump = bytearray()
        self._retried = False
        self.done = False

    # --- towards the client ------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        if self.done:
            return
        self._sequence += 1
        at = now() - (self._began or self._asked)
        self.desk.send(
            msgspec.structs.replace(event, id=self.id, seq=self._sequence, time=round(at, 6))
        )

    def queued(self, place: int) -> None:
        """Say how many are before this one, when that is news."""
        if place != self._place:
            self._place = place
            self.emit(Queued(place=place))

    # --- life --------------------------------------------------------------------------------

    def start(self) -> None:
        child = self.child = self.desk.take_worker(self.request)
        child.on_frame, child.on_data = self._frame, self._data
        child.on_bad, child.on_exit = self._broken, self._exited
        if isinstance(self.request, RunRequest):
            scratch.link(child.scratch, self.request.read)
        child.hand_over(encode(self.request))
        self._after(START_LIMIT, self._too_slow_to_start)

    def stop(self) -> None:
        """Stop in whatever state."""
        if self.stopping or self.done:
            return
        self.stopping = True
        child = self.child
        if child is None:
            self._end(Done(status="stopped"))
            return
        if self._looking:
            # The program itself is over.
            self.stopping = False
            self._look_over()
            return
        if not self._began:
            child.send_signal(signal.SIGKILL)
            return
        child.send_signal(signal.SIGINT)
        self._after(TERM_AFTER, lambda: child.send_signal(signal.SIGTERM))
        self._after(KILL_AFTER, lambda: child.send_signal(signal.SIGKILL))

    def abandon(self) -> None:
        """The host goes away: no events any more."""
        self.done = True
        if self.child is not None:
            self.child.send_signal(signal.SIGKILL)

    def _after(self, delay: float, call: Callable[[], None]) -> Timer:
        timer = self.loop.later(delay, call)
        self._timers.append(timer)
        return timer

    def _kill(self) -> None:
        if self.child is not None:
            self.child.send_signal(signal.SIGKILL)

    def _too_slow_to_start(self) -> None:
        if not self._began:
            self._kill()

    # --- what the worker says ----------------------------------------------------------------

    def _frame(self, kind: bytes, payload: bytes) -> None:
        if kind == wire.TAKEN and not self._began:
            self._begin()
        elif self._looking:
            self._looked(kind, payload)
        elif not self._began or self._mute or self.outcome is not None or self._outlet is None:
            # Before the start nothing is the learner's; after the end nothing counts.
            return
        elif kind == wire.STDOUT:
            self._outlet.text("stdout", payload)
        elif kind == wire.STDERR:
            self._outlet.text("stderr", payload)
        elif kind == wire.EVENT:
            event = wire.event_of(payload)
            if isinstance(event, Metric):
                self._outlet.point(event)
            else:
                self._outlet.event(event)
        elif kind == wire.OVER:
            self.outcome = wire.outcome_of(payload)
            self._code_over(self.outcome)
        else:
            raise wire.BadWire(f"a running worker may not send {kind!r}")

    def _data(self, name: str, data: bytes) -> None:
        if name == "dump":
            # Nobody asked before a limit was hit: then it is the program that writes here.
            if self.limit is not None and len(self._dump) < 1 << 18:
                self._dump += data
        elif self._outlet is None or self.outcome is not None or self._mute:
            return
        elif name == "stdout":
            self._outlet.text("stdout", data, raw=True)
        elif name == "stderr":
            self._outlet.text("stderr", data, raw=True)

    def _begin(self) -> None:
        child = self.child
        assert child is not None
        self._began = now()
        self._outlet = Outlet(
            self.loop,
            self.request.limits.output,
            self.emit,
            lambda: self.hit("output"),
            self.desk.waiting,
        )
        self._watch = limits.Watch(
            child.pid, child.scratch, self.request.limits, child.cache, self.desk.groups
        )
        self._watch.hold()
        self.emit(Started(devices=self.request.devices, missing=protection()[1]))
        child.hand_over(b"")
        self.resume()
        self._after(limits.INTERVAL, self._look)

    def _code_over(self, outcome: wire.Outcome) -> None:
        if outcome.status == "threads" and not self._many_threads():
            # It had room for no more stacks.
            self._bound = "memory"
        self._last_words()
        if outcome.evidence is not None and not self.stopping and self.limit is None:
            self._tell_error(outcome)
        self.emit(Finished())
        self._after_code()

    def _many_threads(self) -> bool:
        assert self.child is not None
        return procfs.usage([self.child.pid]).threads > self.request.limits.threads

    def _after_code(self) -> None:
        outcome = self.outcome or wire.Outcome()
        if not self._look_wanted(outcome):
            self._finish_now(self._own_end(outcome))
            return
        if self._watch is not None:
            self._watch.see_peak()
            self._peak = self._watch.peak_memory
        self._over = now()
        self._looking = True
        time = min(LOOK_LIMIT, self._over - self._began)
        self._after(time + LOOK_PATIENCE, self._look_over)

    def _look_wanted(self, outcome: wire.Outcome) -> bool:
        """Whether the worker looks for silent trouble now; it does after what ended well."""
        request = self.request
        if not isinstance(request, RunRequest) or request.xray or "all" in request.silenced:
            return False
        ended_well = outcome.status == "ok" and not outcome.exit_code
        return ended_well and not self.stopping and self.limit is None

    def _looked(self, kind: bytes, payload: bytes) -> None:
        if kind == wire.LOOKED:
            self._look_over()
        elif kind == wire.EVENT and self._notices < MOST_NOTICES:
            event = wire.event_of(payload)
            if isinstance(event, Notice):
                self._notices += 1
                self.emit(event)

    def end_look(self) -> None:
        """Somebody waits: what is not noticed by now is not told."""
        if self._looking:
            self._look_over()

    def _look_over(self) -> None:
        if not self.done:
            self._finish_now(self._own_end(self.outcome or wire.Outcome()))

    def _finish_now(self, done: Done) -> None:
        """End the worker, and tell Done at once when nothing can happen in between.

        A killed process runs no line more, but to take its memory apart takes the system a while.
        """
        child = self.child
        assert child is not None
        alone = procfs.AVAILABLE and not procfs.children(child.pid)
        if self._watch is not None:
            self._watch.see_peak()
        self._kill()
        if alone and not self.stopping and self.limit is None:
            self._end(done)

    def _tell_error(self, outcome: wire.Outcome) -> None:
        evidence = outcome.evidence
        if evidence is not None:
            if outcome.status not in ("ok", "raised"):
                evidence = msgspec.structs.replace(evidence, kind="limit")
            self.emit(ErrorEvent(evidence=evidence))

    def _last_words(self) -> None:
        """Take what went past Python's streams before the end is told."""
        if self._outlet is None or self.child is None:
            return
        outcome, self.outcome = self.outcome, None
        for name in ("stdout", "stderr"):
            self.child.drain(name)
        self.outcome = outcome
        self._outlet.flush()

    def _broken(self, reason: str) -> None:
        self._bad = True
        self._kill()

    # --- limits ------------------------------------------------------------------------------

    def resume(self) -> None:
        """From here on time is charged to the learner."""
        if self._wall is None:
            self._since = now()
            left = self.request.limits.wall - self._spent
            self._wall = self.loop.later(max(0.0, left), lambda: self.hit("wall"))

    def pause(self) -> None:
        if self._wall is not None:
            self._wall.cancel()
            self._wall = None
            self._spent += now() - self._since

    def _look(self) -> None:
        if self.done or self._watch is None or self.child is None or self.child.gone:
            return
        passed = self._watch.look()
        if procfs.headless(self.child.pid):
            self._kill()
        elif passed is not None:
            self.hit(passed)
        else:
            self._after(limits.INTERVAL, self._look)

    def hit(self, name: LimitName) -> None:
        """End the Run for a limit, after asking the worker for its line."""
        if self.limit is not None or self.stopping or self.child is None:
            return
        if self._looking:
            self.end_look()
            return
        if self.outcome is not None and isinstance(self.request, RunRequest):
            return
        self.limit = name
        # One that has stopped itself has said what it had to say: it tells its line and no more.
        self._mute = procfs.stopped(self.child.pid)
        self.child.signal_main(MAIN_SIGNAL)
        self.child.signal_one(signal.SIGCONT)
        self._after(MAIN_PATIENCE, self._ask_all_threads)
        self._after(DUMP_PATIENCE, self._kill)

    def _ask_all_threads(self) -> None:
        """When the main thread has not said a line: it may wait for another one."""
        if self.child is None or self._dumped_line(self.child) > 0:
            self._kill()
        else:
            self.child.signal_one(DUMP_SIGNAL)

    def _dumped_line(self, child: Child) -> int:
        request = self.request
        filename = request.filename if isinstance(request, RunRequest) else self.filename_of_check
        return stack.line(bytes(self._dump), child.thread, filename) - request.hidden_lines

    # --- the end -----------------------------------------------------------------------------

    def _exited(self) -> None:
        child = self.child
        assert child is not None
        unstarted = not self._began and not self.stopping
        if unstarted and not self._retried and child.exit_code != EXIT_UNCONFINED:
            # A spare may have been killed while it waited: the learner does not have to know.
            self._retried = True
            self._clear_timers()
            self.start()
            return
        self._end(self._how_it_ended(child))

    def _how_it_ended(self, child: Child) -> Done:
        number = child.signal_number
        if self.stopping:
            return Done(status="stopped")
        if self.limit is None and self.outcome is None and self._began:
            near_memory = self._watch is not None and self._watch.near_memory
            self.limit = endings.hidden_limit(number, near_memory)
        if self.limit is not None:
            return self._limited(self.limit)
        if self.outcome is not None:
            return self._own_end(self.outcome)
        return endings.of_death(child.exit_code, number, began=self._began > 0, bad_frame=self._bad)

    def _own_end(self, outcome: wire.Outcome) -> Done:
        name = endings.limit_in(outcome)
        if name is None:
            return endings.said(outcome)
        evidence = outcome.evidence
        return self._limited(self._bound or name, evidence.line if evidence is not None else 0)

    def _limited(self, name: LimitName, line: int = 0) -> Done:
        if line == 0 and self.child is not None:
            line = self._dumped_line(self.child)
        return Done(status="limit", limit=endings.limit_hit(self.request, name, line))

    def _clear_timers(self) -> None:
        self.pause()
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def _end(self, done: Done) -> None:
        if self.done:
            return
        self._clear_timers()
        seconds = (self._over or now()) - self._began if self._began else 0.0
        cut = 0
        if self._outlet is not None:
            self._outlet.finish()
            cut = self._outlet.cut
        peak = 0
        if self._watch is not None and self.child is not None:
            peak = self._peak or max(self._watch.peak_memory, self.child.peak_memory)
            self._watch.close()
        done = msgspec.structs.replace(
            done,
            seconds=round(seconds, 6),
            compile_seconds=round(self.outcome.compile_seconds, 6) if self.outcome else 0.0,
            peak_memory=peak,
            output_cut=cut,
        )
        if self.limit in ("files", "scratch") and self.child is not None:
            cache.bound(self.child.cache)
        self._before_done(done)
        self.desk.over(self)
        self.emit(done)
        self.done = True

    def _before_done(self, done: Done) -> None:
        """What is told before the last event."""
