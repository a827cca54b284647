import jax

def area(w, h):
    return w * h

print(jax.grad(area, argnums=2)(2.0, 3.0))
