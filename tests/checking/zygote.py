"""Real workers for the tests: a process that has everything imported, forked for each worker.

Run as a program: it takes orders (one JSON line with one file descriptor each) on its standard
input, a Unix socket. "run" forks a running worker, "check" a checking worker that takes orders of
its own.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import socket
import sys
import traceback
from pathlib import Path

FILENAME = "snippet.py"


def orders(control: socket.socket):
    while True:
        data, fds, _flags, _address = socket.recv_fds(control, 1 << 20, 1)
        if not data:
            return
        yield json.loads(data), fds[0]


def start_devices(count: int) -> None:
    os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={count}"


def run(order: dict, fd: int) -> None:
    from tutor.checking.answer import Outcome, serve
    from tutor.checking.channel import Channel
    from tutor.clinic.evidence import of_exception
    from tutor.course.preamble import HIDDEN, whole
    from tutor.kit.sink import set_sink

    start_devices(order["devices"])
    os.chdir(order["scratch"])
    set_sink(lambda event: None)
    source, names, text, evidence = (
        whole(order["code"]),
        {"__name__": "__main__"},
        io.StringIO(),
        None,
    )
    with contextlib.redirect_stdout(text):
        try:
            exec(compile(source, FILENAME, "exec"), names)
        except BaseException as error:
            evidence = of_exception(error, FILENAME, HIDDEN, source)
    outcome = Outcome(text.getvalue(), evidence, FILENAME, HIDDEN)
    serve(Channel(fd, fd), names, source, outcome)


def check(order: dict, fd: int) -> None:
    from tutor.checking.channel import Channel
    from tutor.checking.session import run_check
    from tutor.events import encode

    start_devices(order["devices"])
    control = socket.socket(fileno=fd)
    for job, channel_fd in orders(control):
        verdict = run_check(
            Channel(channel_fd, channel_fd),
            Path(order["course"]),
            order["lesson"],
            order["step"],
            job["seed"],
        )
        os.close(channel_fd)
        control.sendall(encode(verdict))


def main() -> None:
    for module in ("flax.linen", "flax.nnx", "optax", "tutor.checking.session"):
        importlib.import_module(module)
    control = socket.socket(fileno=0)
    for order, fd in orders(control):
        while True:
            try:
                if os.waitpid(-1, os.WNOHANG)[0] == 0:
                    break
            except ChildProcessError:
                break
        if os.fork() == 0:
            control.close()
            try:
                {"run": run, "check": check}[order["role"]](order, fd)
            except BaseException:
                traceback.print_exc()
                sys.stderr.flush()
                os._exit(1)
            os._exit(0)
        os.close(fd)


if __name__ == "__main__":
    main()
