import jax, jax.numpy as jnp, numpy as np

x = np.linspace(0, 2 * np.pi, 100)
y = np.sin(x) + 0.1 * np.random.default_rng(1).normal(size=100)
features = jnp.stack([jnp.ones(100), jnp.asarray(x), jnp.asarray(x) ** 2], 1)
coefficients, *_ = jnp.linalg.lstsq(features, jnp.asarray(y))
print(coefficients.dtype, coefficients.shape)
prices = np.array([19.99, 5.49, 12.5, 100.0])
print(jnp.sum(prices), jnp.arange(5), jnp.array([1, 2, 3]) / 7)
counts = np.bincount([0, 1, 1, 2])
print(jnp.asarray(counts))
