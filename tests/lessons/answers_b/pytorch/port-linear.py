# %% right: dict
def port(weight, bias):
    return {"params": {"kernel": weight.T, "bias": bias}}

# %% right: with import, copy
import flax.linen as nn
def port(weight, bias):
    kernel = jnp.transpose(weight, (1, 0))
    return {"params": dict(kernel=kernel, bias=jnp.asarray(bias))}

# %% right: swapaxes lambda
port = lambda W, b: {"params": {"bias": b, "kernel": jnp.swapaxes(W, 0, 1)}}

# %% right: einsum
def port(weight, bias):
    return {"params": {"kernel": jnp.einsum("oi->io", weight), "bias": bias}}

# %% right: frozen dict
from flax.core import freeze
def port(weight, bias):
    return freeze({"params": {"kernel": weight.T, "bias": bias}})

# %% right: via init and replace
import flax.linen as nn
def port(weight, bias):
    out, inn = weight.shape
    v = nn.Dense(out).init(jax.random.key(0), jnp.zeros((1, inn)))
    return jax.tree.map(lambda old, new: new.reshape(old.shape), v, {"params": {"kernel": weight.T, "bias": bias}})

# %% right: numpy
def port(weight, bias):
    return {"params": {"kernel": np.asarray(weight).T, "bias": np.asarray(bias)}}

# %% right: extra print, loop
def port(weight, bias):
    """Copies."""
    rows = [weight[:, i] for i in range(weight.shape[1])]
    print(len(rows))
    return {"params": {"kernel": jnp.stack(rows), "bias": bias}}

# %% right: class
class Porter:
    def __call__(self, weight, bias):
        return {"params": {"kernel": weight.T, "bias": bias}}
port = Porter()

# %% right: jitted
@jax.jit
def port(weight, bias):
    return {"params": {"kernel": weight.T, "bias": bias}}

# %% wrong: not transposed
def port(weight, bias):
    return {"params": {"kernel": weight, "bias": bias}}

# %% wrong: no params
def port(weight, bias):
    return {"kernel": weight.T, "bias": bias}

# %% wrong: weight name
def port(weight, bias):
    return {"params": {"weight": weight.T, "bias": bias}}

# %% wrong: reshape
def port(weight, bias):
    return {"params": {"kernel": weight.reshape(weight.shape[1], weight.shape[0]), "bias": bias}}

# %% wrong: no bias
def port(weight, bias):
    return {"params": {"kernel": weight.T}}

# %% wrong: zero bias
def port(weight, bias):
    return {"params": {"kernel": weight.T, "bias": jnp.zeros_like(bias)}}

# %% wrong: Dense_0 nested
def port(weight, bias):
    return {"params": {"Dense_0": {"kernel": weight.T, "bias": bias}}}

# %% wrong: 3x3
def port(weight, bias):
    return {"params": {"kernel": weight.reshape(3, 3).T, "bias": bias}}

# %% wrong: tuple
def port(weight, bias):
    return weight.T, bias

# %% wrong: bias column
def port(weight, bias):
    return {"params": {"kernel": weight.T, "bias": bias[:, None]}}

# %% wrong: bias negative
def port(weight, bias):
    return {"params": {"kernel": weight.T, "bias": -bias}}

# %% wrong: random init
import flax.linen as nn
def port(weight, bias):
    return nn.Dense(weight.shape[0]).init(jax.random.key(0), jnp.zeros(weight.shape[1]))

# %% wrong: model returned
import flax.linen as nn
def port(weight, bias):
    return nn.Dense(weight.shape[0])

# %% wrong: applied
import flax.linen as nn
def port(weight, bias):
    return nn.Dense(weight.shape[0]).apply({"params": {"kernel": weight.T, "bias": bias}}, jnp.ones(weight.shape[1]))

# %% wrong: global weight
W = jnp.arange(9.0).reshape(3, 3)
b = jnp.array([1.0, 2.0, 3.0])
def port(weight, bias):
    return {"params": {"kernel": W.T, "bias": b}}

# %% wrong: global b
b = jnp.array([1.0, 2.0, 3.0])
def port(weight, bias):
    return {"params": {"kernel": weight.T, "bias": b}}

# %% wrong: bias folded as row
def port(weight, bias):
    return {"params": {"kernel": weight.T + bias, "bias": bias}}

# %% wrong: flipped
def port(weight, bias):
    return {"params": {"kernel": weight[::-1].T, "bias": bias}}

# %% wrong: inverse
def port(weight, bias):
    return {"params": {"kernel": jnp.linalg.pinv(weight), "bias": bias}}

# %% wrong: two Ts
def port(weight, bias):
    return {"params": {"kernel": weight.T.T, "bias": bias}}

# %% wrong: upper names
def port(weight, bias):
    return {"params": {"Kernel": weight.T, "Bias": bias}}

# %% wrong: no return
def port(weight, bias):
    v = {"params": {"kernel": weight.T, "bias": bias}}

# %% wrong: int
def port(weight, bias):
    return {"params": {"kernel": weight.T.astype(int), "bias": bias.astype(int)}}

# %% wrong: half precision
def port(weight, bias):
    return {"params": {"kernel": weight.T.astype(jnp.bfloat16), "bias": bias.astype(jnp.bfloat16)}}
