"""Runs in a thread of their own, so that waiting for a line never keeps the host waiting."""

from __future__ import annotations

import asyncio
import queue
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from types import FrameType
from typing import Any

from tutor import events
from tutor.errors import RunnerError
from tutor.runner.client import Runner
from tutor.settings import Settings

TICK = 0.5


class Engine:
    """A `Runner` for code that is not asynchronous. The host starts with the first `prepare`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._runner: Runner | None = None

    @property
    def versions(self) -> dict[str, str]:
        """What the host said of itself; empty while there is none."""
        hello = self._runner.hello if self._runner is not None else None
        return dict(hello.versions) if hello is not None else {}

    def prepare(self, devices: int, *, course: str, lesson: str, step: str) -> None:
        """Have workers ready soon. Returns at once; trouble shows when something is run."""

        async def prepare(runner: Runner) -> None:
            try:
                await runner.prepare(devices, course=course, lesson=lesson, step=step)
            except RunnerError:
                pass

        self._submit(prepare)

    def events(
        self, request: events.RunRequest | events.CheckRequest
    ) -> Iterator[events.AnyEvent | None]:
        """The events of a request, and None now and then while nothing comes.

        Ctrl+c stops the request, whose last event then says so; at the third one it raises
        KeyboardInterrupt. Raises RunnerError when there is no host.
        """
        arrived: queue.SimpleQueue[events.AnyEvent | BaseException | None] = queue.SimpleQueue()
        presses = 0

        async def follow(runner: Runner) -> None:
            try:
                stream = (
                    runner.run(request)
                    if isinstance(request, events.RunRequest)
                    else runner.check(request)
                )
                async for event in stream:
                    arrived.put(event)
                arrived.put(None)
            except BaseException as error:
                arrived.put(error)
                raise

        def interrupt(_number: int, _frame: FrameType | None) -> None:
            nonlocal presses
            presses += 1
            if presses >= 3:
                raise KeyboardInterrupt
            self._submit(lambda runner: runner.stop(request.id))

        main = threading.current_thread() is threading.main_thread()
        before = signal.signal(signal.SIGINT, interrupt) if main else None
        self._submit(follow)
        try:
            while True:
                try:
                    event = arrived.get(timeout=TICK)
                except queue.Empty:
                    yield None
                    continue
                if isinstance(event, BaseException):
                    raise event
                if event is None:
                    return
                yield event
        finally:
            if main:
                signal.signal(signal.SIGINT, before)

    def close(self) -> None:
        """End the host and the thread."""
        if self._loop is None or self._thread is None:
            return
        loop, runner = self._loop, self._runner
        if runner is not None:
            asyncio.run_coroutine_threadsafe(runner.close(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        self._thread.join()
        self._loop = self._thread = self._runner = None

    def _submit(self, work: Callable[[Runner], Coroutine[Any, Any, Any]]) -> None:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._turn, args=(self._loop,), daemon=True)
            self._thread.start()
        loop = self._loop

        async def on_the_loop() -> None:
            if self._runner is None:
                self._runner = Runner(self._settings)
            await work(self._runner)

        asyncio.run_coroutine_threadsafe(on_the_loop(), loop)

    @staticmethod
    def _turn(loop: asyncio.AbstractEventLoop) -> None:
        asyncio.set_event_loop(loop)
        try:
            loop.run_forever()
        finally:
            for task in asyncio.all_tasks(loop):
                task.cancel()
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.close()
