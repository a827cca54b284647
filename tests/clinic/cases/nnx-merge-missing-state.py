from flax import nnx

model = nnx.BatchNorm(2, rngs=nnx.Rngs(0))
graphdef, params, rest = nnx.split(model, nnx.Param, ...)
again = nnx.merge(graphdef, params)
print(again.mean[...])
