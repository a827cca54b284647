"""Evidence is bounded, counts lines as the learner does, and trusts nothing."""

import linecache

import msgspec
import pytest

from tutor.clinic.evidence import MESSAGE, TRACEBACK, of_exception
from tutor.clinic.kinds import kind_of
from tutor.events import Evidence


def gather(source: str, hidden: int = 0, filename: str = "snippet.py", **names) -> Evidence:
    """Evidence of running `source`, which must fail."""
    linecache.cache.pop(filename, None)
    try:
        exec(compile(source, filename, "exec"), {"__name__": "__main__", **names})
    except BaseException as error:
        found = of_exception(error, filename, hidden, source)
        msgspec.json.encode(found)
        return found
    raise AssertionError("it did not fail")


def test_frames_are_the_learner_s_own_outermost_first():
    found = gather("def f(n):\n    return 1 / n\n\nf(0)\n")
    (error,) = found.exceptions
    assert [(frame.line, frame.function, frame.source) for frame in error.frames] == [
        (4, "", "f(0)"),
        (2, "f", "return 1 / n"),
    ]
    inner = error.frames[-1]
    assert (inner.column, inner.end_column, inner.end_line) == (11, 16, 2)
    assert inner.variables == {"n": "int 0"}
    assert (error.name, error.message) == ("ZeroDivisionError", "division by zero")
    assert error.bases == ("ArithmeticError", "Exception", "BaseException")
    assert (found.line, found.details) == (2, {"raised": "own"})


def test_hidden_lines_are_not_counted():
    source = "import math\nimport math\nx = 1\nx / 0\n"
    found = gather(source, hidden=2)
    assert found.line == 2
    assert 'File "snippet.py", line 2, in <module>\n    x / 0\n' in found.traceback


def test_lines_in_messages_are_counted_as_the_learner_does():
    source = "a = 1\nb = 2\nraise ValueError('made at snippet.py:3:5, see other.py:3')\n"
    found = gather(source, hidden=2)
    assert found.exceptions[0].message == "made at snippet.py:1:5, see other.py:3"


def test_an_error_in_a_hidden_line_has_no_line():
    assert gather("import nosuchmodule\nx = 1\n", hidden=1).line == 0


def test_library_frames_are_names_and_repeat_once():
    found = gather("import json\njson.loads('{')\n")
    assert found.exceptions[0].library == (
        "json:loads",
        "json.decoder:decode",
        "json.decoder:raw_decode",
    )
    assert found.details["raised"] == "json.decoder:raw_decode"
    assert found.line == 2


def test_the_chain_goes_from_the_last_to_the_first():
    source = (
        "try:\n    {}['a']\nexcept KeyError as e:\n    try:\n        1 / 0\n"
        "    except ZeroDivisionError:\n        raise ValueError('x') from e\n"
    )
    found = gather(source)
    assert [one.name for one in found.exceptions] == ["ValueError", "KeyError"]
    assert "direct cause" in found.traceback


def test_a_suppressed_context_is_left_out():
    source = "try:\n    1 / 0\nexcept ZeroDivisionError:\n    raise ValueError() from None\n"
    assert [one.name for one in gather(source).exceptions] == ["ValueError"]


def test_a_chain_that_bites_its_tail_ends():
    source = (
        "a, b = ValueError('a'), ValueError('b')\na.__context__ = b\nb.__context__ = a\nraise a\n"
    )
    assert len(gather(source).exceptions) == 2


def test_of_a_group_the_first_stands_for_all():
    source = "raise ExceptionGroup('two', [KeyError('a'), ValueError('b')])\n"
    assert [one.name for one in gather(source).exceptions] == ["ExceptionGroup", "KeyError"]


def test_notes_are_kept_but_not_jax_s_chatter():
    source = (
        "e = ValueError('x')\ne.add_note('mind the gap')\n"
        "e.add_note('--------------------\\nFor simplicity')\nraise e\n"
    )
    assert gather(source).exceptions[0].notes == ("mind the gap",)


# --- syntax ----------------------------------------------------------------------------------


def test_a_syntax_error_has_its_line_and_column():
    found = gather("a = 1\nb = 2\nx = (1,\ny = 3 3\n", hidden=2)
    assert found.kind == "syntax"
    assert (found.line, found.exceptions[0].name) == (1, "SyntaxError")
    frame = found.exceptions[0].frames[0]
    assert (frame.source, frame.column) == ("x = (1,", 4)
    assert 'File "snippet.py", line 1' in found.traceback
    assert found.traceback.split("\n")[2] == "        ^"


def test_a_syntax_error_names_other_lines_as_the_learner_counts_them():
    found = gather("a = 1\nb = 2\ndef f():\nreturn 1\n", hidden=2)
    said = "expected an indented block after function definition on line 1"
    assert found.exceptions[0].message == said
    assert said in found.traceback


def test_a_syntax_error_of_text_that_the_program_compiles_is_an_exception():
    found = gather("exec('1 +')\n")
    assert (found.kind, found.line) == ("exception", 1)


# --- bounds ----------------------------------------------------------------------------------


def test_a_deep_recursion_is_bounded():
    found = gather("def f(n):\n    return f(n + 1)\n\nf(0)\n")
    (error,) = found.exceptions[:1]
    assert error.name == "RecursionError"
    assert len(error.frames) == 24
    assert "more frames" in found.traceback
    assert len(msgspec.json.encode(found)) < 60_000


def test_a_huge_message_keeps_its_head_and_its_tail():
    found = gather("raise ValueError('head' + 'x' * 10**7 + 'tail')\n")
    message = found.exceptions[0].message
    assert message.startswith("head") and len(message) < MESSAGE + 100
    assert len(found.traceback) < TRACEBACK + 100


