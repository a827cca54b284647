"""The front end's side of the runner: starts the host, sends requests, gives events. No jax."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections import deque
from collections.abc import AsyncGenerator
from types import TracebackType
from typing import Self

from tutor import paths
from tutor.errors import HostFailed, ProtocolError
from tutor.events import (
    PROTOCOL,
    AnyEvent,
    CheckRequest,
    Done,
    Hello,
    PrepareRequest,
    Request,
    RunRequest,
    StopRequest,
    Verdict,
    decode_event,
    encode,
)
from tutor.locale import translator
from tutor.runner.host import command
from tutor.settings import Settings

_ = translator("runner")

CHUNK = 32 << 10
"""Bytes that are decoded in one go; between two chunks the front end gets its turn."""
START_TIMEOUT = 120.0
"""Seconds until a silent host is given up; under a scheduler's prefix it may wait for its turn."""
TAIL = 4096
"""Bytes of the host's standard error that are kept."""
GOODBYE = 2.0
"""Seconds that a host has to end after its standard input was closed."""


class _Lost(Exception):
    """The host ended."""


class _Host:
    """One host process and the tasks that read it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.queues: dict[str, asyncio.Queue[AnyEvent | None]] = {}
        self.hello: asyncio.Future[Hello] = asyncio.get_running_loop().create_future()
        self.lost = False
        self._tail: deque[bytes] = deque()
        self._first_junk = b""
        self._reader = asyncio.create_task(self._read_events())
        self._errors = asyncio.create_task(self._read_stderr())

    @property
    def stderr_tail(self) -> str:
        return b"".join(self._tail)[-TAIL:].decode("utf-8", "backslashreplace").strip()

    async def _read_stderr(self) -> None:
        assert self.process.stderr is not None
        while data := await self.process.stderr.read(TAIL):
            self._tail.append(data)
            while len(self._tail) > 1 and sum(map(len, self._tail)) - len(self._tail[0]) >= TAIL:
                self._tail.popleft()

    async def _read_events(self) -> None:
        assert self.process.stdout is not None
        rest = b""
        try:
            while data := await self.process.stdout.read(CHUNK):
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    if line:
                        self._receive(line)
                await asyncio.sleep(0)
        except (ProtocolError, ValueError) as error:
            self._fail(str(error))
        finally:
            self.lost = True
            self._fail(_("it ended"))
            for queue in self.queues.values():
                queue.put_nowait(None)

    def _receive(self, line: bytes) -> None:
        try:
            event = decode_event(line)
        except ProtocolError:
            if self.hello.done():
                raise
            shown = line[:200].decode("utf-8", "backslashreplace")
            raise ProtocolError(
                _("it printed before its greeting: {text}").format(text=shown)
            ) from None
        if isinstance(event, Hello):
            if event.protocol != PROTOCOL:
                raise ProtocolError(
                    _("it speaks protocol {theirs}, not {ours}").format(
                        theirs=event.protocol, ours=PROTOCOL
                    )
                )
            if not self.hello.done():
                self.hello.set_result(event)
        elif event is not None and event.id in self.queues:
            self.queues[event.id].put_nowait(event)

    def _fail(self, reason: str) -> None:
        if not self.hello.done():
            self.hello.set_exception(HostFailed(reason))
            # Nobody may be waiting any more.
            self.hello.exception()

    async def send(self, request: Request) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(encode(request))
            await self.process.stdin.drain()
        except (ConnectionError, RuntimeError):
            raise _Lost from None

    async def close(self) -> None:
        """Let it end by itself, which ends its workers too; insist when it does not."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        for number in (None, signal.SIGTERM, signal.SIGKILL):
            if number is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self.process.pid, number)
            try:
                await asyncio.wait_for(self.process.wait(), GOODBYE)
                break
            except TimeoutError:
                continue
        for task in (self._reader, self._errors):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


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
        self._host: _Host | None = None
        self._starting = asyncio.Lock()

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
        """End the host and everything that runs."""
        async with self._starting:
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
        with contextlib.suppress(_Lost):
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
        """Stop a Run or check; its Done follows in its own events."""
        host = self._host
        if host is not None and request_id in host.queues:
            with contextlib.suppress(_Lost):
                await host.send(StopRequest(id=request_id))

    async def _events(self, request: RunRequest | CheckRequest) -> AsyncGenerator[AnyEvent, None]:
        last = 0
        for _attempt in range(2):
            host = await self._ready()
            if request.id in host.queues:
                raise ValueError(f"request {request.id!r} is already under way")
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
            except _Lost:
                pass
            finally:
                del host.queues[request.id]
                if not over and not host.lost:
                    with contextlib.suppress(_Lost):
                        await host.send(StopRequest(id=request.id))
            # A host that was idle may go just when a request is on its way to it. Nothing of the
            # program has run before the first event.
            if last:
                break
        if isinstance(request, CheckRequest):
            last += 1
            yield Verdict(
                id=request.id, seq=last, result="not-checked", reason="host-lost", seed=request.seed
            )
        yield Done(id=request.id, seq=last + 1, status="crashed", reason="host-lost")

    async def _ready(self) -> _Host:
        async with self._starting:
            if self._host is not None and self._host.lost:
                await self._host.close()
                self._host = None
            if self._host is None:
                self._host = await self._start()
            return self._host

    async def _start(self) -> _Host:
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
        host = _Host(process)
        try:
            await asyncio.wait_for(asyncio.shield(host.hello), self._start_timeout)
        except TimeoutError:
            reason = _("it said nothing for {seconds} s").format(seconds=f"{self._start_timeout:g}")
        except HostFailed as error:
            reason = str(error)
        else:
            return host
        await host.close()
        raise self._failure(reason, host)

    def _failure(self, reason: str, host: _Host) -> HostFailed:
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


def host_arguments(settings: Settings) -> list[str]:
    """Where this user's files lie and what is required, as a host wants to be told."""
    arguments = [
        "--scratch", str(paths.scratch_root()),
        "--cache", str(paths.compilation_cache_dir()),
        "--checking-cache", str(paths.checking_cache_dir()),
    ]  # fmt: skip
    for name in settings.require:
        arguments += ["--require", name]
    return arguments
