from flax import nnx

layer = nnx.Linear(4, 2)
print(layer)
