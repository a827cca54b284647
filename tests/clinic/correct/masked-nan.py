import jax, jax.numpy as jnp

def safe_log(x):
    positive = x > 0
    return jnp.where(positive, jnp.log(jnp.where(positive, x, 1.0)), 0.0)

x = jnp.array([-1.0, 0.0, 2.0])
print(safe_log(x), jax.grad(lambda x: safe_log(x).sum())(x))
print(jnp.where(x > 0, jnp.sqrt(x), 0.0))
data = jnp.array([1.0, jnp.nan, 3.0])
print(jnp.nanmean(data), jnp.isnan(data).sum())
