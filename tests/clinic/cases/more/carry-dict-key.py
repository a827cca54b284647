import jax, jax.numpy as jnp, numpy as np

def body(c, x): return {"a": x, "b": x}, None
print(jax.lax.scan(body, {"a": 0.0}, jnp.ones(3)))
