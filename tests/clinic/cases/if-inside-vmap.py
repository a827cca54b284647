import jax, jax.numpy as jnp

def bonus(score):
    return score + 10 if score > 50 else score

print(jax.vmap(bonus)(jnp.array([40, 60, 80])))
