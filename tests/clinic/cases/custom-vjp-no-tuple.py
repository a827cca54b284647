import jax

@jax.custom_vjp
def clip_grad(x):
    return x

def fwd(x):
    return x, None

def bwd(res, g):
    return g * 0.5

clip_grad.defvjp(fwd, bwd)
print(jax.grad(clip_grad)(3.0))
