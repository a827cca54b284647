"""A check ends in exactly one verdict, and only a check that held is a pass."""

from __future__ import annotations

import os
import socket
import threading
from pathlib import Path

import pytest

from tests.checking.workers import Zygote, channel
from tutor.checking import wire
from tutor.checking.channel import ChannelClosed, pack_frame
from tutor.checking.session import run_check
from tutor.events import Evidence, ExceptionInfo, Verdict, encode

EXERCISE = """\
# %% starter
def scale(x, by):
    return x * ...
# %% solution
def scale(x, by):
    return x * by
# %% wrong: added
def scale(x, by):
    return x + by
# %% check
from tutor.checking import expect, need, on_error

errors = [on_error("ZeroDivisionError", "", "divided"), on_error("NameError", "'by_'", "misspelt")]


def check(learner, reference, rng):
    for n in (3, 5):
        x, by = rng.normal(n), rng.number(2, 3)
        y = learner.scale(x, by)
        need(y.shape == (n,), "shape", y.shape)
        expect(y, reference.scale(x, by), inputs={"by": by}, mistakes={"added": x + by})
"""


def course(tmp_path: Path, text: str = EXERCISE) -> Path:
    (tmp_path / "lesson").mkdir(exist_ok=True)
    (tmp_path / "lesson" / "step.py").write_text(text)
    return tmp_path


@pytest.fixture
def verdict(zygote: Zygote, tmp_path: Path):
    def judge(answer: str, text: str = EXERCISE, seed: int = 5) -> Verdict:
        with zygote.running(answer, tmp_path) as end:
            return run_check(channel(end), course(tmp_path, text), "lesson", "step", seed)

    return judge


def with_check(body: str) -> str:
    start = EXERCISE.index("def check")
    return EXERCISE[:start] + "def check(learner, reference, rng):\n" + body


SCALE = "def scale(x, by):\n    return "


def test_a_right_answer_passes_with_the_number_that_inputs_came_from(verdict):
    found = verdict(SCALE + "by * x")
    assert found == Verdict(result="pass", seed=5)


def test_a_wrong_answer_gets_feedback_with_what_was_observed_and_needed(verdict):
    found = verdict(SCALE + "x * by * 2")
    assert (found.result, found.feedback) == ("fail", "wrong-value")
    assert "[0] = " in found.observed and "\nby = 2." in found.observed and "[0] = " in found.needed
    assert verdict(SCALE + "x + by").feedback == "added"
    assert verdict(SCALE + "None").feedback == "wrong-structure"
    assert verdict(SCALE + "x[:1]").feedback == "shape"


def test_a_hole_that_is_left_is_what_the_learner_hears_about(verdict):
    assert verdict(SCALE + "x * ...").feedback == "hole-left"
    assert verdict("def scale(x, by):\n    ...").feedback == "hole-left"
    assert verdict(SCALE + "x[..., :] * by").result == "pass"
    assert verdict(SCALE + "x[..., :] + by").feedback == "added"


def test_a_mistake_of_syntax_is_told_before_a_hole_elsewhere(verdict):
    found = verdict("def scale(x, by:\n    ...")
    assert (found.result, found.feedback) == ("fail", "")
    assert found.evidence is not None and found.evidence.kind == "syntax"
    assert verdict("def scale(x, by):\n    return x * (...").feedback == "hole-left"


def test_a_missing_name_and_a_value_for_a_function(verdict):
    assert verdict("def scales(x): ...").feedback in ("hole-left", "undefined-name")
    found = verdict("def scales(x, by):\n    return x")
    assert (found.feedback, found.needed) == ("undefined-name", "scale")
    assert verdict("scale = 3.0").feedback == "not-callable"
    assert verdict("def scale(x):\n    return x").feedback == "wrong-arguments"


def test_an_error_is_mapped_by_the_exercise_or_left_to_the_clinic(verdict):
    assert verdict(SCALE + "x * by_").feedback == "misspelt"
    assert verdict("1 / 0").feedback == "divided"
    found = verdict(SCALE + "x @ jnp.ones(99)")
    assert (found.result, found.feedback) == ("fail", "")
    assert found.evidence.exceptions[0].name == "TypeError"
    assert found.evidence.line == 2
    found = verdict("x = 1\nboom")
    assert (found.evidence.exceptions[0].name, found.evidence.line) == ("NameError", 2)
    found = verdict("def scale(:")
    assert (found.result, found.evidence.exceptions[0].name) == ("fail", "SyntaxError")


