"""A checking worker from the inside: it judges, and never sees the learner's code run."""

from __future__ import annotations

import struct
import time
import traceback
from pathlib import Path

import msgspec

from tutor.checking.channel import Channel, ChannelTimeout
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


def serve(control: int, incoming: int, outgoing: int, outlet: streams.Outlet) -> None:
    """Judge one check after the other. Ends after the first that did not go well."""
    from tutor.checking import session
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