def test_text_is_always_valid():
    found = gather("raise ValueError('a\\ud800b')\n")
    assert found.exceptions[0].message == "a?b"


# --- hostile ---------------------------------------------------------------------------------

_HOSTILE = {
    "str raises": "class E(Exception):\n    def __str__(self): raise KeyError('no')\nraise E\n",
    "str exits": "class E(Exception):\n    def __str__(self): raise SystemExit(3)\nraise E\n",
    "str is no str": "class E(Exception):\n    def __str__(self): return 5\nraise E\n",
    "str subclass": (
        "class S(str):\n    def __getitem__(self, i): raise ValueError\n"
        "    def encode(self, *a): raise ValueError\n"
        "class E(Exception):\n    def __str__(self): return S('x')\nraise E\n"
    ),
    "class property": (
        "class E(Exception):\n    @property\n    def __class__(self): raise ValueError\nraise E\n"
    ),
    "meta name": (
        "class M(type):\n    @property\n    def __name__(cls): raise ValueError\n"
        "    @property\n    def __mro__(cls): raise ValueError\n"
        "class E(Exception, metaclass=M): pass\nraise E\n"
    ),
    "traceback property": (
        "class E(Exception):\n    @property\n    def __traceback__(self): raise ValueError\n"
        "    @property\n    def __cause__(self): raise ValueError\n"
        "    @property\n    def __notes__(self): raise ValueError\nraise E\n"
    ),
    "getattribute": (
        "class E(Exception):\n    def __getattribute__(self, name): raise ValueError\nraise E\n"
    ),
    "notes": "e = ValueError()\ne.__notes__ = 5\nraise e\n",
    "wild notes": "e = ValueError()\ne.__notes__ = [object(), None, 'ok']\nraise e\n",
    "module is no text": "class E(Exception): __module__ = 5\nraise E\n",
    "variables": (
        "class V:\n    def __repr__(self): raise SystemExit\n    __str__ = __repr__\n"
        "    @property\n    def shape(self): raise SystemExit\n"
        "    @property\n    def __class__(self): raise SystemExit\n"
        "    def __getattr__(self, name): raise SystemExit\n"
        "    def __len__(self): raise SystemExit\n"
        "v = V()\nv + 1\n"
    ),
    "globals": "__name__ = 5\n1 / 0\n",
    "exit in a property of a name": (
        "class A:\n    @property\n    def b(self): raise SystemExit\n"
        "a = A()\n(lambda: a)() and 1 / 0\n"
    ),
}


@pytest.mark.parametrize("source", _HOSTILE.values(), ids=_HOSTILE.keys())
def test_hostile_errors_still_give_evidence(source):
    found = gather(source)
    assert found.exceptions[0].name
    assert found.line > 0


def test_nothing_of_a_learner_s_value_is_run():
    ran = []

    class Sly:
        def __getattr__(self, name):
            ran.append(name)
            raise AttributeError(name)

        @property
        def shape(self):
            ran.append("shape")

    assert kind_of(Sly()) == "Sly object"
    gather("sly.shape2 / 0\n", sly=type("Plain", (), {"shape2": 1})())
    assert ran == []


# --- kinds -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (3, "int 3"),
        (10**12, "int"),
        (True, "bool True"),
        (0.5, "float 0.5"),
        (None, "None"),
        ("abc", "str 'abc'"),
        ("x" * 100, "str"),
        ([1, 2], "list of 2"),
        ((1,), "tuple of 1"),
        ({"w": 1, "b": 2}, "dict of w, b"),
        ({1: 2}, "dict of 1"),
        (len, "function len"),
        (pytest, "module pytest"),
        (int, "class int"),
        (object(), "object object"),
        ([len], "list of 1"),
    ],
)
def test_kinds_of_ordinary_values(value, kind):
    assert kind_of(value) == kind


def test_kinds_of_arrays_and_tracers():
    import jax
    import jax.numpy as jnp
    import numpy as np

    seen = []
    jax.make_jaxpr(lambda x: seen.append(kind_of(x)) or x)(jnp.ones((2, 3)))
    assert seen == ["float32[2,3] tracer"]
    assert kind_of(jnp.ones(3)) == "float32[3] array"
    assert kind_of(np.zeros((2, 1), np.int8)) == "int8[2,1] numpy"
    assert kind_of(np.float32(1)) == "float32[] numpy"
    assert kind_of(jax.random.key(0)) == "key<fry>[] key"
    assert kind_of([jnp.ones(3)]) == "list of 1 with arrays"
    assert kind_of({"w": {"v": jnp.ones(3)}}) == "dict of w with arrays"
    assert kind_of(jax.jit(lambda x: x)).startswith("function")


def test_the_kinds_on_a_line_are_those_of_the_names_that_stand_there():
    source = "import types\nm = types.SimpleNamespace(last=2)\nk = 0\nm.last / k\n"
    frame = gather(source).exceptions[0].frames[-1]
    assert frame.variables == {"m.last": "int 2", "k": "int 0", "m": "SimpleNamespace object"}


def test_the_nearest_name_is_read_without_running_anything():
    found = gather(
        "class Odd:\n"
        "    shard = 1\n"
        "    def __dir__(self):\n        raise SystemExit\n"
        "    @property\n    def shared(self):\n        raise SystemExit\n"
        "Odd().shards\n"
    )
    assert found.details["near"] == "shard"
    assert "near" not in gather("(1).wholly_other\n").details


def test_what_the_last_line_called_is_told():
    found = gather("import json\ndef read(text):\n    return json.loads(text)\nread('{')\n")
    assert found.details["called"] == "json:loads"
