"""Explaining never raises, never takes long, and never guesses, whatever a worker sends."""

import time

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor.clinic.match import explain
from tutor.events import Evidence, ExceptionInfo, Frame

_NAMES = ["TypeError", "ValueError", "ConcretizationTypeError", "AttributeError", "OddError"]
_MESSAGES = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "Gradient only defined for scalar-output functions. Output had shape: (3,).",
            "unsupported operand type(s) for -: 'dict' and 'dict'",
            "JAX arrays are immutable",
            "Shapes must be 1D sequences of concrete values of integer type, got (JitTracer(~),)",
            "vmap got inconsistent sizes for array axes to be mapped:\n",
            "'NoneType' object has no attribute 'shape'",
        ]
    ),
)
_SOURCES = st.one_of(
    st.text(max_size=60),
    st.sampled_from(["x[1] = 2", "if x > 0:\n    y = 1", "jax.grad(f)(2)", "a - b", "def f(", ""]),
)


def error(message: str, name: str = "TypeError", **options) -> Evidence:
    frames = (Frame(line=1, source="x", variables=options.pop("variables", {})),)
    info = ExceptionInfo(name=name, message=message, frames=frames, **options)
    return Evidence(exceptions=(info,), line=1, details={"raised": "own"})


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(_NAMES),
    _MESSAGES,
    _SOURCES,
    st.integers(-3, 9),
    st.integers(-2, 80),
    st.dictionaries(st.sampled_from(["x", "a", "b"]), st.text(max_size=20), max_size=3),
)
def test_any_evidence_is_taken(name, message, source, line, column, variables):
    frame = Frame(line=line, source=source[:20], column=column, variables=variables)
    info = ExceptionInfo(name=name, message=message, frames=(frame,), library=("jax._src:f",))
    for language in ("en", "zh-CN"):
        found = explain(Evidence(exceptions=(info,), line=line), source, language)
        if found is not None:
            assert found.title and found.text
            msgspec.json.encode(found)


@pytest.mark.parametrize("evidence", [Evidence(), Evidence(kind="limit"), Evidence(kind="refusal")])
def test_evidence_without_an_exception_is_not_explained(evidence):
    assert explain(evidence, "", "en") is None


@pytest.mark.parametrize(
    "unit",
    ["a requires array ", "Argument value of type x ", "static arg ", "grad requires real inputs ",
     "a" * 1000, "(1,2) ", "carry input has type x ", "vmap ", "jax.a.b."],
)  # fmt: skip
def test_long_messages_are_no_trap(unit):
    text = (unit * 100_000)[:500_000]
    began = time.process_time()
    explain(error(text), "x = 1\n", "en")
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    ("name", "module", "message", "raised"),
    [
        ("OddError", "somelib", "it went wrong", "somelib.core:go"),
        ("ValueError", "builtins", "bad thing", "jax._src.lax.lax:new_rule"),
        ("XlaRuntimeError", "jaxlib", "INTERNAL: something", "jax._src.pjit:run"),
        ("TypeError", "builtins", "cannot use JitTracer here", "own"),
        ("RuntimeError", "builtins", "oops in flax", "flax.nnx.x:y"),
    ],
)
def test_what_is_not_recognised_is_not_explained(name, module, message, raised):
    info = ExceptionInfo(
        name=name, module=module, message=message, frames=(Frame(line=1, source="f(x)"),)
    )
    evidence = Evidence(exceptions=(info,), line=1, details={"raised": raised})
    assert explain(evidence, "f(x)\n", "en") is None


# --- pairs that are easily confused ----------------------------------------------------------


def test_an_integer_in_a_module_is_not_a_plain_integer():
    message = (
        "grad requires real- or complex-valued inputs (input dtype that is a sub-dtype of "
        "np.inexact), but got uint32."
    )
    source = "jax.grad(loss)(model)\n"
    module = error(message, variables={"model": "Linear nnx"})
    assert explain(module, source, "en").cause == "nnx-jax-transform"
    plain = error(message, variables={"model": "uint32[] array"})
    assert explain(plain, source, "en").cause == "grad-non-float"


def test_wrong_arguments_belong_to_a_loop_only_when_a_loop_called():
    message = "body() takes 1 positional argument but 2 were given"
    source = "def body(x): return x\nlax.fori_loop(0, 3, body, 1)\n"
    loop = error(message, library=("jax._src.lax.control_flow.loops:fori_loop",))
    assert explain(loop, source, "en").cause == "loop-signature"
    assert explain(error(message), source, "en").cause == "python-error"


def test_arithmetic_of_dicts_is_about_trees_only_when_they_hold_arrays():
    message = "unsupported operand type(s) for -: 'dict' and 'dict'"
    source = "a - b\n"
    arrays = error(message, variables={"a": "dict of w with arrays", "b": "dict of w with arrays"})
    assert explain(arrays, source, "en").cause == "pytree-mismatch"
    plain = error(message, variables={"a": "dict of w", "b": "dict of w"})
    assert explain(plain, source, "en").cause == "python-error"


def test_a_tuple_without_an_attribute_is_about_apply_only_when_apply_made_it():
    message = "'tuple' object has no attribute 'shape'"
    made = "y = bn.apply(v, x, mutable=['batch_stats'])\ny.shape\n"
    info = error(message, "AttributeError", variables={"y": "tuple of 2"})
    info = msgspec.structs.replace(info, line=2)
    assert explain(info, made, "en").cause == "flax-immutable-collection"
    assert explain(info, "y = (1, 2)\ny.shape\n", "en").cause == "python-error"


@pytest.mark.parametrize(
    ("place", "cause"),
    [("/tool/facts.py:65", "traced-branch"), ("snippet.py:1", "leaked-tracer")],
)
def test_a_function_of_another_file_that_traces_leaves_the_tracer_in_its_time(place, cause):
    message = (
        "Attempted boolean conversion of traced array with shape bool[].\n"
        f"The error occurred while tracing the function <lambda> at {place} for jit. This concrete "
        "value was not available in Python because it depends on the value of the argument args[0]."
    )
    source = "def f(v):\n    if v > 0:\n        return v\n"
    info = ExceptionInfo(
        name="TracerBoolConversionError",
        bases=("ConcretizationTypeError", "TypeError"),
        message=message,
        frames=(
            Frame(line=2, function="f", source="if v > 0:", variables={"v": "float32[] tracer"}),
        ),
        library=("jax._src.core:__bool__", "jax._src.core:error"),
    )
    found = explain(Evidence(exceptions=(info,), filename="snippet.py", line=2), source, "en")
    assert found is not None
    assert found.cause == cause


def test_axes_that_do_not_meet_in_a_product_are_told_by_their_sizes():
    message = (
        "dot_general requires contracting dimensions to have the same shape, got (8,) and (5,)."
    )
    found = explain(error(message), 'p["v"] @ h', "en")
    assert found is not None and found.text.endswith(": 8, 5")


def test_a_return_outside_of_its_function_is_about_its_spaces():
    info = ExceptionInfo(name="SyntaxError", message="'return' outside function")
    evidence = Evidence(kind="syntax", exceptions=(info,), line=3)
    found = explain(evidence, "def f(x):\n    y = x\nreturn y", "en")
    assert found is not None and "Indent" in found.fix


def test_a_linen_module_without_a_call_is_told_what_it_lacks():
    message = (
        '"MLP" object has no attribute "__call__". If "__call__" is defined in '
        "'.setup()', remember these fields are only accessible from inside 'init' or 'apply'."
    )
    found = explain(error(message, "AttributeError"), "v = model.init(key, x)", "en")
    assert found is not None and "the class MLP has none" in found.text
