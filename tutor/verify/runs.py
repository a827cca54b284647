"""What proving needs of a runner, and one finished run as a value."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from tutor import events
from tutor.course.predict import Outcome, outcome


class Runs(Protocol):
    """A `tutor.runner.client.Runner`, as far as proving needs it."""

    def run(self, request: events.RunRequest) -> AsyncIterator[events.AnyEvent]: ...

    def check(self, request: events.CheckRequest) -> AsyncIterator[events.AnyEvent]: ...


@dataclass(frozen=True)
class Finished:
    """All events of one request."""

    stream: tuple[events.AnyEvent, ...]

    @property
    def done(self) -> events.Done:
        for event in reversed(self.stream):
            if isinstance(event, events.Done):
                return event
        return events.Done(status="crashed", reason="no-end")

    @property
    def verdict(self) -> events.Verdict | None:
        return next((event for event in self.stream if isinstance(event, events.Verdict)), None)

    @property
    def timings(self) -> list[events.Timing]:
        return [event for event in self.stream if isinstance(event, events.Timing)]

    @property
    def evidence(self) -> events.Evidence | None:
        """Of the error that ended the program."""
        return next(
            (event.evidence for event in self.stream if isinstance(event, events.ErrorEvent)), None
        )

    @property
    def outcome(self) -> Outcome:
        return outcome(self.stream)


async def finish(stream: AsyncIterator[events.AnyEvent]) -> Finished:
    return Finished(tuple([event async for event in stream]))
