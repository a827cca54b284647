import jax

def loss(w, x):
    return (w * x) ** 2

print(jax.grad(loss)(w=2.0, x=3.0))
