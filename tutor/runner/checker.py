"""A checking worker from the inside: it judges, and never sees the learner's code run."""

from __future__ import annotations

import contextlib
import struct
import time
import traceback
from pathlib import Path
from typing import Any

import msgspec

from tutor.checking import answer, session
from tutor.checking import wire as messages
from tutor.checking.channel import Channel, ChannelTimeout
from tutor.course import preamble
from tutor.course.exercise import load_exercise
from tutor.events import Verdict, encode
from tutor.runner import streams, wire

SERIAL = struct.Struct(">I")


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """What the host hands to a checking worker. `serial` tells one check from the next."""

    serial: int
    course: str
    lesson: str
    step: str
    seed: int


class Conversation(Channel):
    """The channel of one check after the other; what an earlier one left behind is skipped."""

    serial = 0

    def receive(self, timeout: float | None = None) -> bytes:
        wanted = SERIAL.pack(self.serial)
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            frame = super().receive(left)
            if frame[: SERIAL.size] == wanted:
                return frame[SERIAL.size :]


class _Mirror(Channel):
    """Answers itself, for the reference in place of the learner's code."""

    def __init__(self, code: str) -> None:
        namespace: dict[str, Any] = {"__name__": "__main__"}
        exec(compile(code, "snippet.py", "exec"), namespace)
        self._answerer = answer.Answerer(namespace, code, answer.Outcome("", None))
        self._frames = [messages.encode(messages.Hello(code, "", None))]

    def send(self, frame: bytes, timeout: float | None = None) -> None:
        self._frames.append(self._answerer.frame(messages.decode_question(frame)))

    def receive(self, timeout: float | None = None) -> bytes:
        return self._frames.pop(0)


def rehearse(course: str, lesson: str, step: str) -> None:
    """Check the reference itself, so that the first check of an answer finds all compiled."""
    with contextlib.suppress(Exception):
        exercise = load_exercise(Path(course), lesson, step)
        mirror = _Mirror(preamble.whole(exercise.solutions[0].code))
        session.check_over(mirror, exercise, 0)


def serve(control: int, incoming: int, outgoing: int, outlet: streams.Outlet) -> None:
    """Judge one check after the other. Ends after the first that did not go well."""
    from tutor.runner.worker import receive

    channel = Conversation(incoming, outgoing)
    while True:
        task = msgspec.json.decode(receive(control), type=Task)
        outlet.send(wire.TAKEN)
        try:
            channel.serial = task.serial
            verdict = session.run_check(
                channel, Path(task.course), task.lesson, task.step, task.seed
            )
        except ChannelTimeout:
            verdict = Verdict(result="not-checked", reason="timeout", seed=task.seed)
        except Exception:
            traceback.print_exc()
            verdict = Verdict(result="not-checked", reason="check-broken", seed=task.seed)
        outlet.send(wire.VERDICT, encode(verdict)[:-1])
        if verdict.result == "not-checked":
            return
