"""One host process as its client sees it: lines in, events out, and its end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections import deque

from tutor.errors import HostFailed, ProtocolError
from tutor.events import PROTOCOL, AnyEvent, Hello, Request, decode_event, encode
from tutor.locale import translator

_ = translator("runner")

CHUNK = 32 << 10
"""Bytes that are decoded in one go; between two chunks the front end gets its turn."""
TAIL = 4096
"""Bytes of the host's standard error that are kept."""
GOODBYE = 2.0
"""Seconds that a host has to end after its standard input was closed."""


class Lost(Exception):
    """The host ended."""


class Connection:
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
            raise Lost from None

    async def close(self) -> None:
        """Let it end by itself, which ends its workers too; insist when it does not.

        One that has not greeted yet has no workers and listens to nobody: it is ended at once.
        """
        assert self.process.stdin is not None
        self.process.stdin.close()
        patience = (None, signal.SIGTERM, signal.SIGKILL)
        for number in patience if self.hello.done() else patience[1:]:
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
