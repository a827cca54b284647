"""The test process's side of `zygote`: start workers, let one check what the other has run."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tutor.checking import wire
from tutor.checking.channel import Channel
from tutor.checking.conversation import Session
from tutor.checking.learner import Learner
from tutor.events import Verdict, decode_event


class Zygote:
    """Forks workers on order. A context manager."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair()
        environment = {**os.environ, "JAX_PLATFORMS": "cpu"}
        program = Path(__file__).with_name("zygote.py")
        self._process = subprocess.Popen([sys.executable, program], stdin=theirs, env=environment)
        theirs.close()

    def __enter__(self) -> Zygote:
        return self

    def __exit__(self, *_: object) -> None:
        self._control.close()
        self._process.wait(20)

    def running(self, code: str, scratch: Path, devices: int = 1) -> socket.socket:
        """A running worker for `code`; our end of its channel."""
        return self._fork(
            {"role": "run", "code": code, "scratch": str(scratch), "devices": devices}
        )

    @contextmanager
    def checking(self, course: Path, step: str, devices: int = 1) -> Iterator[Checker]:
        """A checking worker for "lesson/step"."""
        lesson, _, name = step.partition("/")
        order = {"role": "check", "course": str(course), "lesson": lesson, "step": name}
        with self._fork({**order, "devices": devices}) as control:
            yield Checker(control)

    def _fork(self, order: dict) -> socket.socket:
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(self._control, [json.dumps(order).encode()], [theirs.fileno()])
        return ours


class Checker:
    """A checking worker."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._reader = control.makefile("rb")

    def verdict(self, channel: socket.socket, seed: int) -> Verdict:
        """Its verdict on what runs at the other end of `channel`, which is closed."""
        with channel:
            order = json.dumps({"seed": seed}).encode()
            socket.send_fds(self._control, [order], [channel.fileno()])
        verdict = decode_event(self._reader.readline())
        assert isinstance(verdict, Verdict)
        return verdict


def channel(end: socket.socket) -> Channel:
    return Channel(end.fileno(), end.fileno())


PROBE = """
def double_x():
    return learner.x * 2

def calls_of_add():
    with spy("add") as calls:
        learner.add(1)
        learner.add(2)
    return len(calls)

def with_other_x():
    with replaced(x=5.0):
        return learner.x

def set_and_remove():
    learner.new = 1
    there = "new" in vars_of_learner()
    del learner.new
    return [there, "new" in vars_of_learner()]

def vars_of_learner():
    return learner.add.__globals__

def touches_gone():
    return learner.gone

def raises():
    return learner.broken(jnp.ones(3))
"""


class Talk:
    """A `learner` in this process, and the running worker that it asks. A context manager."""

    def __init__(self, zygote: Zygote, code: str, scratch: Path, devices: int = 1) -> None:
        self._end = zygote.running(code, scratch, devices)
        self._channel = channel(self._end)
        hello = wire.decode_answer(self._channel.receive(60))
        assert isinstance(hello, wire.Hello)
        assert hello.failure is None, hello.failure
        session = Session(self._ask, dict)
        self.learner = Learner(session, hello.source, hello.stdout, (PROBE, "probe", 1))

    def _ask(self, question: wire.Question) -> wire.Answer:
        self._channel.send(wire.encode(question))
        return wire.decode_answer(self._channel.receive(60))

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *_: object) -> None:
        self._channel.send(wire.encode(wire.Bye()))
        self._end.close()
