# %% starter
def forward(params, x):
    ...


def layer(key, n_in, n_out):
    w = jax.random.normal(key, (n_in, n_out))
    return {"w": w, "b": jnp.ones(n_out)}


k1, k2 = jax.random.split(jax.random.key(0))
params = [layer(k1, 3, 5), layer(k2, 5, 2)]
print(forward(params, jnp.ones((4, 3))))

# %% solution: the last layer apart
def forward(params, x):
    for p in params[:-1]:
        x = jax.nn.relu(x @ p["w"] + p["b"])
    return x @ params[-1]["w"] + params[-1]["b"]

# %% solution: unpacked
def forward(layers, x):
    *hidden, last = layers
    for p in hidden:
        x = jnp.maximum(0, jnp.dot(x, p["w"]) + p["b"])
    return jnp.dot(x, last["w"]) + last["b"]

# %% solution: relu in front of all but the first
def forward(params, x):
    for i, p in enumerate(params):
        if i > 0:
            x = jax.nn.relu(x)
        x = x @ p["w"] + p["b"]
    return x

# %% solution: recursion
def forward(params, x):
    first, rest = params[0], params[1:]
    y = x @ first["w"] + first["b"]
    if not rest:
        return y
    return forward(rest, jnp.where(y > 0, y, 0))

# %% wrong: relu-on-output
def forward(params, x):
    for p in params:
        x = jax.nn.relu(x @ p["w"] + p["b"])
    return x

# %% wrong: no-activation
def forward(params, x):
    for p in params:
        x = x @ p["w"] + p["b"]
    return x

# %% wrong: fixed-depth
def forward(params, x):
    a, b = params
    x = jax.nn.relu(x @ a["w"] + a["b"])
    return x @ b["w"] + b["b"]

# %% wrong: fixed-depth
def forward(params, x):
    h = x @ params[0]["w"] + params[0]["b"]
    h = jax.nn.relu(h)
    return h @ params[1]["w"] + params[1]["b"]

# %% wrong: bias-dropped
def forward(params, x):
    for p in params[:-1]:
        x = jax.nn.relu(x @ p["w"])
    return x @ params[-1]["w"]

# %% wrong: last-bias-dropped
def forward(params, x):
    for p in params[:-1]:
        x = jax.nn.relu(x @ p["w"] + p["b"])
    return x @ params[-1]["w"]

# %% wrong: bias-after-relu
def forward(params, x):
    for p in params[:-1]:
        x = jax.nn.relu(x @ p["w"]) + p["b"]
    return x @ params[-1]["w"] + params[-1]["b"]

# %% wrong: last-layer-missing
def forward(params, x):
    for p in params[:-1]:
        x = jax.nn.relu(x @ p["w"] + p["b"])
    return x

# %% wrong: no-activation
def forward(params, x):
    wide = params[-1]["w"].shape[1]
    for p in params:
        x = x @ p["w"] + p["b"]
        if x.shape[-1] != wide:
            x = jax.nn.relu(x)
    return x

# %% wrong: no-return
def forward(params, x):
    for p in params[:-1]:
        x = jax.nn.relu(x @ p["w"] + p["b"])
    x = x @ params[-1]["w"] + params[-1]["b"]

# %% wrong: wrong-value
def forward(params, x):
    for p in params[:-1]:
        x = jnp.tanh(x @ p["w"] + p["b"])
    return x @ params[-1]["w"] + params[-1]["b"]

# %% wrong: clinic/numpy-on-tracer
def forward(params, x):
    for i, p in enumerate(params):
        x = np.asarray(x) @ np.asarray(p["w"]) + np.asarray(p["b"])
        if i < len(params) - 1:
            x = np.maximum(x, 0)
    return jnp.asarray(x)

# %% probe
import jax
import jax.numpy as jnp


def slopes(params, x):
    """The gradient of a loss around `forward`."""
    loss = lambda p: jnp.mean(learner.forward(p, x) ** 2)
    return jax.grad(loss)(params)

# %% check
import jax
import jax.numpy as jnp

from tutor.checking import close, expect, need, on_error, unchanged

errors = [
    on_error("ValueError", r"to unpack", "fixed-depth"),
    on_error("IndexError", r"list index", "fixed-depth"),
]


def network(params, x, bias=(1, 1), output=lambda y: y, bend=None):
    """The forward pass, or one with a known mistake in it."""
    bend = bend or (lambda y, b: jax.nn.relu(y + b))
    *hidden, last = params
    for p in hidden:
        x = bend(x @ p["w"], bias[0] * p["b"])
    return output(x @ last["w"] + bias[1] * last["b"])


def check(learner, reference, rng):
    widths = ((3, 5, 2), (3, 4), (3, 6, 5, 6, 1), (2, 4, 4, 4))
    for sizes in widths:
        shapes = [{"w": (i, o), "b": (o,)} for i, o in zip(sizes, sizes[1:], strict=False)]
        params = rng.like(shapes)
        for shape in ((40,), (1,), ()):
            x = rng.normal(*shape, sizes[0])
            got = unchanged(learner.forward, params, x)
            right = reference.forward(params, x)
            if len(sizes) > 2:
                before = network(params[:-1], x, output=jax.nn.relu)
                need(not close(got, before), "last-layer-missing")
            expect(got, right, tol=1e-3, inputs={"params": params, "x": x}, mistakes={
                "relu-on-output": network(params, x, output=jax.nn.relu),
                "no-activation": network(params, x, bend=jnp.add),
                "bias-dropped": network(params, x, bias=(0, 0)),
                "last-bias-dropped": network(params, x, bias=(1, 0)),
                "bias-after-relu": network(params, x, bend=lambda y, b: jax.nn.relu(y) + b),
            })
        loss = lambda p, x=x: jnp.mean(reference.forward(p, x) ** 2)
        expect(learner.probe("slopes", params, x), jax.grad(loss)(params), "not-the-gradient",
               tol=1e-3, inputs={"params": params, "x": x})
