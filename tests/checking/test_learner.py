"""`learner` in a check: what the learner made, asked for in a process where their code has run."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from tests.checking.workers import Talk
from tutor.checking import Handle, LearnerError, attempt, close, expect, need, same, unchanged
from tutor.checking.context import Failed, Record, current
from tutor.checking.conversation import CheckError

PROGRAM = """
import functools, optax
from collections import namedtuple
from typing import NamedTuple
from flax import nnx

x = jnp.arange(3.0)
n, name, flags = 3, "mine", {"a": (1, [True, None])}
key = jax.random.key(7)
hole = ...
tx = optax.adam(0.1)

class State(NamedTuple):
    total: float
    count: int

def add(a, b=1.0):
    return a + b

def power(x, n):
    return sum(x ** n)

def push(state, value):
    return State(state.total + value, state.count + 1)

def mutate(table):
    table["w"] = table["w"] + 1
    return table["w"]

def scribble(array):
    array[0] = 7.0
    return array.sum()

calls = []
def counted(x):
    calls.append(1)
    return x + len(calls)

def apply(f, options):
    return float(f(jnp.ones(3), options["n"][0]))

def table():
    return {"w": jnp.zeros(2), "f": apply}

def broken(x):
    return jnp.dot(x, jnp.ones(99))

def both():
    return add, x

def loss(w, x):
    return jnp.sum((w * x) ** 2)

def with_aux(w):
    return w ** 2, {"w": w}

class Box:
    kind = "box"
    def __init__(self, items): self.items = items
    def __getitem__(self, i): return self.items[i]
    def __len__(self): return len(self.items)

