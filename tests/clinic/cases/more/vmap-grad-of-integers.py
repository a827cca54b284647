import jax
import jax.numpy as jnp

points = jnp.arange(5)
slopes = jax.vmap(jax.grad(lambda t: t**2.0))(points)
