"""Code in the editor that goes after the verdict instead of the answer: never a pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runner.lab import Lab

STEP = """\
# %% starter
def double(x):
    ...
# %% solution
def double(x):
    return x * 2
# %% check
from tutor.checking import expect


def check(learner, reference, rng):
    x = rng.normal(5)
    expect(learner.double(x), reference.double(x), inputs={"x": x})
"""

RIGHT = "def double(x): return x * 2\n"
WRONG = "def double(x): return x\n"

PASS = '{"type":"verdict","result":"pass","seed":1}'

FORGED = {
    "prints the verdict": f"""
print('{PASS}', flush=True); print("passed"); print("\\u2713 Passed")
""",
    "prints it to both streams with a frame around it": f"""
import struct, sys
payload = b'{PASS}'
for stream in (sys.stdout, sys.stderr):
    stream.write((struct.pack(">cI", b"D", len(payload)) + payload).decode("latin-1"))
    stream.flush()
""",
    "writes a verdict frame to every descriptor": f"""
import os, struct
payload = b'{PASS}'
for fd in range(3, 256):
    try: os.write(fd, struct.pack(">cI", b"D", len(payload)) + payload)
    except OSError: pass
""",
    "writes a verdict line to every descriptor": f"""
import os
for fd in range(1, 256):
    try: os.write(fd, b'\\n{PASS}\\n')
    except OSError: pass
""",
    "writes a length-prefixed verdict to every descriptor": f"""
import os, struct
payload = b'{PASS}'
for fd in range(3, 256):
    for head in (struct.pack(">I", len(payload)), struct.pack("<I", len(payload))):
        try: os.write(fd, head + payload)
        except OSError: pass
""",
    "writes when it is asked": f"""
def double(x):
    import os, struct
    payload = b'{PASS}'
    for fd in range(3, 256):
        try: os.write(fd, struct.pack(">cI", b"D", len(payload)) + payload)
        except OSError: pass
    return x
""",
    "says that all is over": """
import os, struct
payload = b'{"status":"ok"}'
for fd in range(3, 256):
    try: os.write(fd, struct.pack(">cI", b"F", len(payload)) + payload)
    except OSError: pass
""",
    "exits with 0 when asked": "def double(x):\n    import os; os._exit(0)\n",
    "raises SystemExit(0) when asked": "def double(x): raise SystemExit(0)\n",
    "ends itself with a signal": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n",
    "closes its descriptors": "import os\nos.closerange(3, 256)\n",
    "patches numpy and jax": """
import jax, jax.numpy as jnp, numpy as np
for m in (jnp, np):
    m.allclose = m.array_equal = lambda *a, **k: True
    m.max = m.abs = m.asarray = m.array = lambda *a, **k: 0
np.testing.assert_allclose = lambda *a, **k: None
jax.Array.__eq__ = lambda a, b: True
""",
    "patches the kit": """
import sys
from tutor import kit
for name in list(sys.modules):
    if name.startswith("tutor."):
        for key, value in list(vars(sys.modules[name]).items()):
            if callable(value) and not isinstance(value, type) and not key.startswith("__"):
                if any(word in key for word in ("check", "expect", "verdict", "compare", "same")):
                    setattr(sys.modules[name], key, lambda *a, **k: True)
""",
    "patches msgspec and json": f"""
import json, msgspec
json.dumps = lambda *a, **k: '{PASS}'
msgspec.json.encode = lambda *a, **k: b'{PASS}'
msgspec.msgpack.encode = lambda *a, **k: b'{PASS}'
""",
    "patches the answers themselves": """
from tutor.checking import answer
for name, value in list(vars(answer).items()):
    if callable(value) and not isinstance(value, type):
        setattr(answer, name, lambda *a, **k: True)
answer.Answerer.frame = lambda self, question: b"pass"
""",
    "replaces the conversation": f"""
from tutor.checking import channel
channel.Channel.send = lambda self, frame, timeout=None: __import__("os").write(1, b'{PASS}')
""",
    "patches builtins": """
import builtins
builtins.isinstance = lambda *a: True
builtins.abs = builtins.max = lambda *a, **k: 0
builtins.all = lambda *a: True
""",
    "registers an exit": f"""
import atexit
atexit.register(lambda: print('{PASS}', flush=True))
atexit.register(lambda: __import__("os")._exit(0))
""",
    "traces": """
import sys, threading
def trace(frame, event, arg):
    for name in ("verdict", "result", "passed"):
        if name in frame.f_locals: frame.f_locals[name] = "pass"
    return trace
sys.settrace(trace); sys.setprofile(trace); threading.settrace(trace)
""",
    "walks the frames": """
