# %% starter
import flax.linen as nn

model = nn.Dense(2)
x = jnp.ones((4, 3))
params = model.init(jax.random.key(0), x)["params"]


def predict(params, x):
    return model.apply(params, x)


print(predict(params, x))

# %% solution: the dict built again
import flax.linen as nn

model = nn.Dense(2)
x = jnp.ones((4, 3))
params = model.init(jax.random.key(0), x)["params"]


def predict(params, x):
    return model.apply({"params": params}, x)

# %% solution: bound
import flax.linen as nn

model = nn.Dense(2)


def predict(p, inputs):
    variables = dict(params=p)
    return model.bind(variables)(inputs)

# %% solution: another module with the same names
import flax.linen as nn


def predict(params, x):
    width = params["bias"].shape[0]
    layer = nn.Dense(features=width)
    return jax.jit(layer.apply)({"params": params}, x)

# %% wrong: clinic/flax-variables
import flax.linen as nn

model = nn.Dense(2)


def predict(params, x):
    return model.apply(params, x)

# %% wrong: clinic/flax-variables
import flax.linen as nn

model = nn.Dense(2)


def predict(params, x):
    return model.apply({"param": params}, x)

# %% wrong: clinic/flax-variables
import flax.linen as nn

model = nn.Dense(2)


def predict(params, x):
    return model.apply({"params": {"Dense_0": params}}, x)

# %% wrong: arguments-swapped
import flax.linen as nn

model = nn.Dense(2)


def predict(params, x):
    return model.apply(x, {"params": params})

# %% wrong: clinic/flax-module-structure
import flax.linen as nn

model = nn.Dense(2)


def predict(params, x):
    return model(x)

# %% wrong: params-ignored
import flax.linen as nn

model = nn.Dense(2)
x = jnp.ones((4, 3))
params = model.init(jax.random.key(0), x)["params"]


def predict(params, x):
    return model.init_with_output(jax.random.key(1), x)[0]

# %% wrong: params-ignored
import flax.linen as nn

model = nn.Dense(2)
x = jnp.ones((4, 3))
variables = model.init(jax.random.key(0), x)


def predict(params, x):
    return model.apply(variables, x)

# %% wrong: bias-dropped
import flax.linen as nn

model = nn.Dense(2)


def predict(params, x):
    return x @ params["kernel"]

# %% check
from tutor.checking import close, expect, need, on_error, unchanged

errors = [on_error("TypeError", r"__contains__", "arguments-swapped")]


def check(learner, reference, rng):
    for rows in (1, 4, 7):
        x = rng.mixed(rows, 3)
        params, other = ({"kernel": rng.normal(3, 2), "bias": rng.normal(2)} for _ in range(2))
        result = unchanged(learner.predict, params, x)
        right = x @ params["kernel"] + params["bias"]
        if not close(result, right):
            need(not close(result, learner.predict(other, x)), "params-ignored")
        expect(result, right, inputs={"params": params, "x": x},
               mistakes={"bias-dropped": x @ params["kernel"]})
