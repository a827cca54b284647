# %% run
def predict(p, x):
    return p["v"] @ jnp.tanh(p["W"] @ x)


def loop(p, X):
    return jnp.stack([predict(p, x) for x in X])


vmapped = jax.vmap(predict, in_axes=(None, 0))
p = {"W": jnp.ones((8, 3)), "v": jnp.ones(8)}


def lines(f, batch):
    X = jnp.ones((batch, 3))
    return len(jax.make_jaxpr(f)(p, X).eqns)


print("loop grows:", lines(loop, 32) > lines(loop, 4))
print("vmap grows:", lines(vmapped, 32) > lines(vmapped, 4))
