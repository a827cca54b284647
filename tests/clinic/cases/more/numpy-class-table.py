import jax, jax.numpy as jnp, numpy as np
class Env:
    rewards = np.array([0.0, 1.0, 2.0])
    def step(self, s):
        return self.rewards[s]
print(jax.vmap(Env().step)(jnp.arange(3)))
