"""A worker from the inside: confined, warmed, waiting for its job.

Runs in a child of the host right after the fork, and never returns. A running worker executes one
program of the learner and ends; in a check it then answers questions about what that program
defined. A checking worker holds check and reference and never sees the learner's code run.
"""

from __future__ import annotations

import atexit
import contextlib
import faulthandler
import gc
import os
import select
import signal
import struct
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn

import msgspec

from tutor.events import Block, CheckRequest, Event, RunRequest, decode_request, encode
from tutor.runner import afterwards, cache, ease, program, sandbox, streams, warmup, wire

if TYPE_CHECKING:
    from tutor.kit.compiling import CompileClock
    from tutor.xray import Instruments

FIRST_FD = 240
"""The worker's own descriptors lie out of the way of what programs close by habit."""
CONTROL, FRAMES, ASK, ANSWER, DUMP = range(FIRST_FD, FIRST_FD + 5)

DUMP_SIGNAL = signal.SIGUSR1
"""Makes a worker say which line runs, even in a compiled loop."""
MAIN_SIGNAL = signal.SIGUSR2
"""The same, of the main thread alone: of very many threads the other one leaves some out."""

STACK = 2 << 20
"""Bytes for the stack of a thread that Python starts."""

EXIT_BROKEN = 122
"""The worker could not tell the host how its program ended."""


@dataclass(frozen=True)
class Pipes:
    """Ends that belong to the worker, as the fork left them."""

    control: int
    frames: int
    ask: int
    answer: int
    dump: int
    stdout: int
    stderr: int


@dataclass(frozen=True)
class Setup:
    role: Literal["run", "check"]
    host: int
    devices: int
    scratch: Path
    cache: Path | None
    read: tuple[str, ...]
    """Further paths that it may read."""
    pipes: Pipes
    step: tuple[str, str, str] = ("", "", "")
    """Course folder, lesson and step that a checking worker is for."""


def main(setup: Setup) -> NoReturn:
    """The life of a worker."""
    code = EXIT_BROKEN
    try:
        _arrange(setup.pipes)
        _signals()
        sandbox.apply(
            sandbox.Plan(
                host=setup.host,
                scratch=setup.scratch,
                keep=range(FIRST_FD, DUMP + 1),
                read=tuple(Path(path) for path in setup.read),
                write=(setup.scratch,),
                flat=(setup.cache,) if setup.cache else (),
            )
        )
        outlet = streams.Outlet(FRAMES)
        streams.install(outlet)
        os.environ["HOME"] = os.environ["TMPDIR"] = str(setup.scratch)
        faulthandler.register(DUMP_SIGNAL, file=DUMP, all_threads=True, chain=False)
        faulthandler.register(MAIN_SIGNAL, file=DUMP, all_threads=False, chain=False)
        # Stacks are reserved: as many threads as may be have to fit into the address space.
        threading.stack_size(STACK)
        cache.use(setup.cache)
        warmup.start_backend(setup.devices)
        thread = f"0x{threading.get_ident():016x}"
        outlet.send(wire.READY, msgspec.json.encode(wire.Ready(thread)))
        if setup.role == "check":
            from tutor.runner import checker

            if not _job_waits():
                checker.rehearse(*setup.step)
            checker.serve(CONTROL, ASK, ANSWER, outlet)
            code = 0
        else:
            warmup.warm(_job_waits)
            if not _job_waits():
                # The program's own collections need not look at all this.
                gc.collect()
                gc.freeze()
            code = _run(outlet)
    except BaseException:
        import traceback

        with contextlib.suppress(BaseException):
            os.write(2, traceback.format_exc().encode("utf-8", "backslashreplace"))
    finally:
        os._exit(code)


