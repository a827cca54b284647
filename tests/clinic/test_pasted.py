# ruff: noqa: E501, W291 - texts as programs print them
"""Tracebacks as text, from anywhere."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tutor import locale
from tutor.clinic.match import explain
from tutor.clinic.pasted import evidence_of
from tutor.commands.explain import explain as explain_command
from tutor.settings import Settings

PYTHON = """\
Epoch 3, loss 0.5
Traceback (most recent call last):
  File "/home/ada/train.py", line 12, in <module>
    print(step(params, batch))
          ~~~~^^^^^^^^^^^^^^^
  File "/venv/lib/python3.12/site-packages/jax/_src/traceback_util.py", line 195, in reraise
    return fun(*args, **kwargs)
  File "/home/ada/train.py", line 7, in step
    if loss > 1.0:
       ^^^^^^^^^^
  File "/venv/lib/python3.12/site-packages/jax/_src/core.py", line 1085, in __bool__
    return self.aval._bool(self)
jax.errors.TracerBoolConversionError: Attempted boolean conversion of traced array with shape bool[].
The error occurred while tracing the function step at /home/ada/train.py:4 for jit. This concrete \
value was not available in Python because it depends on the value of the argument loss.
See https://example.org/errors.html
"""
CHAINED = """\
Traceback (most recent call last):
  File "a.py", line 2, in f
    return d[k]
KeyError: 'k'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "a.py", line 9, in <module>
    f(1)
  File "a.py", line 4, in f
    raise ValueError("no k")
ValueError: no k
"""
FILTERED = """\
jax.errors.SimplifiedTraceback: For simplicity, JAX has removed its internal frames from the traceback.

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/tmp/t.py", line 5, in <module>
    x[1] = 7.0
    ~^^^
TypeError: JAX arrays are immutable and do not support in-place item assignment. Instead of x[idx] = y
--------------------
For simplicity, JAX has removed its internal frames from the traceback of the following exception.
"""
IPYTHON = """\
---------------------------------------------------------------------------
TypeError                                 Traceback (most recent call last)
Cell In[3], line 4
      1 import jax.numpy as jnp
      2 
      3 x = jnp.zeros(4)
----> 4 x[1] = 7.0

File ~/env/lib/python3.11/site-packages/jax/_src/numpy/array_methods.py:591, in _unimplemented_setitem(self, i, x)
    589 def _unimplemented_setitem(self, i, x):
--> 591   raise TypeError(msg.format(type(self)))

TypeError: JAX arrays are immutable and do not support in-place item assignment.
"""

PYTEST = """\
=================================== FAILURES ===================================
___________________________________ test_put ___________________________________

    def test_put():
>       assert put(3.0)[0] == 3
               ^^^^^^^^

test_a.py:18: 
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

v = 3.0

    def put(v):
        x = jnp.zeros(3)
>       x[0] = v
        ^^^^

test_a.py:11: 
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

self = Array([0., 0., 0.], dtype=float32), i = 0, x = 3.0

    def _unimplemented_setitem(self, i, x):
>     raise TypeError(msg.format(type(self)))
E     TypeError: JAX arrays are immutable and do not support in-place item assignment.

/venv/lib/python3.11/site-packages/jax/_src/numpy/array_methods.py:591: TypeError
=========================== short test summary info ============================
FAILED test_a.py::test_put - TypeError: JAX arrays are immutable and do not s...
"""
PYTEST_SHORT = """\
___________________________________ test_put ___________________________________
test_a.py:18: in test_put
    assert put(3.0)[0] == 3
           ^^^^^^^^
test_a.py:11: in put
    x[0] = v
    ^^^^
/venv/lib/python3.11/site-packages/jax/_src/numpy/array_methods.py:591: in _unimplemented_setitem
    raise TypeError(msg.format(type(self)))
E   TypeError: JAX arrays are immutable and do not support in-place item assignment.
"""
PYTEST_ASSERTION = """\
    def test_value():
        y = 3
>       assert y == 4
E       assert 3 == 4

