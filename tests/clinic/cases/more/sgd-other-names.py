import jax


def sgd(params, grads):
    return jax.tree.map(lambda p, g: p - g, params, grads)


sgd({"w": 1.0, "b": 2.0}, {"w": 1.0, "bias": 2.0})
