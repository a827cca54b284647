import jax

old = {"a": 1.0, "b": None}
new = {"a": 2.0, "b": 5.0}
print(jax.tree.map(lambda x, y: x + y, old, new))
