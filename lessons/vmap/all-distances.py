# %% starter
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


def all_dist(A, B):
    ...


A = jnp.array([[0.0, 0.0], [3.0, 4.0]])
B = jnp.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])
print(all_dist(A, B))

# %% solution: two in_axes
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


def all_dist(A, B):
    to_all = jax.vmap(dist, in_axes=(None, 0))
    return jax.vmap(to_all, in_axes=(0, None))(A, B)


A = jnp.array([[0.0, 0.0], [3.0, 4.0]])
B = jnp.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])
print(all_dist(A, B))

# %% solution: two functions of one row
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


def all_dist(A, B):
    def from_one(a):
        return jax.vmap(lambda b: dist(a, b))(B)

    return jax.vmap(from_one)(A)


A = jnp.array([[0.0, 0.0], [3.0, 4.0]])
B = jnp.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])
print(all_dist(A, B))

# %% solution: broadcasting
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


def all_dist(A, B):
    return jnp.sqrt(jnp.sum((A[:, None] - B) ** 2, -1))


A = jnp.array([[0.0, 0.0], [3.0, 4.0]])
B = jnp.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])
print(all_dist(A, B))

# %% solution: the square, expanded
def all_dist(A, B):
    a2 = (A ** 2).sum(1)[:, None]
    b2 = (B ** 2).sum(1)
    return jnp.sqrt(jnp.maximum(a2 + b2 - 2 * A @ B.T, 0))

# %% solution: a norm, the other way round
from jax.numpy.linalg import norm


def all_dist(A, B):
    f = jax.vmap(lambda b, a: norm(a - b), (0, None), 0)
    return jax.vmap(f, (None, 1), 0)(B, A.T)

# %% wrong: paired-only
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


def all_dist(A, B):
    n = min(len(A), len(B))
    return jax.vmap(dist)(A[:n], B[:n])

# %% wrong: paired-only
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


def all_dist(A, B):
    return jax.vmap(dist)(A, B)

# %% wrong: transposed
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


def all_dist(A, B):
    f = jax.vmap(dist, in_axes=(0, None))
    return jax.vmap(f, in_axes=(None, 0))(A, B)


A = jnp.array([[0.0, 0.0], [3.0, 4.0]])
B = jnp.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])
print(all_dist(A, B))

# %% wrong: transposed
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


def all_dist(A, B):
    return jnp.sqrt(jnp.sum((B[:, None] - A) ** 2, -1))


A = jnp.array([[0.0, 0.0], [3.0, 4.0]])
B = jnp.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])
print(all_dist(A, B))

# %% wrong: one-number
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


def all_dist(A, B):
    return dist(A, B)

# %% wrong: one-number
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


def all_dist(A, B):
    n = min(len(A), len(B))
    return dist(A[:n], B[:n])

# %% wrong: not-rooted
def all_dist(A, B):
    return ((A[:, None] - B) ** 2).sum(-1)

# %% wrong: python-loop
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


def all_dist(A, B):
    return jnp.array([[dist(a, b) for b in B] for a in A])


A = jnp.array([[0.0, 0.0], [3.0, 4.0]])
B = jnp.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])
print(all_dist(A, B))

# %% wrong: python-loop
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


def all_dist(A, B):
    rows = [jax.vmap(dist, (None, 0))(a, B) for a in A]
    return jnp.stack(rows)


A = jnp.array([[0.0, 0.0], [3.0, 4.0]])
B = jnp.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])
print(all_dist(A, B))

# %% wrong: compiled-loop
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


def all_dist(A, B):
    row = lambda a: jax.vmap(dist, (None, 0))(a, B)
    return jax.lax.map(row, A)


A = jnp.array([[0.0, 0.0], [3.0, 4.0]])
B = jnp.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])
print(all_dist(A, B))

# %% wrong: wrong-value
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


def all_dist(A, B):
    return jnp.abs(A[:, None] - B).sum(-1)


A = jnp.array([[0.0, 0.0], [3.0, 4.0]])
B = jnp.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])
print(all_dist(A, B))

# %% wrong: wrong-shape
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


def all_dist(A, B):
    return jnp.sqrt((A[:, None] - B) ** 2)


A = jnp.array([[0.0, 0.0], [3.0, 4.0]])
B = jnp.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])
print(all_dist(A, B))

# %% wrong: wrong-value
def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


def all_dist(A, B):
    a2, b2 = (A ** 2).sum(1)[:, None], (B ** 2).sum(1)
    return jnp.sqrt(a2 + b2 + 2 * A @ B.T)


A = jnp.array([[0.0, 0.0], [3.0, 4.0]])
B = jnp.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])
print(all_dist(A, B))

# %% check
import jax.numpy as jnp

from tutor.checking import attempt, close, expect, need
from tutor.checking import reject, unchanged


def check(learner, reference, rng):
    # With as many rows in A as in B a list of pairs, or one
    # sum, raises nothing and gives itself away.
    A, B = rng.normal(3, 2), rng.normal(3, 2)
    tried = attempt(learner.all_dist, A, B)
    if tried.error is None:
        right = reference.all_dist(A, B)
        reject(
            tried.value,
            {
                "paired-only": jnp.diagonal(right),
                "one-number": jnp.sqrt(
                    jnp.sum((A - B) ** 2)
                ),
                "transposed": right.T,
            },
        )
    for rows, others, features in (
        (3, 4, 2),
        (1, 6, 3),
        (7, 2, 1),
        (5, 1, 4),
    ):
        A = rng.normal(rows, features, scale=2.0)
        B = rng.normal(others, features, scale=2.0)
        B = B.at[0].set(A[-1])
        right = reference.all_dist(A, B)
        result = unchanged(learner.all_dist, A, B)
        if not close(result, right, 1e-3, atol=5e-3):
            few = min(rows, others)
            reject(
                result,
                {
                    "paired-only": jnp.diagonal(right),
                    "one-number": jnp.sqrt(
                        jnp.sum((A[:few] - B[:few]) ** 2)
                    ),
                    "transposed": right.T,
                    "not-rooted": right**2,
                },
            )
        expect(
            result,
            right,
            tol=1e-3,
            atol=5e-3,
            inputs={"A": A, "B": B},
        )

    def size(rows, others):
        return learner.equations(
            learner.all_dist,
            rng.normal(rows, 3),
            rng.normal(others, 3),
        )

    few, many, wide = size(4, 4), size(32, 4), size(4, 32)
    need(
        few == many == wide,
        "python-loop",
        f"len(jaxpr.eqns) = {few}, {many}, {wide}",
        f"{few}, {few}, {few}",
    )
    used = learner.primitives(
        learner.all_dist, rng.normal(4, 3), rng.normal(5, 3)
    )
    loops = used["scan"] + used["while"]
    need(
        loops == 0,
        "compiled-loop",
        f"scan, while: {loops}",
        "0",
    )
