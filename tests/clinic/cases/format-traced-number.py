import jax, jax.numpy as jnp

@jax.jit
def tell(x):
    y = jnp.tanh(x)
    print(f"y is {y:.3f}")
    return y

tell(0.5)
