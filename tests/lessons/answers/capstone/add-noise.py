# %% right: einsum
T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)

def noised(x, t, noise):
    a, b = jnp.sqrt(keep)[t], jnp.sqrt(1 - keep)[t]
    return jnp.einsum("n,nd->nd", a, x) + jnp.einsum("n,nd->nd", b, noise)

# %% right: row by row
T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)

def noised(x, t, noise):
    rows = [keep[i] ** 0.5 * a + (1 - keep[i]) ** 0.5 * e for a, i, e in zip(x, t, noise)]
    return jnp.stack(rows)

# %% right: two columns of levels
T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)

def noised(x, t, noise):
    k = keep[jnp.stack([t, t], axis=1)]
    return x * k**0.5 + noise * (1 - k)**0.5

# %% wrong: root-of-one
T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)

def noised(x, t, noise):
    k = keep[t][:, None]
    return k * x + jnp.sqrt(1 - k) * noise

# %% wrong: wrong-value
T = 50
beta = jnp.linspace(1e-3, 0.15, T)
keep = jnp.cumprod(1 - beta)

def noised(x, t, noise):
    k = keep[t][:, None]
    return jnp.sqrt(k) * x + (1 - jnp.sqrt(k)) * noise