test_a.py:22: AssertionError
"""
NOTEBOOK = """\
\x1b[31m---------------------------------------------------------------------------\x1b[39m
\x1b[31mTypeError\x1b[39m                                 Traceback (most recent call last)
\x1b[36mCell\x1b[39m\x1b[36m \x1b[39m\x1b[32mIn[3]\x1b[39m\x1b[32m, line 7\x1b[39m
\x1b[32m      4\x1b[39m     x[\x1b[32m1\x1b[39m] = v
\x1b[32m----> \x1b[39m\x1b[32m7\x1b[39m put(\x1b[32m3.0\x1b[39m)

\x1b[36mCell\x1b[39m\x1b[36m \x1b[39m\x1b[32mIn[3]\x1b[39m\x1b[32m, line 4\x1b[39m, in \x1b[36mput\x1b[39m\x1b[34m(v)\x1b[39m
\x1b[32m      2\x1b[39m \x1b[38;5;28;01mdef\x1b[39;00m put(v):
\x1b[32m----> \x1b[39m\x1b[32m4\x1b[39m     x[\x1b[32m1\x1b[39m] = v

\x1b[31mTypeError\x1b[39m: JAX arrays are immutable and do not support in-place item assignment.
"""


def prefixed(text, prefix):
    """As a log prints it: with a prefix before each line, in which numbers change."""
    return "\n".join(prefix.format(n) + line for n, line in enumerate(text.splitlines(), 10))


def test_a_python_traceback_among_other_output():
    found = evidence_of(PYTHON)
    (error,) = found.exceptions
    assert (error.name, error.module) == ("TracerBoolConversionError", "jax.errors")
    assert [(frame.line, frame.function, frame.source) for frame in error.frames] == [
        (12, "", "print(step(params, batch))"),
        (7, "step", "if loss > 1.0:"),
    ]
    assert error.library == ("jax._src.traceback_util:reraise", "jax._src.core:__bool__")
    assert error.message.startswith("Attempted boolean") and "argument loss" in error.message
    words = explain(found, "", "en")
    assert (words.cause, words.line) == ("traced-branch", 7)
    assert "loss" in words.text


def test_a_chain_has_the_last_exception_first():
    found = evidence_of(CHAINED)
    assert [(one.name, one.message) for one in found.exceptions] == [
        ("ValueError", "no k"),
        ("KeyError", "'k'"),
    ]
    assert (found.line, found.details["raised"]) == (4, "own")


def test_frames_that_jax_removed_do_not_hide_the_error():
    found = evidence_of(FILTERED)
    assert (found.exceptions[0].name, found.line) == ("TypeError", 5)
    words = explain(found, "", "en")
    assert (words.cause, words.fix) == ("immutable-array", "x = x.at[1].set(7.0)")


def test_a_traceback_of_a_notebook():
    found = evidence_of(IPYTHON)
    assert (found.exceptions[0].name, found.line) == ("TypeError", 4)
    assert explain(found, "", "en").cause == "immutable-array"


@pytest.mark.parametrize("text", [PYTEST, PYTEST_SHORT, PYTEST.replace("\n", "\r\n")])
def test_what_pytest_shows(text):
    found = evidence_of(text)
    (error,) = found.exceptions
    assert [(frame.line, frame.function, frame.source) for frame in error.frames] == [
        (18, "test_put", "assert put(3.0)[0] == 3"),
        (11, "put", "x[0] = v"),
    ]
    assert error.library == ("jax._src.numpy.array_methods:_unimplemented_setitem",)
    words = explain(found, "", "en")
    assert (words.cause, words.line, words.fix) == ("immutable-array", 11, "x = x.at[0].set(v)")


def test_an_assertion_of_pytest_has_no_class_in_its_text():
    found = evidence_of(PYTEST_ASSERTION)
    assert (found.exceptions[0].name, found.line) == ("AssertionError", 22)
    assert found.exceptions[0].message == "assert 3 == 4"


def test_of_several_tests_that_fail_the_last_counts():
    assert evidence_of(PYTEST + PYTEST_ASSERTION).line == 22


@pytest.mark.parametrize(
    "prefix", ["2026-12-02 09:00:{},123 ERROR train: ", "[rank0]: ", "worker-1  | ", "10:00:{} "]
)
@pytest.mark.parametrize("text", [PYTHON, CHAINED])
def test_the_prefix_of_a_log_does_not_matter(text, prefix):
    plain, logged = evidence_of(text), evidence_of(prefixed(text, prefix))
    assert logged.exceptions == plain.exceptions
    assert (logged.line, logged.filename) == (plain.line, plain.filename)


def test_a_notebook_with_colours_and_functions():
    found = evidence_of(NOTEBOOK)
    assert [(frame.line, frame.function) for frame in found.exceptions[0].frames] == [
        (7, ""),
        (4, "put"),
    ]
    words = explain(found, "", "en")
    assert (words.cause, words.line, words.fix) == ("immutable-array", 4, "x = x.at[1].set(v)")


def test_colours_and_line_ends_do_not_matter():
    painted = PYTHON.replace("Traceback", "\x1b[31mTraceback\x1b[0m").replace("\n", "\r\n")
    assert evidence_of(painted).line == 7


def test_of_two_runs_in_one_log_the_last_counts():
    found = evidence_of(CHAINED + "\nagain\n" + PYTHON)
    assert found.exceptions[0].name == "TracerBoolConversionError"
    assert len(found.exceptions) == 1


def test_a_syntax_error():
    text = "  File \"t.py\", line 3\n    x = (1,\n        ^\nSyntaxError: '(' was never closed\n"
    found = evidence_of(text)
    assert (found.kind, found.line) == ("syntax", 3)
    assert explain(found, "", "en").cause == "python-error"


def test_the_message_alone_is_enough():
    found = evidence_of("TypeError: JAX arrays are immutable and do not support in-place item\n")
    assert explain(found, "", "en").cause == "immutable-array"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "all is well\n",
        "note: 3\nTotal: 5\n",
        "\x00" * 100,
        "Traceback (most recent call last):\n",
    ],
)
def test_text_without_a_traceback_is_none(text):
    assert evidence_of(text) is None


@pytest.mark.parametrize(
    "text",
    [
        PYTHON[: len(PYTHON) // 2],
        "Traceback (most recent call last):\n" * 1000,
        "ValueError: x\n" * 3000,
        '  File "' + "a" * 10000 + '", line 9999999999999999999999, in f\nValueError: x\n',
        "e" * 3_000_000,
    ],
)
def test_odd_text_does_no_harm(text):
    found = evidence_of(text)
    if found is not None:
        explain(found, "", "en")


def test_real_tracebacks_of_both_kinds_are_explained(tmp_path):
    program = tmp_path / "train.py"
    program.write_text(
        "import jax\n\n@jax.jit\ndef f(x):\n    return float(x)\n\nprint(f(2.0))\n", "utf-8"
    )
    for filtering in ("off", "auto"):
        result = subprocess.run(
            [sys.executable, str(program)],
            capture_output=True,
            text=True,
            env={"JAX_TRACEBACK_FILTERING": filtering, "JAX_PLATFORMS": "cpu", "PATH": ""},
        )
        found = evidence_of(result.stderr)
        words = explain(found, program.read_text("utf-8"), "zh-CN")
        assert (words.cause, words.line) == ("traced-to-scalar", 5)


# --- the command -----------------------------------------------------------------------------


class Bytes:
    """Standard input with bytes in it."""

    def __init__(self, text: str) -> None:
        self.buffer = io.BytesIO(text.encode())


def test_the_command_explains_a_file(tmp_path, capsys):
    path = tmp_path / "log.txt"
    path.write_text(PYTHON, "utf-8")
    assert explain_command(str(path), settings=Settings()) == 0
    shown = capsys.readouterr().out
    assert "> 7  if loss > 1.0:" in shown
    assert "Inside jit, loss has a shape" in shown
    assert "jit/python-if" in shown


def test_the_command_reads_what_is_piped_in(monkeypatch, capsys):
    locale.set_language("zh-CN")
    monkeypatch.setattr("sys.stdin", Bytes(FILTERED))
    assert explain_command("-", settings=Settings()) == 0
    assert "JAX 数组不可变" in capsys.readouterr().out


def test_json_always_carries_an_explanation(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", Bytes(PYTHON))
    assert explain_command("-", json=True, settings=Settings()) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["error"]["name"] == "TracerBoolConversionError"
    assert set(data["explanation"]) >= {"cause", "title", "text", "line", "fix"}
    monkeypatch.setattr("sys.stdin", Bytes("nothing here"))
    assert explain_command("-", json=True, settings=Settings()) == 1
    assert json.loads(capsys.readouterr().out) == {"error": None, "explanation": None}


def test_an_unknown_error_is_shown_as_it_is(monkeypatch, capsys):
    text = 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    f()\n'
    text += '  File "/x/site-packages/torch/nn.py", line 5, in g\ntorch.OddError: what now\n'
    monkeypatch.setattr("sys.stdin", Bytes(text))
    assert explain_command("-", settings=Settings()) == 1
    assert "OddError: what now" in capsys.readouterr().err


def test_a_missing_file_is_said(tmp_path):
    from tutor.errors import UsageError

    with pytest.raises(UsageError, match="Cannot read"):
        explain_command(str(tmp_path / "none"), settings=Settings())


def test_the_program_is_read_when_it_is_still_there(tmp_path, capsys):
    program = tmp_path / "t.py"
    program.write_text("import jax.numpy as jnp\nxs = [1.0]\ny = jnp.sum(xs)\n")
    log = tmp_path / "log"
    log.write_text(
        f'Traceback (most recent call last):\n  File "{program}", line 3, in <module>\n'
        "    y = jnp.sum(xs)\nTypeError: sum requires ndarray or scalar arguments, got "
        "<class 'list'> at position 0.\n"
    )
    assert explain_command(str(log), settings=Settings()) == 0
    assert "jnp.sum(jnp.array(xs))" in capsys.readouterr().out
    assert Path(program).exists()
