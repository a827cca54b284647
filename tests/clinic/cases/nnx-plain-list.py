from flax import nnx

class MLP(nnx.Module):
    def __init__(self, rngs):
        self.layers = [nnx.Linear(2, 2, rngs=rngs) for _ in range(2)]

print(nnx.state(MLP(nnx.Rngs(0))))