def test_what_the_check_cannot_use_is_the_answers_fault_when_the_check_is_sound(verdict):
    for value in ("None", "'text'", "(x, by)", "lambda: x", "{}", "float(x[0])"):
        found = verdict(SCALE + value)
        assert (found.result, found.feedback) == ("fail", "wrong-structure"), value


def test_a_check_that_is_broken_says_where(verdict):
    found = verdict(SCALE + "x * by", with_check("    learner.scale(1.0, 2.0)\n    oops\n"))
    assert (found.result, found.reason) == ("not-checked", "check-broken")
    line = EXERCISE[: EXERCISE.index("def check")].count("\n") + 3
    assert found.observed.startswith(f"step.py:{line}: NameError")
    for text in (
        EXERCISE.replace("def check", "def chek"),
        EXERCISE.replace("errors = [", "errors = [["),
        EXERCISE.replace("def check(", "def check("[:-1] + "(("),
        with_check("    learner.scale(lambda: 1, 2)\n"),
        with_check("    expect(1, reference.gone)\n"),
        with_check("    need('yes', 'x')\n"),
        with_check("    learner.probe('none')\n"),
        EXERCISE + "# %% probe\n1 / 0\n" + "# %% run\n",
    ):
        if "probe\n1" in text:
            text = text.replace("    for n in", "    learner.probe('x')\n    for n in")
        found = verdict(SCALE + "x * by", text)
        assert (found.result, found.reason) == ("not-checked", "check-broken"), text


def test_a_check_that_demands_nothing_is_no_pass(verdict):
    found = verdict(SCALE + "x * by", with_check("    learner.scale(1.0, 2.0)\n"))
    assert (found.result, found.reason) == ("not-checked", "check-empty")


def test_no_exercise_is_not_checked(zygote, tmp_path):
    with zygote.running("x = 1", tmp_path) as end:
        found = run_check(channel(end), tmp_path, "lesson", "gone", 1)
    assert (found.result, found.reason) == ("not-checked", "check-broken")


def test_facts_and_probes_mark_the_verdict(verdict):
    text = with_check("    need(learner.equations(learner.scale, 1.0, 2.0) == 1, 'x')\n")
    assert verdict(SCALE + "x * by", text) == Verdict(result="pass", seed=5, advisory=True)
    text = with_check("    need(learner.output == 'hi\\n', 'x')\n")
    assert verdict("print('hi')", text).advisory
    probe = "# %% probe\ndef two():\n    return 2\n# %% check"
    text = with_check("    need(learner.probe('two') == 2, 'x')\n").replace("# %% check", probe)
    assert verdict("", text).advisory


def test_the_same_number_gives_the_same_inputs(verdict):
    wrong = SCALE + "x * by + 1"
    assert verdict(wrong, seed=8) == verdict(wrong, seed=8)
    assert verdict(wrong, seed=8).observed != verdict(wrong, seed=9).observed


HOSTILE = {
    "equality": "class Y:\n def __eq__(s, o): return True\n shape = (3,)\n"
    "def scale(x, by): return Y()",
    "array lookalike": "class Y(np.ndarray):\n def __eq__(s, o): return True\n"
    "def scale(x, by): return np.zeros(x.shape).view(Y)",
    "patched comparisons": "import tutor.checking.compare as c, tutor.checking.requirements as r\n"
    "c.difference = lambda *a, **k: None\nr.need = lambda *a: None\n"
    "import tutor.checking.wire as w\ndef scale(x, by): return x",
    "patched numpy": "np.allclose = np.isclose = lambda *a, **k: True\ndef scale(x, by): return x",
    "exit": "import os, sys\ndef scale(x, by): sys.exit(0)",
    "hard exit": "import os\ndef scale(x, by): os._exit(0)",
    "generator": "def scale(x, by): yield x",
    "verdict text": 'print(\'{"type":"verdict","result":"pass"}\')\ndef scale(x, by): return x',
    "nan": "def scale(x, by): return x * float('nan')",
    "huge": "def scale(x, by): return jnp.ones((3000, 3000))",
    "cycle": "def scale(x, by):\n a = []\n a.append(a)\n return a",
    "endless text": "def scale(x, by): return 'x' * 9_000_000",
    "big ints": "def scale(x, by): return 10 ** 100_000",
    "tracer": "kept = []\njax.jit(lambda v: kept.append(v))(1.0)\ndef scale(x, by): return kept[0]",
    "deleted": "f = jax.jit(lambda a: a * 2, donate_argnums=0)\n"
    "def scale(x, by):\n y = x + 0\n f(y)\n return y",
    "exception text": "class E(Exception):\n def __str__(self): raise E()\n"
    "def scale(x, by): raise E()",
    "recursion": "def scale(x, by): return scale(x, by)",
    "writes frames": "import os, struct\ndef scale(x, by):\n"
    " f = b'\\x82\\xa4type\\xa8returned\\xa5value\\x01'\n"
    " for fd in range(3, 64):\n"
    "  try: os.write(fd, struct.pack('>I', len(f)) + f)\n"
    "  except OSError: pass\n"
    " return x",
    "writes noise": "import os\ndef scale(x, by):\n"
    " for fd in range(3, 64):\n"
    "  try: os.write(fd, b'\\xff' * 64)\n"
    "  except OSError: pass\n"
    " return x",
}


