"""Programs that will not end are ended, by Stop and by their limit, and leave nothing."""

from __future__ import annotations

import time

import pytest

from tests.runner.lab import Lab, alive, descendants
from tutor.events import Output

STUBBORN = {
    "ignores every signal": """
import signal
for n in range(1, 65):
    try: signal.signal(n, signal.SIG_IGN)
    except (OSError, ValueError): pass
print("go")
while True: pass
""",
    "blocks every signal": """
import signal
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
print("go")
while True: pass
""",
    "handles every signal": """
import signal
for n in range(1, 65):
    try: signal.signal(n, lambda *_: None)
    except (OSError, ValueError): pass
print("go")
while True: pass
""",
    "swallows every exception": """
print("go")
while True:
    try:
        while True: pass
    except BaseException: pass
""",
    "threads that never end": """
import threading, time
def forever():
    while True: time.sleep(1)
for _ in range(20): threading.Thread(target=forever).start()
print("go")
""",
    "an exit handler that never returns": """
import atexit
def forever():
    print("go")
    while True: pass
atexit.register(forever)
""",
    "a finally that never ends": """
print("go")
try:
    while True: pass
finally:
    while True: pass
""",
    "a destructor that never ends": """
class Stuck:
    def __del__(self):
        while True: pass
print("go")
x = Stuck()
del x
""",
    "a long call in C": """
print("go")
x = 10 ** (10 ** 9)
""",
    "a callback of the compiler that never returns": """
import jax
def forever(x):
    while True: pass
print("go")
jax.jit(lambda x: jax.debug.callback(forever, x))(1.0)
jax.effects_barrier()
""",
    "full pipes held by threads": """
import os, threading
r, w = os.pipe()
def hold():
    while True: os.write(w, b"x" * 65536)
for _ in range(4): threading.Thread(target=hold).start()
print("go")
""",
}

QUICK = ("ignores every signal", "an exit handler that never returns")
CASES = [pytest.param(n, marks=() if n in QUICK else pytest.mark.full) for n in STUBBORN]


def only_spares(lab: Lab) -> bool:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        if sum(alive(pid) for pid in descendants(lab.host)) <= 1:
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize("name", CASES)
def test_stop_ends_it(lab: Lab, name: str) -> None:
    told = lab.wait(lab.stopped(lab.request(STUBBORN[name], wall=60.0), Output))
    asked = next(event.time for event in told.of(Output))
    assert told.done.status == "stopped"
    assert told.done.time - asked < 3.0
    assert only_spares(lab)


@pytest.mark.parametrize("name", CASES)
def test_its_time_limit_ends_it(lab: Lab, name: str) -> None:
    told = lab.run(STUBBORN[name], wall=1.0)
    assert told.done.status == "limit", told.done
    assert told.done.limit is not None
    assert told.done.limit.name == "wall"
    assert told.done.seconds < 4.0
    assert only_spares(lab)


def test_a_program_that_has_stopped_itself_ends_with_its_line(lab: Lab) -> None:
    code = "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)\nprint('went on')"
    told = lab.run(code, wall=1.0)
    assert told.done.limit is not None, told.done
    assert (told.done.limit.name, told.done.limit.line) == ("wall", 2)
    assert told.text == ""
    assert only_spares(lab)


def test_a_program_that_answers_a_signal_by_ending_is_stopped_too(lab: Lab) -> None:
    code = (
        "import os, signal\nsignal.signal(2, lambda *_: os._exit(0))\nprint('go')\nwhile True: pass"
    )
    told = lab.wait(lab.stopped(lab.request(code), Output))
    assert told.done.status == "stopped"
