# %% run
key_w, key_x = jax.random.split(jax.random.key(0))
p = {
    "W": jax.random.normal(key_w, (32, 16)),
    "b": jnp.full(32, 0.1),
    "v": jnp.ones(32),
}
X = jax.random.normal(key_x, (256, 16))


@jax.jit
def predict(p, x):
    return p["v"] @ jnp.tanh(p["W"] @ x + p["b"])


def loop(p, X):
    return np.array([predict(p, x) for x in X])


@jax.jit
def by_hand(p, X):
    return jnp.tanh(X @ p["W"].T + p["b"]) @ p["v"]


vmapped = jax.jit(jax.vmap(predict, in_axes=(None, 0)))
compare(
    loop=loop, by_hand=by_hand, vmap=vmapped, args=(p, X)
)
