"""A real host for tests, and what it said."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from tutor.events import (
    AnyEvent,
    CheckRequest,
    Done,
    ErrorEvent,
    Limits,
    Metric,
    Output,
    RunRequest,
    Verdict,
    unpack,
)
from tutor.runner.client import Runner
from tutor.settings import Settings

Kind = TypeVar("Kind")
Result = TypeVar("Result")

_ids = (f"run-{number}" for number in itertools.count())


@dataclass(frozen=True)
class Told:
    """The events of one request."""

    events: list[AnyEvent]

    def of(self, kind: type[Kind]) -> list[Kind]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def done(self) -> Done:
        assert [isinstance(event, Done) for event in self.events].count(True) == 1
        last = self.events[-1]
        assert isinstance(last, Done), last
        return last

    @property
    def text(self) -> str:
        return "".join(event.text for event in self.of(Output) if event.stream == "stdout")

    @property
    def errors(self) -> str:
        return "".join(event.text for event in self.of(Output) if event.stream == "stderr")

    @property
    def error(self) -> ErrorEvent:
        (event,) = self.of(ErrorEvent)
        return event

    @property
    def verdict(self) -> Verdict:
        (event,) = self.of(Verdict)
        assert event is self.events[-2]
        return event

    @property
    def curves(self) -> dict[str, list[tuple[float, float]]]:
        found: dict[str, list[tuple[float, float]]] = {}
        for event in self.of(Metric):
            for name, value in event.values.items():
                found.setdefault(name, []).append((unpack(event.step), unpack(value)))
        return found


class Lab:
    """Runs programs on one host, synchronously."""

    def __init__(self, settings: Settings | None = None, **options: Any) -> None:
        self.loop = asyncio.new_event_loop()
        self.runner = Runner(settings or Settings(), **options)

    def wait(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self.loop.run_until_complete(asyncio.wait_for(work, 100))

    def close(self) -> None:
        self.wait(self.runner.close())
        self.loop.close()

    @property
    def host(self) -> int:
        """Process id of the host."""
        assert self.runner.pid is not None
        return self.runner.pid

    def prepare(self, devices: int = 1) -> None:
        self.wait(self.runner.prepare(devices))

    def run(
        self, code: str, *, during: Callable[[AnyEvent], None] | None = None, **options: Any
    ) -> Told:
        """Everything that a Run says; `during` sees each event as it comes. Limits go by name."""
        return self.wait(self.collect(self.request(code, **options), during))

    def request(self, code: str, **options: Any) -> RunRequest:
        names = set(Limits.__struct_fields__)
        limits = {name: options.pop(name) for name in names & set(options)}
        return RunRequest(id=next(_ids), code=code, limits=Limits(**limits), **options)

    def check(
        self,
        course: Path,
        lesson: str,
        step: str,
        code: str,
        *,
        during: Callable[[AnyEvent], None] | None = None,
        **options: Any,
    ) -> Told:
        request = self.check_request(course, lesson, step, code, **options)
        return self.wait(self.collect(request, during))

    def check_request(
        self, course: Path, lesson: str, step: str, code: str, *, seed: int = 1, **options: Any
    ) -> CheckRequest:
        names = set(Limits.__struct_fields__)
        limits = {name: options.pop(name) for name in names & set(options)}
        return CheckRequest(
            id=next(_ids),
            course=str(course),
            lesson=lesson,
            step=step,
            code=code,
            seed=seed,
            limits=Limits(**limits),
            **options,
        )

    async def collect(
        self,
        request: RunRequest | CheckRequest,
        during: Callable[[AnyEvent], None] | None = None,
    ) -> Told:
        events = []
        stream = (
            self.runner.run(request)
            if isinstance(request, RunRequest)
            else self.runner.check(request)
        )
        async for event in stream:
            events.append(event)
            if during is not None:
                during(event)
        return Told(events)

    async def stopped(self, request: RunRequest | CheckRequest, when: type[AnyEvent]) -> Told:
        """Stop it once it says an event of type `when`."""

        def act(event: AnyEvent) -> None:
            if isinstance(event, when):
                tasks.append(asyncio.ensure_future(self.runner.stop(request.id)))

        tasks: list[asyncio.Future[None]] = []
        return await self.collect(request, act)


def alive(pid: int) -> bool:
    """Whether a process still runs; one that only waits to be collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def descendants(pid: int) -> list[int]:
    """Every process below `pid`."""
    from tutor.runner import procfs

    return procfs.tree(pid)[1:]


def worker_of(lab: Lab) -> int:
    """The one worker of a host that runs something."""
    found = [child for child in descendants(lab.host) if alive(child)]
    assert len(found) == 1, found
    return found[0]
