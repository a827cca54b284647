"""A runner that plays recorded events: the door of `tutor.runner.client.Runner`, without a host.

What the app makes of a stream of events does not depend on where it comes from; the tests marked
with the real runner prove the rest.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import msgspec

from tutor import events


class Replay:
    """Plays one recording after another; `forever` ones go on until they are stopped."""

    hello = events.Hello(
        versions={"python": "3.11", "jax": "0.10.2", "jax-tutor": "0"},
        platform="cpu",
        cores=2,
        protection="full",
    )

    def __init__(
        self, *recordings: Sequence[events.AnyEvent], forever: bool = False, pause: float = 0.0
    ) -> None:
        self.recordings = list(recordings)
        self.requests: list[events.RunRequest | events.CheckRequest] = []
        self.prepared: list[dict[str, Any]] = []
        self.forever = forever
        self.pause = pause
        self._stopped = asyncio.Event()

    async def _play(
        self, request: events.RunRequest | events.CheckRequest
    ) -> AsyncIterator[events.AnyEvent]:
        self.requests.append(request)
        yield events.Started(id=request.id)
        for event in self.recordings.pop(0) if self.recordings else ():
            yield msgspec.structs.replace(event, id=request.id)
            await asyncio.sleep(self.pause)
        if self.forever:
            await self._stopped.wait()
            yield events.Done(id=request.id, status="stopped", seconds=1.0)

    def run(self, request: events.RunRequest) -> AsyncIterator[events.AnyEvent]:
        return self._play(request)

    def check(self, request: events.CheckRequest) -> AsyncIterator[events.AnyEvent]:
        return self._play(request)

    async def prepare(self, devices: int = 1, **where: Any) -> None:
        self.prepared.append({"devices": devices, **where})

    async def stop(self, request_id: str) -> None:
        self._stopped.set()

    async def close(self) -> None:
        self._stopped.set()


def printed(text: str, **done: Any) -> list[events.AnyEvent]:
    """A Run that prints and ends."""
    return [events.Output(text=text), events.Finished(), ended(**done)]


def ended(status: str = "ok", **more: Any) -> events.Done:
    return events.Done(**{"status": status, "seconds": 0.31, **more})


def raised(name: str, message: str, line: int, traceback: str = "") -> list[events.AnyEvent]:
    """A Run that ends with an exception at `line`."""
    evidence = events.Evidence(
        exceptions=(
            events.ExceptionInfo(
                name=name,
                bases=("Exception", "BaseException"),
                message=message,
                frames=(events.Frame(line=line),),
            ),
        ),
        line=line,
        traceback=traceback or f"Traceback\n  line {line}\n{name}: {message}",
    )
    return [events.ErrorEvent(evidence=evidence), ended("raised", exit_code=1)]


def curve(points: int = 30, name: str = "loss") -> list[events.AnyEvent]:
    """A Run that logs a falling curve."""
    metrics = [
        events.Metric(step=float(i), values={name: 2.0 * 0.8**i}, time=i * 0.01)
        for i in range(points)
    ]
    return [*metrics, events.Output(text="done\n"), ended(compile_seconds=0.12)]


def verdict(result: str, **more: Any) -> list[events.AnyEvent]:
    """A check that ends with this verdict."""
    return [events.Verdict(**{"result": result, **more}), ended(seconds=0.05)]


__all__ = ["Replay", "curve", "ended", "printed", "raised", "verdict"]
