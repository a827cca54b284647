import jax, jax.numpy as jnp

def simulate(x):
    for _ in range(300):
        x = x * 0.99
    return x

jaxpr = jax.make_jaxpr(simulate)(jnp.float32(1.0))
print("equations", len(jaxpr.eqns))
