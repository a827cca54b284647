"""The front end's side of the runner: starts the host, sends requests, gives events. No jax."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Iterator
from types import TracebackType
from typing import Literal, Self

from tutor import paths
from tutor.errors import HostFailed
from tutor.events import (
    AnyEvent,
    CheckRequest,
    Done,
    Hello,
    PrepareRequest,
    RunRequest,
    StopRequest,
    Verdict,
)
from tutor.locale import translator
from tutor.runner.connection import CHUNK, Connection, Lost
from tutor.runner.host import command
from tutor.settings import Settings

_ = translator("runner")

START_TIMEOUT = 120.0
"""Seconds until a silent host is given up; under a scheduler's prefix it may wait for its turn."""


class Runner:
    """Runs programs and checks for a front end.

    `async with Runner(settings) as runner:` starts nothing yet: the host is started at the first
    request, again after it was lost, and it goes away when it is idle. Raises HostFailed when it
    cannot be started. Requests may overlap; the host runs one after the other.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        start_timeout: float = START_TIMEOUT,
        idle_seconds: float | None = None,
    ) -> None:
        self._settings = settings
        self._start_timeout = start_timeout
        self._idle_seconds = idle_seconds
        self._host: Connection | None = None
        self._start: asyncio.Task[Connection] | None = None
        self._waiting: dict[str, asyncio.Event] = {}
        """Requests that no host has got yet, and how to tell that they are not wanted any more."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the host and everything that runs, also a host that is just starting."""
        start, self._start = self._start, None
        if start is not None and not start.done():
            start.cancel()
            await asyncio.wait([start])
        host, self._host = self._host, None
        if host is not None:
            await host.close()

    @property
    def hello(self) -> Hello | None:
        """What the present host said of itself; None while there is none."""
        host = self._host
        if host is None or host.lost or not host.hello.done() or host.hello.exception():
            return None
        return host.hello.result()

    @property
    def pid(self) -> int | None:
        """Process id of the present host, or of its prefix."""
        return self._host.process.pid if self._host is not None and not self._host.lost else None

    async def start(self) -> Hello:
        """Have a host; what it says of itself."""
        return await (await self._ready()).hello

    async def prepare(
        self,
        devices: int = 1,
        *,
        read: tuple[str, ...] = (),
        course: str = "",
        lesson: str = "",
        step: str = "",
    ) -> None:
        """Have a spare worker ready, and a checking worker when a step is given.

        `devices` and `read` are those of the Run to come: a worker cannot change them later.
        With a course its data folder may be read without being named.
        """
        host = await self._ready()
        with contextlib.suppress(Lost):
            await host.send(
                PrepareRequest(
                    id="", devices=devices, read=read, course=course, lesson=lesson, step=step
                )
            )

    def run(self, request: RunRequest) -> AsyncGenerator[AnyEvent, None]:
        """The events of a Run; Done is the last. Closing the generator early stops it."""
        return self._events(request)

    def check(self, request: CheckRequest) -> AsyncGenerator[AnyEvent, None]:
        """The events of a check; a Verdict comes just before Done. Closing early stops it."""
        return self._events(request)

    async def stop(self, request_id: str) -> None:
        """Stop a Run or check, also before there is a host; its Done follows in its events."""
        if request_id in self._waiting:
            self._waiting[request_id].set()
            return
        host = self._host
        if host is not None and request_id in host.queues:
            with contextlib.suppress(Lost):
                await host.send(StopRequest(id=request_id))

    async def _events(self, request: RunRequest | CheckRequest) -> AsyncGenerator[AnyEvent, None]:
        last = 0
        for _attempt in range(2):
            host = await self._ready_for(request.id)
            if host is None:
                for end in _given_up(request, last, "stopped", "stopped"):
                    yield end
                return
            queue = host.queues[request.id] = asyncio.Queue()
            over = False
            try:
                await host.send(request)
                while (event := await queue.get()) is not None:
                    last = event.seq
                    over = isinstance(event, Done)
                    yield event
                    if over:
                        return
            except Lost:
                pass
            finally:
                del host.queues[request.id]
                if not over and not host.lost:
                    with contextlib.suppress(Lost):
                        await host.send(StopRequest(id=request.id))
            # A host that was idle may go just when a request is on its way to it. Nothing of the
            # program has run before the first event.
            if last:
                break
        for end in _given_up(request, last, "crashed", "host-lost"):
            yield end

    async def _ready_for(self, request_id: str) -> Connection | None:
        """The host for a request; None when the request was stopped before there was one."""
        host = self._host
        if request_id in self._waiting or (host is not None and request_id in host.queues):
            raise ValueError(f"request {request_id!r} is already under way")
        unwanted = self._waiting[request_id] = asyncio.Event()
        ready = asyncio.create_task(self._ready())
        ready.add_done_callback(_heard)
        stopped = asyncio.create_task(unwanted.wait())
        try:
            await asyncio.wait([ready, stopped], return_when=asyncio.FIRST_COMPLETED)
            return None if unwanted.is_set() else await ready
        finally:
            del self._waiting[request_id]
            ready.cancel()
            stopped.cancel()

    async def _ready(self) -> Connection:
        """A host that lives. Who gives up waiting leaves the start to the others who wait."""
        if self._host is not None and not self._host.lost:
            return self._host
        if self._start is None or self._start.done():
            self._start = asyncio.create_task(self._replace())
            self._start.add_done_callback(_heard)
        start = self._start
        try:
            return await asyncio.shield(start)
        except asyncio.CancelledError:
            if not start.cancelled():
                raise
            raise HostFailed(
                _("Code cannot run: the process for it was ended before it had started.")
            ) from None

    async def _replace(self) -> Connection:
        lost, self._host = self._host, None
        if lost is not None:
            await lost.close()
        self._host = await self._begin()
        return self._host

    async def _begin(self) -> Connection:
        arguments = host_arguments(self._settings)
        if self._idle_seconds is not None:
            arguments += ["--idle-seconds", str(self._idle_seconds)]
        words = [*self._settings.prefix, *command(arguments)]
        try:
            process = await asyncio.create_subprocess_exec(
                *words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=CHUNK,
                # An interrupt typed at the terminal is for the front end.
                start_new_session=True,
            )
        except OSError as error:
            raise HostFailed(
                _("Code cannot run: {command} does not start: {reason}.").format(
                    command=words[0], reason=error.strerror or error
                )
            ) from None
        host = Connection(process)
        try:
            await asyncio.wait_for(asyncio.shield(host.hello), self._start_timeout)
        except TimeoutError:
            reason = _("it said nothing for {seconds} s").format(seconds=f"{self._start_timeout:g}")
        except HostFailed as error:
            reason = str(error)
        except asyncio.CancelledError:
            await host.close()
            raise
        else:
            return host
        await host.close()
        raise self._failure(reason, host)

    def _failure(self, reason: str, host: Connection) -> HostFailed:
        message = _("Code cannot run: the process for it did not start; {reason}.").format(
            reason=reason
        )
        if self._settings.prefix:
            prefix = " ".join(self._settings.prefix)
            message += "\n" + _("The command prefix in the settings is: {prefix}").format(
                prefix=prefix
            )
        tail = host.stderr_tail
        if tail:
            message += "\n" + _("The end of what it said:") + "\n" + tail
        return HostFailed(message, tail)


