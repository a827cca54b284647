import jax, jax.numpy as jnp, numpy as np

def f(x):
    def body(s):
        return s[0] + 1, s[1] * x
    return jax.lax.while_loop(lambda s: s[0] < 5, body, (0, x))[1]

print(jax.jit(jax.grad(f))(2.0))