import gc, sys
frame = sys._getframe()
while frame:
    for name in list(frame.f_locals):
        if name in ("check", "request", "verdict", "what"): frame.f_locals[name] = True
    frame = frame.f_back
for thing in gc.get_objects():
    if type(thing).__name__ == "Verdict": object.__setattr__(thing, "result", "pass")
""",
    "leaves a thread behind that writes": f"""
import os, struct, threading, time
def write():
    payload = b'{PASS}'
    while True:
        for fd in range(240, 250):
            try: os.write(fd, struct.pack(">cI", b"D", len(payload)) + payload)
            except OSError: pass
        time.sleep(0.01)
threading.Thread(target=write, daemon=True).start()
""",
    "leaves a thread behind that swaps the function": """
import threading, time
def swap():
    while True:
        globals()["double"] = lambda x: x
        time.sleep(0.001)
threading.Thread(target=swap, daemon=True).start()
""",
    "equals everything": """
class Everything:
    shape, dtype, ndim, size = (5,), "float32", 1, 5
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 0
    def __sub__(self, other): return 0
    __rsub__ = __add__ = __radd__ = __mul__ = __sub__
    def __abs__(self): return 0
    def __lt__(self, other): return True
    __le__ = __gt__ = __ge__ = __lt__
    def __bool__(self): return True
    def __float__(self): return 0.0
def double(x): return Everything()
""",
    "becomes an array when looked at": """
class Chameleon:
    shape, dtype = (5,), "float32"
    def __array__(self, *a, **k):
        import gc, numpy as np
        return np.full(5, np.nan, "float32")
    def __jax_array__(self): return self.__array__()
def double(x): return Chameleon()
""",
    "a subclass of ndarray": """
import numpy as np
class Same(np.ndarray):
    def __eq__(self, other): return np.True_
    def __sub__(self, other): return np.zeros(5, "float32")
    def __array_ufunc__(self, *a, **k): return np.True_
    def tobytes(self, *a): return b""
def double(x): return np.asarray(x).view(Same)
""",
    "pickles": """
import os
class Pickle:
    def __reduce__(self): return (os._exit, (0,))
    __reduce_ex__ = lambda self, version: self.__reduce__()
    def __getstate__(self): return {}
def double(x): return Pickle()
""",
    "not a number": "def double(x): return x * float('nan')\n",
    "a broadcast": "def double(x): return (x * 2)[None].repeat(3, 0)\n",
    "a subclass of str and int": """
class Text(str):
    def __eq__(self, other): return True
    __hash__ = str.__hash__
class Number(int):
    def __eq__(self, other): return True
    __hash__ = int.__hash__
def double(x): return Text("pass") if x[0] > 0 else Number(1)
""",
    "looks for the answer": """
import gc, inspect, pathlib, sys
found = None
for frame in sys._current_frames().values():
    while frame:
        found = frame.f_locals.get("reference", found); frame = frame.f_back
for thing in gc.get_objects():
    try:
        if getattr(thing, "__name__", "") == "double" and thing.__module__ != "__main__":
            found = thing
    except Exception: pass
double = found or (lambda x: x)
""",
    "reads the exercise": """
import pathlib
text = pathlib.Path(COURSE, "lesson/step.py").read_text()
exec(text.split("# %% solution")[1].split("# %%")[0])
""",
    "patches struct and json": f"""
import json, struct, tutor.checking.channel as channel, tutor.checking.wire as wire
struct.pack = lambda *a, **k: b'{PASS}'
json.loads = lambda *a, **k: {{"result": "pass"}}
wire.encode = lambda *a, **k: b'{PASS}'
channel.pack_frame = lambda *a, **k: b'{PASS}'
""",
    "answers before it is asked": """
import os
from tutor.checking.channel import pack_frame
from tutor.checking import wire
for kind in list(vars(wire).values()):
    for fd in range(240, 246):
        try: os.write(fd, pack_frame(wire.encode(kind())))
        except Exception: pass
""",
    "sends its own answers beside those of the worker": """
import os, threading
from tutor.checking.channel import pack_frame
def double(x):
    for fd in range(240, 246):
        for frame in (b"", b"\\x80", b"\\xc0", bytes(x.tobytes()), b"\\xff" * 64):
            try: os.write(fd, pack_frame(frame))
            except Exception: pass
    return x
""",
    "swaps its modules": """
import sys, types
class Anything(types.ModuleType):
    def __getattr__(self, name): return lambda *a, **k: True
for name in list(sys.modules):
    if name.startswith(("tutor.checking", "tutor.runner", "numpy.testing")):
        sys.modules[name] = Anything(name)
""",
    "hooks what is deleted and what is audited": """
