from flax import nnx

model = nnx.BatchNorm(2, rngs=nnx.Rngs(0))
graphdef, params = nnx.split(model, nnx.Param)
print(params)
