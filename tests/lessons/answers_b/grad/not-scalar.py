# %% right: vmap over y, then mean
def loss(w, y):
    return (w * y - 4.0) ** 2
def g(w, y):
    per = jax.vmap(jax.grad(loss), in_axes=(None, 0))(w, y)
    return per.mean()

# %% right: dot product
def loss(w, y):
    r = w * y - 4
    return r @ r / r.size
g = jax.jit(jax.grad(loss, argnums=0))

# %% right: sum over len, var named otherwise
def loss(weight, targets):
    err = (weight * targets - 4.0) ** 2
    return sum(err) / len(err)
def g(weight, targets):
    return jax.value_and_grad(loss)(weight, targets)[1]

# %% wrong: norm
def loss(w, y):
    return jnp.linalg.norm(w * y - 4.0)
g = jax.grad(loss)

# %% wrong: median
def loss(w, y):
    return jnp.median((w * y - 4.0) ** 2)
g = jax.grad(loss)

# %% wrong: half mean
def loss(w, y):
    return jnp.mean((w * y - 4.0) ** 2) / 2
g = jax.grad(loss)

# %% wrong: keepdims
def loss(w, y):
    return jnp.mean((w * y - 4.0) ** 2, keepdims=True)
g = jax.grad(loss)

# %% wrong: the gradient at fixed y
y0 = jnp.array([1.0, 2.0, 3.0])
def loss(w, y):
    return jnp.mean((w * y0 - 4.0) ** 2)
g = jax.grad(loss)

# %% wrong: grad of mean prediction
def loss(w, y):
    return (jnp.mean(w * y) - 4.0) ** 2
g = jax.grad(loss)