box = Box([1, 2.5, "c"])
model = nnx.Linear(2, 3, rngs=nnx.Rngs(0))
predict = lambda x: "nothing"
jit = jax.jit(lambda x: x * 2)
print("hello")
jax.grad = jax.vmap = jax.jit = jax.make_jaxpr = None
"""


@pytest.fixture(scope="module")
def talk(zygote, tmp_path_factory):
    with Talk(zygote, PROGRAM, tmp_path_factory.mktemp("scratch")) as talk:
        yield talk


@pytest.fixture
def learner(talk):
    token = current.set(Record())
    yield talk.learner
    current.reset(token)


def test_plain_values_arrive_as_values(learner):
    assert same(learner.x, jnp.arange(3.0)) and isinstance(learner.x, jax.Array)
    assert (learner.n, learner.name) == (3, "mine")
    assert learner.flags == {"a": (1, [True, None])}
    assert same(learner.key, jax.random.key(7))


def test_everything_else_is_a_handle(learner):
    assert isinstance(learner.add, Handle)
    assert repr(learner.add) == "<function add>"
    function, value = learner.both()
    assert isinstance(function, Handle) and same(value, jnp.arange(3.0))


def test_a_name_that_is_missing_or_still_a_hole_ends_the_check(learner):
    with pytest.raises(Failed) as end:
        _ = learner.gone
    assert (end.value.feedback, end.value.needed) == ("undefined-name", "gone")
    with pytest.raises(Failed) as end:
        _ = learner.hole
    assert end.value.feedback == "hole-left"
    assert "x" in learner and "gone" not in learner


def test_names_that_learner_uses_itself_are_had_by_item(learner):
    assert learner["jit"](2.0) == 4.0


def test_functions_are_called_with_positions_and_keywords(learner):
    assert learner.add(1.0) == 2.0
    assert learner.add(np.ones(2), b=2).tolist() == [3.0, 3.0]
    assert same(learner.add(jnp.ones(2), b=2), jnp.full(2, 3.0))


def test_handles_are_passed_back_inside_containers_too(learner):
    params = {"w": jnp.ones(2)}
    state = learner.tx.init(params)
    assert jax.tree.structure(state) == jax.tree.structure(optax.adam(0.1).init(params))
    updates, new = learner.tx.update(params, state, params)
    right, right_state = optax.adam(0.1).update(params, state, params)
    assert close(updates, right) and close(new, right_state)
    assert learner.both()[0](*[2, 3]) == 5
    box = learner.Box([learner.add, 1])
    assert box[0](1, 1) == 2


def test_a_named_tuple_of_the_learners_goes_there_and_back(learner):
    state = learner.push(learner.State(0.0, 0), 2.5)
    assert (type(state).__name__, state.total, state.count) == ("State", 2.5, 1)
    assert learner.push(state, 1.0) == (3.5, 2)


def test_attributes_items_length_and_parts_of_a_handle(learner):
    box = learner.box
    assert (box.kind, box[1], len(box), list(box)) == ("box", 2.5, 3, [1, 2.5, "c"])
    with pytest.raises(LearnerError):
        _ = box.gone
    assert box is not None and bool(isinstance(box, Handle))
    with pytest.raises(TypeError):
        bool(box)


def test_a_module_of_nnx_is_a_handle_with_leaves(learner):
    model = learner.model
    assert model(jnp.ones((1, 2))).shape == (1, 3)
    paths = learner.paths(model)
    assert sorted(leaf.shape for leaf in learner.leaves(model)) == [(2, 3), (3,)]
    assert any("kernel" in path for path in paths)
    zeros = learner.with_leaves(model, [jnp.zeros(leaf.shape) for leaf in learner.leaves(model)])
    assert not zeros(jnp.ones((1, 2))).any()


def test_what_is_kept_is_a_handle_and_its_value_can_be_had(learner):
    kept = learner.keep(learner.add, jnp.ones(2))
    assert isinstance(kept, Handle) and kept.shape == (2,)
    assert same(learner.value(kept), jnp.full(2, 2.0))
    assert learner.add(kept, kept).tolist() == [4.0, 4.0]


def test_an_exception_of_theirs_arrives_with_its_class(learner):
    with pytest.raises(LearnerError) as caught:
        learner.broken(jnp.ones(3))
    assert caught.value.name == "TypeError" and "Exception" in caught.value.names
    assert caught.value.evidence.exceptions[0].frames[-1].function == "broken"
    tried = attempt(learner.broken, jnp.ones(3))
    assert tried.error is not None and tried.value is None
    assert attempt(learner.add, 1).value == 2.0


def test_arguments_that_do_not_fit_are_told_apart(learner):
    with pytest.raises(LearnerError) as caught:
        learner.add(1, 2, 3)
    assert caught.value.signature == "add(a, b)"
    with pytest.raises(LearnerError) as caught:
        learner.broken("text")
    assert not hasattr(caught.value, "signature")


def test_a_value_where_a_function_is_asked_for(learner):
    for ask in (learner.gradient, learner.primitives, learner.vmap, learner.keep):
        with pytest.raises(Failed) as end:
            ask(learner.x)
        assert end.value.feedback == "not-callable"


def test_transformations_happen_there_even_if_their_code_replaced_the_names(learner):
    w, x = jnp.array([1.0, 2.0]), jnp.array([3.0, -1.0])
    assert close(learner.gradient(learner.loss, w, x), 2 * w * x**2)
    assert close(learner.gradient(learner.loss, w, x, argnums=1), 2 * x * w**2)
    value, (first, second) = learner.value_and_grad(learner.loss, w, x, argnums=(0, 1))
    assert close((value, first, second), (13.0, 2 * w * x**2, 2 * x * w**2))
    assert learner.gradient(learner.with_aux, 3.0, has_aux=True) == (6.0, {"w": 3.0})
    assert close(learner.jacobian(learner.add, x), jnp.eye(2))
    assert close(
        learner.vmap(learner.power, in_axes=(0, None))(jnp.ones((4, 2)), 2), jnp.full(4, 2.0)
    )
    assert close(learner.grad(learner.loss)(w, x), 2 * w * x**2)
    assert close(learner.jit(learner.power, static=(1,))(x, 2), 10.0)


def test_unchanged_gives_the_result_and_finds_changed_inputs(learner):
    assert same(unchanged(learner.add, jnp.ones(2), b=1), jnp.full(2, 2.0))
    for call in (
        lambda: unchanged(learner.mutate, {"w": jnp.ones(2)}),
        lambda: unchanged(learner.scribble, np.ones(2)),
    ):
        with pytest.raises(Failed) as end:
            call()
        assert end.value.feedback == "changed-input"
        before, after = end.value.observed.split(" -> ")
        assert "1" in before and before != after
        assert end.value.needed == "", "what was needed is no other result"
    with pytest.raises(Failed) as end:
        unchanged(learner.counted, 1.0)
    assert end.value.feedback == "not-repeatable"


def test_unchanged_knows_what_a_handle_stands_for(learner):
    kept = learner.keep(learner.add, jnp.zeros(2))
    assert same(unchanged(learner.add, kept), jnp.full(2, 2.0))
    assert unchanged(learner.apply, learner.power, {"n": (2, learner.power)}) == 3.0
    table = learner.keep(learner.table)
    with pytest.raises(Failed) as end:
        unchanged(learner.mutate, table)
    assert end.value.feedback == "changed-input"


def test_what_cannot_be_sent_is_a_mistake_of_the_check(learner):
    with pytest.raises(CheckError):
        learner.add(lambda v: v)


def test_output_source_and_mentions(learner):
    assert learner.output == "hello\n"
    assert "def scribble" in learner.source
    assert learner.mentions("scribble") and learner.mentions("optax")
    assert learner.mentions("rngs") and not learner.mentions("hello")


def test_probes_see_and_replace_the_globals(talk, learner):
    assert learner.probe("double_x").tolist() == [0.0, 2.0, 4.0]
    assert learner.probe("calls_of_add") == 2
    assert learner.add(1.0) == 2.0
    assert learner.probe("with_other_x") == 5.0
    assert same(learner.x, jnp.arange(3.0))
    assert learner.probe("set_and_remove") == [True, False]
    with pytest.raises(Failed) as end:
        learner.probe("touches_gone")
    assert end.value.feedback == "undefined-name"
    with pytest.raises(CheckError):
        learner.probe("no_such_probe")
    with pytest.raises(LearnerError):
        learner.probe("raises")


def test_requirements_count_and_the_last_value_is_remembered(learner):
    record = current.get()
    expect(learner.add(1.0), 2.0)
    need(True, "x")
    assert record.requirements == 2 and record.last == 2.0 and not record.advisory
    _ = learner.output
    assert record.advisory
