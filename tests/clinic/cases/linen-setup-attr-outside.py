import flax.linen as nn

class MLP(nn.Module):
    def setup(self):
        self.head = nn.Dense(2)

    def __call__(self, x):
        return self.head(x)

print(MLP().head.features)
