"""The host at work: requests in, jobs through the queue, events out."""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import os
import signal
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import msgspec

from tutor import __version__
from tutor.errors import ProtocolError
from tutor.events import (
    MAX_LINE,
    CheckRequest,
    Done,
    Event,
    Hello,
    PrepareRequest,
    RunRequest,
    StopRequest,
    decode_request,
    encode,
)
from tutor.runner import cache, cgroups, lowering, machine, processes, sandbox
from tutor.runner.checks import Check, course_data
from tutor.runner.children import Child
from tutor.runner.host import CORES
from tutor.runner.jobs import Run
from tutor.runner.loop import Loop, Timer, Writer
from tutor.runner.pool import Caches, Pool
from tutor.runner.scratch import Scratch
from tutor.runner.slots import Slots

REPLENISH_AFTER = 0.03
"""Seconds after a Run until the next spare is made: a client that leaves has left by then."""

NEEDED = (
    "jax",
    "jax.numpy",
    "flax.linen",
    "flax.nnx",
    "optax",
    "tutor.kit",
    "tutor.kit.sink",
    "tutor.clinic.evidence",
    "tutor.checking.answer",
    "tutor.checking.session",
    "tutor.runner.checker",
    "tutor.runner.program",
    "tutor.runner.warmup",
    "tutor.xray",
)
WELCOME = ("orbax.checkpoint",)
"""Imported when installed."""


def reads(request: RunRequest | CheckRequest | PrepareRequest) -> tuple[str, ...]:
    """Further paths that the worker of this request may read, as the kernel knows them."""
    if isinstance(request, CheckRequest):
        named = course_data(Path(request.course))
    else:
        named = request.read
        if isinstance(request, PrepareRequest) and request.course and not named:
            named = course_data(Path(request.course))
    return tuple(os.path.realpath(path) for path in named)


