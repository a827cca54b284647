# %% starter
def loss(x, w):
    return jnp.mean((x @ w - 1.0) ** 2)


dloss = ...

x = jnp.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
print(dloss(x, jnp.array([0.5, -0.5])))

# %% solution: argnums
def loss(x, w):
    return jnp.mean((x @ w - 1.0) ** 2)


dloss = jax.grad(loss, argnums=1)

x = jnp.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
print(dloss(x, jnp.array([0.5, -0.5])))

# %% solution: a function of w alone
def loss(x, w):
    return jnp.mean((x @ w - 1.0) ** 2)


def dloss(x, w):
    return jax.grad(lambda v: loss(x, v))(w)

# %% solution: pick from both
def loss(x, w):
    return jnp.mean((x @ w - 1.0) ** 2)


dloss = lambda x, w: jax.grad(loss, (0, 1))(x, w)[1]

# %% solution: compiled, arguments renamed
def loss(data, weights):
    return jnp.mean((data @ weights - 1.0) ** 2)


dloss = jax.jit(jax.grad(loss, 1))

# %% solution: by hand
def loss(x, w):
    return jnp.mean((x @ w - 1.0) ** 2)


def dloss(x, w):
    return 2 * x.T @ (x @ w - 1.0) / x.shape[0]

# %% wrong: wrong-argument
def loss(x, w):
    return jnp.mean((x @ w - 1.0) ** 2)


dloss = jax.grad(loss)

# %% wrong: wrong-argument
def loss(data, weights):
    return jnp.mean((data @ weights - 1.0) ** 2)


def dloss(data, weights):
    return jax.grad(loss, argnums=0)(data, weights)

# %% wrong: both-arguments
def loss(x, w):
    return jnp.mean((x @ w - 1.0) ** 2)


dloss = jax.grad(loss, argnums=(0, 1))

# %% wrong: in-a-tuple
def loss(x, w):
    return jnp.mean((x @ w - 1.0) ** 2)


dloss = jax.grad(loss, argnums=(1,))

# %% wrong: value-too
def loss(x, w):
    return jnp.mean((x @ w - 1.0) ** 2)


dloss = jax.value_and_grad(loss, argnums=1)

# %% wrong: called-early
def loss(x, w):
    return jnp.mean((x @ w - 1.0) ** 2)


dloss = jax.grad(loss(x, w), argnums=1)

# %% wrong: called-early
def loss(x, w):
    return jnp.mean((x @ w - 1.0) ** 2)


x, w = jnp.ones((4, 2)), jnp.zeros(2)
dloss = jax.grad(loss(x, w), argnums=1)

# %% wrong: still-a-function
def loss(x, w):
    return jnp.mean((x @ w - 1.0) ** 2)


def dloss(x, w):
    return jax.grad(loss, argnums=1)

# %% wrong: clinic/grad-argnums
def loss(x, w):
    return jnp.mean((x @ w - 1.0) ** 2)


dloss = jax.grad(loss, argnums=2)

# %% wrong: not-the-gradient
def loss(x, w):
    return jnp.sum((x @ w - 1.0) ** 2)


dloss = jax.grad(loss, argnums=1)

# %% wrong: not-the-gradient
def loss(x, w):
    return jnp.mean((x @ w - 1.0) ** 2)


def dloss(x, w):
    return -jax.grad(loss, argnums=1)(x, w)

# %% wrong: not-the-gradient
def loss(x, w):
    return jnp.mean((x @ w - 1.0) ** 2)


def dloss(x, w):
    return jnp.ones_like(w)

# %% check
import jax

from tutor.checking import close, expect, need, on_error, reject, unchanged

errors = [
    on_error("NameError", r"'(x|w)'", "called-early"),
    on_error("TypeError", r"callable", "called-early"),
]


def check(learner, reference, rng):
    for rows, columns in ((6, 3), (1, 4), (5, 2)):
        x = rng.normal(rows, columns)
        for w in (rng.normal(columns), 0 * rng.normal(columns)):
            got = unchanged(learner.dloss, x, w)
            need(not callable(got), "still-a-function")
            right = reference.dloss(x, w)
            if not close(got, right):
                reject(got, mistakes(reference.loss, x, w))
            expect(got, right, "not-the-gradient", tol=1e-3, inputs={"x": x, "w": w})


def mistakes(loss, x, w):
    dx, dw = jax.grad(loss, argnums=(0, 1))(x, w)
    return {
        "wrong-argument": dx,
        "both-arguments": (dx, dw),
        "in-a-tuple": (dw,),
        "value-too": (loss(x, w), dw),
    }
