# %% starter
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err


g = jax.grad(loss)
print(g(0.5, jnp.array([1.0, 2.0, 3.0])))

# %% solution: mean
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err.mean()


g = jax.grad(loss)

# %% solution: sum over size
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return jnp.sum(err) / err.size


g = jax.grad(loss)

# %% solution: the mean outside
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err


g = jax.grad(lambda w, y: jnp.mean(loss(w, y)))

# %% solution: mean of the slopes
def squares(w, y):
    return (w * y - 4.0) ** 2


def g(w, y):
    return jax.jacobian(squares)(w, y).mean()

# %% wrong: still-vector
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err


g = jax.grad(loss)

# %% wrong: still-vector
def loss(w, y):
    err = (w * y - 4.0) ** 2
    err.mean()
    return err


g = jax.grad(loss)

# %% wrong: sum-not-mean
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err.sum()


g = jax.grad(loss)

# %% wrong: fixed-count
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err.sum() / 3


g = jax.grad(loss)

# %% wrong: one-error-only
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err[0]


g = jax.grad(loss)

# %% wrong: one-error-only
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err.max()


g = jax.grad(loss)

# %% wrong: mean-before-square
def loss(w, y):
    return (w * y - 4.0).mean() ** 2


g = jax.grad(loss)

# %% wrong: root
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return jnp.sqrt(err.mean())


g = jax.grad(loss)

# %% wrong: slope-per-entry
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err


g = jax.jacobian(loss)

# %% wrong: python-float
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return float(err.mean())


g = jax.jit(jax.grad(loss))

# %% wrong: not-the-gradient
def loss(w, y):
    err = (w * y - 4.0) ** 2
    return err.mean()


g = loss
