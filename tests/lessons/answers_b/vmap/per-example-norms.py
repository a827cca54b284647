# %% start
def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2

# %% right: jacobian of the vector of losses
def grad_norms(w, X, Y):
    J = jax.jacobian(lambda w: jax.vmap(loss, (None, 0, 0))(w, X, Y))(w)
    return jnp.sqrt(jnp.einsum("nd,nd->n", J, J))

# %% right: by hand
def grad_norms(w, X, Y):
    t = jnp.tanh(X @ w)
    s = 2 * (t - Y) * (1 - t**2)
    return jnp.abs(s) * jnp.linalg.norm(X, axis=-1)

# %% right: jacrev on broadcasting loss
def grad_norms(w, X, Y):
    return jnp.linalg.norm(jax.jacrev(loss)(w, X, Y), axis=-1)

# %% right: repeated weights
def grad_norms(w, X, Y):
    W = jnp.tile(w, (len(X), 1))
    G = jax.grad(lambda W: jax.vmap(loss)(W, X, Y).sum())(W)
    return jnp.linalg.norm(G, axis=-1)

# %% wrong: wrt x
def grad_norms(w, X, Y):
    return jnp.linalg.norm(jax.vmap(jax.grad(loss, 1), (None, 0, 0))(w, X, Y), axis=1)

# %% wrong: L1
def grad_norms(w, X, Y):
    return jnp.abs(jax.vmap(jax.grad(loss), (None, 0, 0))(w, X, Y)).sum(1)

# %% wrong: w mapped as well
def grad_norms(w, X, Y):
    return jnp.linalg.norm(jax.vmap(jax.grad(loss))(w, X, Y), axis=1)

# %% wrong: normalised
def grad_norms(w, X, Y):
    n = jnp.linalg.norm(jax.vmap(jax.grad(loss), (None, 0, 0))(w, X, Y), axis=1)
    return n / n.sum()

# %% wrong: lax.map
def grad_norms(w, X, Y):
    return jax.lax.map(lambda xy: jnp.linalg.norm(jax.grad(loss)(w, *xy)), (X, Y))
