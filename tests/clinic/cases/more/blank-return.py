import jax


def loss(w):
    return ...


print(jax.grad(loss)(1.0))