def _heard(task: asyncio.Task[Connection]) -> None:
    """Why a start failed may be heard by nobody, when nobody waits any more."""
    if not task.cancelled():
        task.exception()


def _given_up(
    request: RunRequest | CheckRequest,
    last: int,
    status: Literal["stopped", "crashed"],
    reason: str,
) -> Iterator[AnyEvent]:
    """The end of a request that no host ends, after the event with the number `last`."""
    if isinstance(request, CheckRequest):
        last += 1
        yield Verdict(
            id=request.id, seq=last, result="not-checked", reason=reason, seed=request.seed
        )
    why = "" if status == "stopped" else reason
    yield Done(id=request.id, seq=last + 1, status=status, reason=why)


def host_arguments(settings: Settings) -> list[str]:
    """Where this user's files lie and what is required, as a host wants to be told."""
    arguments = [
        "--scratch", str(paths.scratch_root()),
        "--cache", str(paths.compilation_cache_dir()),
        "--checking-cache", str(paths.checking_cache_dir()),
    ]  # fmt: skip
    for name in settings.require:
        arguments += ["--require", name]
    if settings.slots:
        arguments += ["--slots", str(settings.slots)]
    if (folder := paths.slots_folder()) is not None:
        arguments += ["--slots-folder", str(folder)]
    return arguments
