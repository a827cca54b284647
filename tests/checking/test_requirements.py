"""What ends a check, with which feedback, and in which words."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest

from tutor.checking import close, expect, expect_form, fail, need, on_error, reject
from tutor.checking.context import Failed
from tutor.checking.conversation import Handle, LearnerError
from tutor.events import Evidence, ExceptionInfo


def ending(demand, *args, **options) -> tuple[str, str, str]:
    with pytest.raises(Failed) as end:
        demand(*args, **options)
    return end.value.feedback, end.value.observed, end.value.needed


def test_need_takes_bools_and_nothing_that_merely_looks_true():
    for ok in (True, np.bool_(True), jnp.array(True), np.array(True)):
        need(ok, "x")
    for wrong in (1, "yes", [1], None, jnp.array([True]), jnp.array(1.0), Handle(None, 0, "h")):
        with pytest.raises(TypeError):
            need(wrong, "x")
    assert ending(need, False, "x") == ("x", "", "")
    assert ending(need, jnp.array(False), "x", jnp.ones(2), "two ones") == (
        "x",
        "float32[2] [1. 1.]",
        "two ones",
    )
    assert ending(fail, "y", 1, 2) == ("y", "1", "2")


def test_a_failure_is_not_swallowed_by_a_broad_except():
    with pytest.raises(Failed):
        try:
            need(False, "x")
        except Exception:
            pass


def test_expect_names_the_first_thing_that_differs():
    right = {"w": jnp.ones(3)}
    expect({"w": np.ones(3, np.float32)}, right)
    assert ending(expect, None, right)[0] == "no-return"
    assert ending(expect, {"b": jnp.ones(3)}, right)[0] == "wrong-structure"
    assert ending(expect, {"w": jnp.ones(2)}, right)[0] == "wrong-shape"
    assert ending(expect, {"w": jnp.ones(3, int)}, right)[0] == "wrong-dtype"
    assert ending(expect, {"w": jnp.zeros(3)}, right)[0] == "wrong-value"
    assert ending(expect, {"w": jnp.zeros(3)}, right, "not-the-gradient")[0] == "not-the-gradient"
    expect({"w": jnp.ones(3, int)}, right, dtype=None)
    names = {"structure": "s", "shape": "h", "dtype": "d"}
    assert ending(expect, None, right, **names)[0] == "s"
    assert ending(expect, {"w": jnp.ones(2)}, right, **names)[0] == "h"
    assert ending(expect, {"w": jnp.ones(3, int)}, right, **names)[0] == "d"


def test_expect_shows_the_difference_and_the_inputs():
    _, observed, needed = ending(
        expect, jnp.array([1.0, 5.0]), jnp.array([1.0, 4.0]), inputs={"x": 2}
    )
    assert observed == "[1] = 5  float32[2] [1. 5.]\nx = 2"
    assert needed == "[1] = 4  float32[2] [1. 4.]"
    assert ending(expect, jnp.ones((2, 3)), jnp.ones(3))[1:] == ("float32[2,3]", "float32[3]")


def test_a_known_mistake_is_named_only_for_a_wrong_answer():
    mistakes = {"summed": jnp.float32(6), "broken": lambda: 1 / 0, "last": lambda: jnp.float32(3)}
    assert ending(expect, 6.0, 2.0, mistakes=mistakes)[0] == "summed"
    assert ending(expect, 3.0, 2.0, mistakes=mistakes)[0] == "last"
    assert ending(expect, 4.0, 2.0, mistakes=mistakes)[0] == "wrong-value"
    assert ending(expect, jnp.ones(2), 2.0, mistakes={"kept": jnp.ones(2)})[0] == "kept"
    expect(6.0, 6.0, mistakes=mistakes)


def test_reject_names_a_mistake_even_of_a_right_answer():
    reject(1.0, {"a": 2.0, "b": lambda: 1 / 0})
    assert ending(reject, 2.0, {"a": 2.0}) == ("a", "2", "")


def test_a_form_is_expected_without_values():
    expect_form([jnp.zeros(3), 1], [jnp.ones(3), 2])
    assert ending(expect_form, [jnp.zeros(2), 1], [jnp.ones(3), 2])[0] == "wrong-shape"
    assert ending(expect_form, jnp.zeros(2, int), jnp.zeros(2))[0] == "wrong-dtype"
    assert ending(expect_form, None, jnp.zeros(2))[0] == "no-return"
    assert ending(expect_form, (1, 2), [1, 2], exact=True)[0] == "wrong-structure"


def test_a_handle_is_equal_to_nothing():
    handle = Handle(None, 3, "class Net")
    assert not close(handle, handle.__class__(None, 3, "class Net"))
    assert ending(expect, handle, 1.0) == ("wrong-structure", "<class Net>", "1")


def test_rules_for_errors_look_at_class_bases_and_message():
    info = ExceptionInfo(name="KeyReuseError", bases=("TypeError", "Exception"), message="a\nkey b")
    error = LearnerError(Evidence(exceptions=(info,)))
    assert on_error("TypeError", "", "x").fits(error)
    assert on_error(("ValueError", "KeyReuseError"), "key", "x").fits(error)
    assert on_error("TypeError", "a.*b", "x").fits(error)
    assert not on_error("ValueError", "", "x").fits(error)
    assert not on_error("TypeError", "array", "x").fits(error)
