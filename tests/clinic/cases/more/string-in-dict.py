import jax, jax.numpy as jnp
def loss(params, cfg):
    return params["w"] ** 2 * cfg["scale"]
jax.jit(loss)({"w": 1.0}, {"scale": 2.0, "name": "adam"})
