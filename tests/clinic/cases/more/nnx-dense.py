from flax import nnx
nnx.Dense(3, 4)
