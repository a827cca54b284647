import jax


@jax.jit
def clip(v, low, high):
    return min(max(v, low), high)


print(clip(1.0, 0.0, 2.0))
