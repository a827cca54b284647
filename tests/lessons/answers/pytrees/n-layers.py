# %% right: reduce
from functools import reduce


def linear(h, p):
    return jnp.matmul(h, p["w"]) + p["b"]


def forward(params, x):
    h = reduce(lambda h, p: jax.nn.relu(linear(h, p)), params[:-1], x)
    return linear(h, params[-1])

# %% right: recursion
def forward(params, x):
    first, *rest = params
    y = jnp.dot(x, first["w"]) + first["b"]
    return forward(rest, jnp.maximum(y, 0.0)) if rest else y

# %% right: einsum and where
def forward(params, x):
    last = len(params) - 1
    for i, p in enumerate(params):
        x = jnp.einsum("...i,ij->...j", x, p["w"]) + p["b"]
        x = x if i == last else jnp.where(x > 0, x, 0)
    return x

# %% right: a class
class Network:
    def __init__(self, params):
        self.params = params

    def __call__(self, x):
        for p in self.params[:-1]:
            x = jax.nn.relu(x @ p["w"] + p["b"])
        return x @ self.params[-1]["w"] + self.params[-1]["b"]


def forward(params, x):
    return Network(params)(x)

# %% right: jitted, one row at a time
@jax.jit
def forward(params, x):
    """The input may be one row or many."""
    if x.ndim > 1:
        return jax.vmap(forward, in_axes=(None, 0))(params, x)
    acts = [jax.nn.relu] * (len(params) - 1) + [lambda v: v]
    for act, p in zip(acts, params):
        x = act(p["w"].T @ x + p["b"])
    return x