class Desk:
    """State of one host."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.loop = Loop()
        self.groups = options.groups
        self._options = options
        self._out = Writer(self.loop, 1, self._client_gone)
        self._buffer = bytearray()
        self._slots: Slots[Run] = Slots()
        self._most, self._shared = options.slots, options.shared
        self._turn: machine.Turn | None = None
        self._ask: Timer | None = None
        self._before = 0
        self._idle: Timer | None = None
        self._replenish: Timer | None = None
        self._missing = set(options.require) - sandbox.given()
        root = options.scratch or Path(tempfile.gettempdir()) / f"jax-tutor-{os.getuid()}"
        self._scratch = Scratch(root)
        caches = Caches(cache.prepare(options.cache), cache.prepare(options.checking_cache))
        for folder in (caches.running, caches.checking):
            cache.bound(folder)
        self._pool = Pool(self.loop, self._scratch, caches)

    def run(self) -> None:
        os.set_blocking(0, False)
        self.loop.reading(0, self._read)
        self._rest()
        self.send(
            msgspec.structs.replace(
                hello(),
                slots=self._most,
                slots_shared=str(self._shared or ""),
                memory="bounded" if self.groups is not None else "watched",
            )
        )
        try:
            self.loop.run()
        finally:
            for job in self._slots.all:
                job.abandon()
            self._leave_queue()
            self._pool.close()
            processes.reap_strangers(())
            self._scratch.close()

    # --- Desk, as jobs see it ----------------------------------------------------------------

    def send(self, event: Event) -> None:
        try:
            line = encode(event)
        except ProtocolError:
            return
        self._out.send(line)

    def waiting(self) -> int:
        return self._out.pending

    def take_worker(self, request: RunRequest | CheckRequest) -> Child:
        return self._pool.take(request.devices, reads(request))

    def take_checker(self, request: CheckRequest) -> Child:
        return self._pool.checker((request.course, request.lesson, request.step))

    def drop_checker(self) -> None:
        self._pool.drop_checker()

    def note(self, data: bytes) -> None:
        """For whoever reads the host's standard error."""
        with contextlib.suppress(OSError):
            os.write(2, data)

    def over(self, job: Run) -> None:
        if job.child is not None:
            self._pool.give_back(job.child)
        if self._slots.all[0] == job:
            self._leave_queue()
        following = self._slots.leave(job)
        if following is not None:
            self.loop.later(0.0, self._begin)
        elif not self._slots.all:
            self._rest()
            devices, read = job.request.devices, reads(job.request)
            self._replenish = self.loop.later(
                REPLENISH_AFTER, lambda: self._pool.prepare(devices, read)
            )

    # --- requests ----------------------------------------------------------------------------

    def _read(self) -> None:
        try:
            data = os.read(0, 1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._client_gone()
            return
        self._buffer += data
        while (end := self._buffer.find(b"\n")) >= 0:
            line = bytes(self._buffer[:end])
            del self._buffer[: end + 1]
            if line.strip():
                self._request(line)
        if len(self._buffer) > MAX_LINE:
            print(f"host: a request is longer than {MAX_LINE} bytes", file=sys.stderr)
            self._client_gone()

    def _request(self, line: bytes) -> None:
        try:
            request = decode_request(line)
        except ProtocolError as error:
            self._refuse(_id_of(line), "bad-request")
            print(f"host: {error}", file=sys.stderr)
            return
        self._wake()
        match request:
            case StopRequest():
                for job in self._slots.all:
                    if job.id == request.id:
                        job.stop()
            case PrepareRequest():
                self._pool.prepare(request.devices, reads(request))
                if request.step:
                    self._pool.checker((request.course, request.lesson, request.step))
                if not self._slots.all:
                    self._rest()
            case RunRequest() | CheckRequest():
                self._enter(request)

    def _enter(self, request: RunRequest | CheckRequest) -> None:
        if any(job.id == request.id for job in self._slots.all):
            self._refuse(request.id, "duplicate-id")
        elif self._missing:
            self._refuse(request.id, "no-protection")
        else:
            for one in self._slots.all:
                one.end_look()
            job = Run(self, request) if isinstance(request, RunRequest) else Check(self, request)
            if self._slots.enter(job) == 0:
                self._begin()
            else:
                self._tell_places(self._before)

    # --- the queue of the machine ------------------------------------------------------------

    def _begin(self) -> None:
        """Start the first job of this host as soon as the machine has a slot."""
        if self._ask is not None:
            self._ask.cancel()
        if not self._slots.all or self._slots.all[0].child is not None:
            return
        if self._turn is None:
            self._turn = machine.Turn(self._shared, self._most)
        self._before = self._turn.place()
        if self._before:
            self._ask = self.loop.later(self._turn.pause, self._begin)
        self._tell_places(self._before)
        if not self._before:
            self._slots.all[0].start()

    def _tell_places(self, before: int) -> None:
        """Tell each job that waits how many are before it."""
        for place, job in enumerate(self._slots.all, before):
            if job.child is None and place:
                job.queued(place)

    def _leave_queue(self) -> None:
        if self._ask is not None:
            self._ask.cancel()
        if self._turn is not None:
            self._turn.release()
        self._turn, self._before = None, 0

    def _refuse(self, request_id: str, reason: str) -> None:
        if request_id:
            self.send(Done(id=request_id, seq=1, status="refused", reason=reason))

    # --- coming to an end --------------------------------------------------------------------

    def _wake(self) -> None:
        for timer in (self._idle, self._replenish):
            if timer is not None:
                timer.cancel()

    def _rest(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        self._idle = self.loop.later(self._options.idle_seconds, self.loop.stop)

    def _client_gone(self) -> None:
        self.loop.stop()


class _Id(msgspec.Struct):
    id: str = ""


def _id_of(line: bytes) -> str:
    try:
        return msgspec.json.decode(line, type=_Id).id
    except msgspec.MsgspecError:
        return ""


def hello() -> Hello:
    level, missing = sandbox.protection()
    names = ("jax", "jaxlib", "flax", "optax")
    return Hello(
        versions={
            "python": ".".join(map(str, sys.version_info[:3])),
            **{name: version(name) for name in names},
            "jax-tutor": __version__,
        },
        cores=len(_cores()),
        protection=level,
        missing=missing,
    )


def _cores() -> set[int]:
    try:
        return os.sched_getaffinity(0)
    except AttributeError:
        return set(range(min(CORES, os.cpu_count() or 1)))


def settle() -> None:
    """Make this process what workers are forked from."""
    with contextlib.suppress(AttributeError, OSError):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    processes.become_subreaper()
    processes.set_dumpable(False)
    for name in NEEDED:
        importlib.import_module(name)
    for name in WELCOME:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    lowering.share_contexts()
    gc.collect()
    gc.freeze()


def serve(options: argparse.Namespace) -> int:
    """Serve one client until it goes away or nothing was asked for long."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    # Before this process keeps to a few cores.
    options.slots = options.slots or machine.default_slots()
    options.shared = machine.shared_folder(options.slots_folder)
    options.groups = cgroups.find()
    settle()
    desk = Desk(options)
    signal.signal(signal.SIGTERM, lambda *_: desk.loop.stop())
    desk.run()
    return 0
