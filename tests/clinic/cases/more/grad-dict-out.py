import jax, jax.numpy as jnp, numpy as np

def loss(w):
    return {"loss": (w ** 2).sum(), "w": w}
print(jax.value_and_grad(loss)(jnp.ones(2)))