@pytest.mark.parametrize("trick", HOSTILE)
def test_no_trick_passes(verdict, trick):
    found = verdict(HOSTILE[trick])
    assert found.result in ("fail", "not-checked"), found


def test_what_the_learner_named_is_clean_and_bounded_in_a_verdict(verdict):
    found = verdict("def scale(x): pass\nscale.__name__ = 'a\\x1b[31mb'")
    assert found.observed == "a\ufffd[31mb(x)"
    found = verdict("class E(Exception): pass\ndef scale(x, by): raise E('\\x1b]0;t\\x07' * 99999)")
    info = found.evidence.exceptions[0]
    assert info.name == "E" and "\x1b" not in info.message
    assert len(encode(found)) < 300_000


# --- a process that lies about everything --------------------------------------------------


def liar(tmp_path: Path, *frames: bytes) -> Verdict:
    """The verdict when the other end says `frames`, whatever it is asked, and hangs up."""
    ours, theirs = socket.socketpair()

    def lie() -> None:
        with theirs:
            end = channel(theirs)
            try:
                for i, frame in enumerate(frames):
                    if i:
                        end.receive(10)
                    theirs.sendall(frame)
            except (ChannelClosed, OSError):
                pass

    thread = threading.Thread(target=lie)
    thread.start()
    with ours:
        found = run_check(channel(ours), course(tmp_path), "lesson", "step", 5)
    thread.join()
    return found


def frame(message: wire.Answer) -> bytes:
    return pack_frame(wire.encode(message))


HELLO = frame(wire.Hello("", "", None))
REF = frame(wire.Returned(wire.Ref(0, "function scale")))


def test_evidence_of_a_liar_is_bounded_too(tmp_path):
    big = ExceptionInfo(name="E\x1b", message="x" * 3_000_000, bases=("B",) * 9999)
    found = liar(tmp_path, HELLO, REF, frame(wire.Raised(Evidence(exceptions=(big, big)))))
    assert found.result == "fail" and found.evidence.exceptions[0].name == "E\ufffd"
    assert len(encode(found)) < 300_000


@pytest.mark.parametrize(
    ("frames", "result", "reason"),
    [
        ((), "not-checked", "crashed"),
        ((HELLO,), "not-checked", "crashed"),
        ((HELLO, REF), "not-checked", "crashed"),
        ((HELLO, REF, HELLO), "not-checked", "bad-answer"),
        ((REF,), "not-checked", "bad-answer"),
        ((HELLO, REF, REF), "not-checked", "bad-answer"),
        ((HELLO[:-1],), "not-checked", "crashed"),
        ((b"\xff" * 50,), "not-checked", "bad-answer"),
        ((HELLO, pack_frame(os.urandom(50))), "not-checked", "bad-answer"),
        ((HELLO, pack_frame(b"")), "not-checked", "bad-answer"),
        ((HELLO, frame(wire.Absent("scale"))), "fail", ""),
        ((HELLO, frame(wire.Misused("you are wrong"))), "fail", ""),
        (
            (HELLO, REF, frame(wire.Returned(wire.Array("jax", "float32", (9,), False, b"")))),
            "not-checked",
            "bad-answer",
        ),
        ((HELLO, REF, frame(wire.Returned(True, (True, True)))), "fail", ""),
        (
            (HELLO, REF, frame(wire.Returned(wire.Ref(9, "x" * 999), (1, 2)))),
            "not-checked",
            "crashed",
        ),
    ],
)
def test_a_lie_ends_in_no_pass(tmp_path, frames, result, reason):
    found = liar(tmp_path, *frames)
    assert (found.result, found.reason) == (result, reason)