def _arrange(pipes: Pipes) -> None:
    """Standard descriptors, and the worker's own above `FIRST_FD`."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(pipes.stdout, 1)
    os.dup2(pipes.stderr, 2)
    ours = (pipes.control, pipes.frames, pipes.ask, pipes.answer, pipes.dump)
    for number, fd in zip(range(FIRST_FD, DUMP + 1), ours, strict=True):
        os.dup2(fd, number, inheritable=False)


def _signals() -> None:
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGTERM, signal.SIGCHLD, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    # Until the learner's code runs, an interrupt has nobody to speak to.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)


def _job_waits() -> bool:
    return bool(select.select([CONTROL], [], [], 0)[0])


def receive(fd: int) -> bytes:
    """One message of the host; ends the process when the host is gone."""
    (length,) = struct.unpack(">I", _exactly(fd, 4))
    return _exactly(fd, length)


def _exactly(fd: int, size: int) -> bytes:
    data = b""
    while len(data) < size:
        piece = os.read(fd, size - len(data))
        if not piece:
            os._exit(0)
        data += piece
    return data


def _run(outlet: streams.Outlet) -> int:
    request = decode_request(receive(CONTROL))
    if not isinstance(request, RunRequest | CheckRequest):
        raise TypeError(f"{type(request).__name__} is no job")
    check = isinstance(request, CheckRequest)
    what = program.Program(
        code=request.code,
        filename="snippet.py" if isinstance(request, CheckRequest) else request.filename,
        hidden_lines=request.hidden_lines,
        args=() if isinstance(request, CheckRequest) else request.args,
    )
    if isinstance(request, RunRequest):
        program.beside(what, request.read)
    printed = streams.Copy(1 << 20)
    if check:
        streams.install(outlet, printed)
    ease.install()
    _connect_kit(outlet)
    compiling = _compile_clock()
    after = afterwards.begin(request, what, outlet)
    # Handlers of the libraries would stop backends that the program may still use.
    atexit._clear()
    outlet.send(wire.TAKEN)
    receive(CONTROL)  # The host has set the limits.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    instruments = _instruments(request, what)
    began = time.monotonic()
    namespace, ending = program.execute(what)
    seconds = time.monotonic() - began
    from tutor.kit import sink

    sink.flush()
    if instruments is not None:
        instruments.stop()
    if not check:
        program.wind_up()
    sink.flush()
    if instruments is not None:
        outlet.send(wire.EVENT, encode(Block(kind="xray", data=instruments.data(namespace)))[:-1])
    outlet.send(wire.OVER, _outcome(ending, compiling.seconds))
    if after is not None:
        after.look(namespace, ending, seconds)
    if check:
        from tutor.checking import answer
        from tutor.checking.channel import Channel

        outcome = answer.Outcome(printed.text, ending.evidence, what.filename, what.hidden_lines)
        answer.serve(Channel(ASK, ANSWER), namespace, request.code, outcome)
        while True:
            # The host ends this process when it has the verdict; an end before that is a crash.
            signal.pause()
    return 0


def _instruments(request: RunRequest | CheckRequest, what: program.Program) -> Instruments | None:
    """X-ray, switched on, where it was asked for."""
    if isinstance(request, CheckRequest) or not request.xray:
        return None
    from tutor.xray import Instruments

    instruments = Instruments(what.filename, what.hidden_lines, Path(os.environ["HOME"]))
    instruments.start()
    return instruments


def _connect_kit(outlet: streams.Outlet) -> None:
    from tutor.kit import sink

    def receive_event(event: Event) -> None:
        outlet.send(wire.EVENT, encode(event)[:-1])

    sink.set_sink(receive_event)


def _outcome(ending: program.Ending, compile_seconds: float) -> bytes:
    status: Literal["ok", "raised"] = "ok" if ending.ok else "raised"
    outcome = wire.Outcome(
        status=ending.bound or status,
        exit_code=ending.exit_code,
        evidence=ending.evidence,
        compile_seconds=compile_seconds,
    )
    return msgspec.json.encode(outcome)


def _compile_clock() -> CompileClock:
    from tutor.kit.compiling import CompileClock

    return CompileClock()