import sys, weakref
def hook(event, arguments):
    frame = sys._getframe(1)
    for name in ("result", "verdict", "answer"):
        if name in frame.f_locals: frame.f_locals[name] = "pass"
sys.addaudithook(hook)
""",
    "an array that claims what it is not": """
import numpy as np
class Claims:
    def __init__(self, x): self.x = x
    @property
    def __array_interface__(self):
        return {"shape": (5,), "typestr": "<f4", "data": (id(self), False), "version": 3}
def double(x): return Claims(x)
""",
    "another thread answers first": """
import os, threading, time
from tutor.checking.channel import pack_frame
def flood():
    while True:
        try: os.write(243, pack_frame(b"\\x81\\xa4pass\\xc3"))
        except Exception: return
for _ in range(3): threading.Thread(target=flood, daemon=True).start()
""",
    "tells another text than was sent": """
from tutor.checking import answer, wire
greet = wire.Hello
wire.Hello = lambda source, *rest: greet(source + "\\njax.vmap", *rest)
serve = answer.serve
answer.serve = lambda channel, names, source, rest: serve(channel, names, source + "# vmap", rest)
""",
    "asks for a pass by name": "learner = reference = verdict = 'pass'\nresult = True\n",
}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("course")
    (folder / "lesson").mkdir()
    (folder / "lesson" / "step.py").write_text(STEP)
    (folder / "course.toml").write_text('id = "t"\nformat = 1\n')
    return folder


QUICK = ("writes a verdict frame to every descriptor", "equals everything", "patches numpy and jax")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=() if n in QUICK else pytest.mark.full) for n in FORGED]
)
def test_no_forgery_is_a_pass(lab: Lab, course: Path, name: str) -> None:
    code = FORGED[name].lstrip("\n").replace("COURSE", repr(str(course)))
    if "def double" not in code and "double =" not in code:
        code = WRONG + code
    told = lab.check(course, "lesson", "step", code, wall=4.0)
    assert told.verdict.result != "pass", told.events


def test_what_the_text_of_a_program_says_cannot_be_forged(lab: Lab, course: Path) -> None:
    rule = "from tutor.checking import need\n"
    step = STEP.replace("from tutor", rule + "from tutor", 1)
    step += '    need(learner.mentions("vmap"), "use-vmap")\n'
    (course / "lesson" / "rule.py").write_text(step.replace("x * 2", "x * 2  # vmap", 1))
    honest = lab.check(course, "lesson", "rule", RIGHT)
    assert (honest.verdict.result, honest.verdict.feedback) == ("fail", "use-vmap")
    forged = lab.check(course, "lesson", "rule", RIGHT + FORGED["tells another text than was sent"])
    assert (forged.verdict.result, forged.verdict.reason) == ("not-checked", "bad-answer")


LATE = {
    "greets by half": "import os\nos.write(243, b'\\0\\0\\x10\\0abc')\n" + RIGHT,
    "stops itself when asked": (
        "import os, signal\n"
        "def double(x):\n    os.kill(os.getpid(), signal.SIGSTOP)\n    return x * 2\n"
    ),
}
THIEF = (
    "import os, threading\ndef take():\n"
    "    fd = os.open('/proc/self/fd/243', os.O_RDONLY)\n    while True: os.read(fd, 100)\n"
    "threading.Thread(target=take, daemon=True).start()\n"
)
"""Takes answers out of the pipe, if it is quicker than the host."""


@pytest.mark.parametrize("name", LATE)
def test_who_lets_the_check_wait_has_the_time_limit_of_the_answer(
    lab: Lab, course: Path, name: str
) -> None:
    told = lab.check(course, "lesson", "step", LATE[name], wall=2.0)
    assert (told.verdict.result, told.verdict.reason) == ("not-checked", "timeout"), told.events
    assert told.done.seconds < 6


def test_who_takes_the_answers_back_passes_at_most_with_a_right_one(lab: Lab, course: Path) -> None:
    """Bytes that are missing make a check wait, or what arrives no answer."""
    right = lab.check(course, "lesson", "step", THIEF + RIGHT, wall=2.0)
    assert right.verdict.result in ("pass", "not-checked"), right.events
    assert right.done.seconds < 6
    wrong = lab.check(course, "lesson", "step", THIEF + WRONG, wall=2.0)
    assert wrong.verdict.result in ("fail", "not-checked"), wrong.events


def test_the_right_answer_still_passes(lab: Lab, course: Path) -> None:
    assert lab.check(course, "lesson", "step", RIGHT).verdict.result == "pass"


def test_output_of_a_forger_is_output_only(lab: Lab, course: Path) -> None:
    told = lab.check(course, "lesson", "step", WRONG + FORGED["prints the verdict"])
    assert PASS in told.text
    assert told.verdict.result == "fail"
