import jax, jax.numpy as jnp

def walk(key, steps):
    def body(x, k):
        x = x + jax.random.normal(k)
        return x, x

    return jax.lax.scan(body, 0.0, jax.random.split(key, steps))[1]

paths = jax.vmap(walk, in_axes=(0, None))(jax.random.split(jax.random.key(3), 4), 10)
print(paths.shape, float(paths.std()) > 0)

def carried(carry, _):
    key, x = carry
    key, sub = jax.random.split(key)
    return (key, x + jax.random.uniform(sub)), x

(_, last), seen = jax.lax.scan(carried, (jax.random.key(9), 0.0), length=6)
print(last, seen)
