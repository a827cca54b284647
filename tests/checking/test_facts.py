"""What the running worker tells about programs, compiles, keys, output, time and shards."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

from tests.checking.workers import Talk
from tutor.checking import LearnerError
from tutor.checking.context import Record, current
from tutor.checking.inputs import Rng

PROGRAM = """
import optax
from functools import partial
from flax import nnx
from jax.sharding import NamedSharding, PartitionSpec as P

def body(x):
    return jnp.sin(x) * 2.0

eager = body
jitted = jax.jit(body)
wrapped = lambda x: jitted(x)
later = jax.jit(partial(lambda a, b: a + b, 1.0))
graded = jax.jit(jax.value_and_grad(lambda x: jnp.sum(x ** 2)))
of_library = jax.jit(jnp.linalg.norm)
scanned = lambda x: jax.lax.fori_loop(0, 3, lambda i, v: v + 1, x)

def fresh(x):
    for _ in range(3):
        x = jax.jit(lambda v: body(v))(x)
    return x

@jax.jit
def outer(x):
    return jitted(x) + 1

opt = optax.adam(0.1)
update = jax.jit(opt.update)
model = nnx.Linear(3, 1, rngs=nnx.Rngs(0))

@nnx.jit
def predict(m, x):
    return m(x)

def unrolled(x):
    for _ in range(5):
        x = jnp.sin(x)
    return x

def looped(x):
    return jax.lax.scan(lambda c, _: (jnp.sin(c), None), x, length=5)[0]

def power(x, n):
    for _ in range(n):
        x = x * x
    return x

def branches(x):
    return x if x > 0 else -x

def once(key):
    return jax.random.normal(key, (3,))

def twice(key):
    return jax.random.normal(key), jax.random.uniform(key)

def split(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a), jax.random.normal(b)

@jax.jit
def shout(x):
    jax.debug.print("x = {x}", x=x)
    return x

def sleepy(x):
    import time
    time.sleep(0.02)
    return x

mesh = jax.make_mesh((8,), ("d",), axis_types=(jax.sharding.AxisType.Auto,))
place = lambda x: jax.device_put(x, NamedSharding(mesh, P("d")))
total = jax.jit(lambda x: x.sum())
"""


@pytest.fixture(scope="module")
def talk(zygote, tmp_path_factory):
    with Talk(zygote, PROGRAM, tmp_path_factory.mktemp("scratch"), devices=8) as talk:
        yield talk


@pytest.fixture
def learner(talk):
    record = Record()
    token = current.set(record)
    yield talk.learner
    assert record.advisory
    current.reset(token)


@pytest.fixture
def fresh_shape():
    """Shapes that nothing used before."""
    sizes = iter(range(11, 99))
    return lambda: Rng(0).normal(next(sizes))


@pytest.mark.parametrize(
    ("name", "programs"),
    [
        ("eager", 0), ("jitted", 1), ("wrapped", 1), ("later", 1), ("graded", 1),
        ("of_library", 1), ("scanned", 1), ("fresh", 3), ("outer", 1), ("unrolled", 0),
        ("looped", 1),
    ],
)  # fmt: skip
def test_compiles_are_those_of_the_learners_programs(learner, name, programs):
    x = jnp.ones(100 + len(name) * 7 + programs)
    assert learner.compiles(learner[name], x) == programs


def test_a_program_that_exists_does_not_compile_again_but_a_new_shape_or_type_does(learner):
    x = jnp.ones(41)
    calls = [(x,), (x + 1,), (jnp.ones(42),), (jnp.ones(41, int),), (x,), (2.0,), (3.0,)]
    assert learner.traces(learner.jitted, calls) == [1, 0, 1, 1, 0, 1, 0]


def test_libraries_own_programs_do_not_count_but_those_made_of_them_do(learner):
    p = {"w": jnp.ones(43)}
    state = learner.opt.init(p)
    assert learner.compiles(learner.opt.update, p, state, p) == 0
    assert learner.compiles(learner.update, p, state, p) == 1
    assert learner.compiles(learner.predict, learner.model, jnp.ones((5, 3))) == 1
    assert learner.compiles(learner.predict, learner.model, jnp.ones((5, 3))) == 0


def test_whether_something_is_jitted(learner):
    names = ("jitted", "graded", "predict", "eager", "wrapped", "mesh")
    assert [learner.is_jitted(learner[name]) for name in names] == [True] * 3 + [False] * 3


def test_primitives_and_equations_are_counted_inside_too(learner):
    x = jnp.ones(3)
    assert learner.primitives(learner.eager, x) == {"sin": 1, "mul": 1}
    assert learner.primitives(learner.outer, x)["sin"] == 1
    assert learner.equations(learner.outer, x, top=True) == 1
    assert learner.equations(learner.unrolled, x) == 5
    assert learner.primitives(learner.looped, x)["sin"] == 1
    assert learner.equations(learner.power, 2.0, 4, static=(1,)) == 4


def test_operations_have_shapes_surroundings_and_parameters(learner):
    found = {op.primitive: op for op in learner.operations(learner.looped, jnp.ones(3))}
    assert found["scan"].params["length"] == 5
    assert (found["sin"].inputs, found["sin"].outputs) == (("float32[3]",), ("float32[3]",))
    assert found["sin"].inside == ("scan",)
    inside = [op.inside for op in learner.operations(learner.outer, jnp.ones(3)) if op.inputs]
    assert ("jit", "jit") in inside


def test_a_function_that_cannot_be_traced_says_so(learner):
    with pytest.raises(LearnerError) as caught:
        learner.primitives(learner.branches, 1.0)
    assert "ConcretizationTypeError" in caught.value.names


def test_reuse_of_keys_is_found(learner):
    key = jax.random.key(3)
    assert not learner.key_reuse(learner.once, key)
    assert learner.key_reuse(learner.twice, key)
    assert not learner.key_reuse(learner.split, key)


def test_what_is_done_with_keys_is_counted(learner):
    key = jax.random.key(3)
    assert learner.keys_used(learner.split, key) == {"random_split": 1, "random_bits": 2}
    assert learner.keys_used(learner.eager, 1.0) == {}


def test_what_a_call_prints_while_it_runs(learner):
    assert learner.printed(learner.shout, 1.0) == "x = 1.0\n"
    assert learner.printed(learner.shout, 2.0) == "x = 2.0\n"


def test_time_is_that_of_a_warm_finished_call(learner):
    assert 0.02 <= learner.time(learner.sleepy, 1.0, repeat=3) < 0.5


def test_shards_of_an_array_that_was_kept(learner):
    placed = learner.keep(learner.place, jnp.ones((16, 3)))
    shards = learner.shards(placed)
    assert [shard.device for shard in shards] == list(range(8))
    assert {shard.shape for shard in shards} == {(2, 3)}
    assert shards[1].index[0] == slice(2, 4, None)
    assert "all-reduce" in learner.program(learner.total, placed)
    assert "sine" in learner.program(learner.eager, jnp.ones(3))
