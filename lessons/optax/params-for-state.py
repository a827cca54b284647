# %% run
import optax


def outcome(opt, params):
    grads = jax.tree.map(jnp.ones_like, params)
    try:
        params = opt.update(grads, params)
        return type(params).__name__
    except (AttributeError, ValueError):
        return "error"


params = {"w": jnp.ones(2), "b": jnp.ones(1)}
print("adam", outcome(optax.adam(0.1), params))
print("sgd", outcome(optax.sgd(0.1), params))
