# %% start
x = jnp.arange(4.0)


def predict(w):
    return jnp.sin(w * x)


def loss(w):
    p = predict(w)
    return jnp.mean((p - 1.0) ** 2), p

# %% right: vjp pair
def run(w):
    (l, p), back = jax.vjp(loss, w)
    (g,) = back((jnp.ones(()), jnp.zeros_like(p)))
    return l, p, g

# %% right: jvp
def run(w):
    (l, p), (dl, _) = jax.jvp(loss, (w,), (1.0,))
    return l, p, dl

# %% right: linearize
def run(w):
    (l, p), lin = jax.linearize(loss, w)
    return l, p, lin(1.0)[0]

# %% right: grad with aux of both
def run(w):
    def both(w):
        l, p = loss(w)
        return l, (l, p)
    g, (l, p) = jax.grad(both, has_aux=True)(w)
    return l, p, g

# %% right: by the chain rule, jvp of predict
def run(w):
    p, dp = jax.jvp(predict, (w,), (jnp.ones_like(w),))
    return jnp.mean((p - 1) ** 2), p, jnp.mean(2 * (p - 1) * dp)

# %% wrong: dict
def run(w):
    (l, p), g = jax.value_and_grad(loss, has_aux=True)(w)
    return {"loss": l, "predictions": p, "gradient": g}

# %% wrong: aux swapped
def run(w):
    def l2(w):
        p = predict(w)
        return jnp.mean(p), p
    (l, p), g = jax.value_and_grad(l2, has_aux=True)(w)
    return l, p, g

# %% wrong: inlined sin twice
def run(w):
    (l, p), g = jax.value_and_grad(loss, has_aux=True)(w)
    return l, jnp.sin(w * x), g

# %% wrong: stopped
def run(w):
    def f(w):
        l, p = loss(jax.lax.stop_gradient(w))
        return l, p
    (l, p), g = jax.value_and_grad(f, has_aux=True)(w)
    return l, p, g

# %% wrong: finite difference
def run(w):
    l, p = loss(w)
    e = 1e-3
    return l, p, (loss(w + e)[0] - loss(w - e)[0]) / (2 * e)
