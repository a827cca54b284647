# %% start
def loss(x, w):
    return jnp.mean((x @ w - 1.0) ** 2)

# %% right: by hand
def dloss(x, w):
    n = x.shape[0]
    return 2 / n * (x.T @ (x @ w - 1))

# %% right: vjp
def dloss(x: jax.Array, w: jax.Array) -> jax.Array:
    _, back = jax.vjp(lambda w: loss(x, w), w)
    (g,) = back(1.0)
    return g

# %% right: partial and class
from functools import partial
class D:
    def __call__(self, x, w):
        return jax.grad(partial(loss, x))(w)
dloss = D()

# %% wrong: both
dloss = jax.grad(loss, argnums=(0, 1))

# %% wrong: called
dloss = jax.grad(loss, argnums=1)(jnp.ones((3, 2)), jnp.ones(2))

# %% wrong: by hand n from w
def dloss(x, w):
    return 2 / len(w) * x.T @ (x @ w - 1)

# %% wrong: frozen x
x0 = jnp.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
def dloss(x, w):
    return jax.grad(lambda w: loss(x0, w))(w)

# %% wrong: swapped arguments
dloss = jax.grad(lambda w, x: loss(x, w))
