# %% starter
def row_dots(a, b):
    return ...


x = jnp.arange(6.0).reshape(2, 3)
print(row_dots(x, x))
# %% solution
def row_dots(a, b):
    return jnp.einsum("ij,ij->i", a, b)


x = jnp.arange(6.0).reshape(2, 3)
print(row_dots(x, x))
# %% solution: without letters
def row_dots(a, b):
    return (a * b).sum(axis=1)
# %% wrong: all-pairs
def row_dots(a, b):
    return jnp.einsum("ij,kj->ik", a, b)
# %% wrong: all-pairs
def row_dots(a, b):
    return a @ b.T
# %% wrong: one-number
def row_dots(a, b):
    return jnp.einsum("ij,ij->", a, b)
# %% wrong: columns
def row_dots(a, b):
    return jnp.einsum("ij,ij->j", a, b)
# %% check
import jax.numpy as jnp

from tutor.checking import expect, need, shape, unchanged


def check(learner, reference, rng):
    for rows, columns in ((1, 3), (4, 2), (3, 5), (3, 3)):
        a, b = rng.mixed(rows, columns), rng.normal(rows, columns)
        found = unchanged(learner.row_dots, a, b)
        need(shape(found) != (rows, rows), "all-pairs")
        need(shape(found) != (), "one-number")
        expect(
            found,
            reference.row_dots(a, b),
            shape="columns" if shape(found) == (columns,) else "wrong-shape",
            mistakes={"columns": lambda: jnp.sum(a * b, axis=0)},
            inputs={"a": a, "b": b},
        )
