# %% starter
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    ...

# %% solution: value_and_grad
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    (l, p), g = jax.value_and_grad(loss, has_aux=True)(w)
    return l, p, g

# %% solution: vjp
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    l, pullback, p = jax.vjp(loss, w, has_aux=True)
    return l, p, pullback(jnp.ones_like(l))[0]

# %% solution: compiled outside
x = jnp.arange(4.0)


def model(w):
    return jnp.sin(w * x)


def loss(w):
    p = model(w)
    return jnp.mean((p - 1.0) ** 2), p


both = jax.jit(jax.value_and_grad(loss, has_aux=True))


def run(weight):
    (value, aux), gradient = both(weight)
    return value, aux, gradient

# %% solution: the loss from the predictions
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    g, p = jax.grad(loss, has_aux=True)(w)
    return jnp.mean((p - 1.0) ** 2), p, g

# %% wrong: aux-not-declared
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    (l, p), g = jax.value_and_grad(loss)(w)
    return l, p, g

# %% wrong: aux-not-declared
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    l, p = loss(w)
    g = jax.grad(loss)(w)
    return l, p, g

# %% wrong: two-passes
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    g = jax.grad(lambda v: loss(v)[0])(w)
    l, p = loss(w)
    return l, p, g

# %% wrong: two-passes
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    (l, _), g = jax.value_and_grad(loss, has_aux=True)(w)
    return l, predict(w), g

# %% wrong: two-passes
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


@jax.jit
def run(w):
    g, p = jax.grad(loss, has_aux=True)(w)
    return loss(w)[0], p, g

# %% wrong: nested
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    return jax.value_and_grad(loss, has_aux=True)(w)

# %% wrong: swapped
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    (l, p), g = jax.value_and_grad(loss, has_aux=True)(w)
    return l, g, p

# %% wrong: gradient-missing
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    return loss(w)

# %% wrong: not-the-gradient
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p


def run(w):
    l, p = loss(w)
    return l, p, (p - 1.0).mean()
