# %% start

# %% right: einsum tril where
def attention(q, k, v):
    s = jnp.einsum("...id,...jd->...ij", q, k) * q.shape[-1] ** -0.5
    n = s.shape[-1]
    s = jnp.where(jnp.tril(jnp.ones((n, n), bool)), s, -jnp.inf)
    return jnp.einsum("...ij,...jc->...ic", jax.nn.softmax(s, -1), v)

# %% right: additive mask -1e9, softmax by hand
def attention(q, k, v):
    n, d = q.shape[-2:]
    i = jnp.arange(n)
    s = q @ k.swapaxes(-1, -2) / jnp.sqrt(d) + jnp.where(i[:, None] >= i, 0, -1e9)
    e = jnp.exp(s - s.max(-1, keepdims=True))
    return e @ v / e.sum(-1, keepdims=True)

# %% right: softmax where argument
def attention(q, k, v):
    s = jnp.matmul(q, jnp.moveaxis(k, -1, -2)) / np.sqrt(q.shape[-1])
    return jnp.matmul(jax.nn.softmax(s, axis=-1, where=jnp.tri(s.shape[-1], dtype=bool)), v)

# %% right: loop over positions
def attention(q, k, v):
    out = []
    for i in range(q.shape[-2]):
        s = jnp.sum(q[..., i, None, :] * k[..., :i + 1, :], -1) / jnp.sqrt(q.shape[-1])
        w = jax.nn.softmax(s, -1)
        out.append(jnp.sum(w[..., None] * v[..., :i + 1, :], -2))
    return jnp.stack(out, -2)

# %% right: mask after, renormalized
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
    w = jax.nn.softmax(s) * jnp.tri(s.shape[-1])
    return (w / w.sum(-1, keepdims=True)) @ v

# %% right: library
def attention(q, k, v):
    f = lambda a: a.reshape(-1, *a.shape[-2:])[:, :, None]
    out = jax.nn.dot_product_attention(f(q), f(k), f(v), is_causal=True) if q.shape == v.shape else None
    if out is not None:
        return out[:, :, 0].reshape(v.shape)
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    return jax.nn.softmax(jnp.where(jnp.tri(s.shape[-1]) > 0, s, -jnp.inf)) @ v

# %% wrong: k.T
def attention(q, k, v):
    s = q @ k.T / jnp.sqrt(q.shape[-1])
    return jax.nn.softmax(jnp.where(jnp.tri(s.shape[-1]) > 0, s, -jnp.inf)) @ v

# %% wrong: scale by n
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-2])
    return jax.nn.softmax(jnp.where(jnp.tri(s.shape[-1]) > 0, s, -jnp.inf)) @ v

# %% wrong: sqrt of v width
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(v.shape[-1])
    return jax.nn.softmax(jnp.where(jnp.tri(s.shape[-1]) > 0, s, -jnp.inf)) @ v

# %% wrong: softmax axis 0
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    return jax.nn.softmax(jnp.where(jnp.tri(s.shape[-1]) > 0, s, -jnp.inf), axis=0) @ v

# %% wrong: returns weights
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    return jax.nn.softmax(jnp.where(jnp.tri(s.shape[-1]) > 0, s, -jnp.inf))

# %% wrong: tri on the value
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    return jnp.tri(s.shape[-1]) @ (jax.nn.softmax(s) @ v)

# %% wrong: multiply by tri before softmax
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    return jax.nn.softmax(s * jnp.tri(s.shape[-1])) @ v

# %% wrong: mask weak
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    return jax.nn.softmax(jnp.where(jnp.tri(s.shape[-1]) > 0, s, -1.0)) @ v

# %% wrong: exp overflow
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    e = s * jnp.tri(s.shape[-1])
    return (e / e.sum(-1, keepdims=True)) @ v

# %% wrong: hard max
def attention(q, k, v):
    s = q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(q.shape[-1])
    s = jnp.where(jnp.tri(s.shape[-1]) > 0, s, -jnp.inf)
    return jnp.take_along_axis(v, s.argmax(-1)[..., None], -2)
