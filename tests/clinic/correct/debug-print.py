import jax, jax.numpy as jnp

@jax.jit
def step(x):
    jax.debug.print("x = {x}", x=x)
    return x * 0.5

x = jnp.float32(8.0)
for _ in range(3):
    x = step(x)

def run(x):
    def body(i, x):
        jax.debug.print("{i}: {x}", i=i, x=x)
        return x + i
    return jax.lax.fori_loop(0, 3, body, x)

print(run(1))
