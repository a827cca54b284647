# %% right: scan impossible, tree map free; class
class Net:
    def __init__(self, params):
        self.layers = [(p["w"], p["b"]) for p in params]
    def __call__(self, x):
        for n, (w, b) in enumerate(self.layers, 1):
            x = x @ w + b
            x = x if n == len(self.layers) else jax.nn.relu(x)
        return x
def forward(params, x):
    return Net(params)(x)

# %% right: keyword, mask
def forward(params, x):
    for i, p in enumerate(params):
        z = jnp.matmul(x, p["w"]) + p["b"]
        last = i == len(params) - 1
        x = z * jnp.logical_or(z > 0, last)
    return x

# %% right: iterator with lookahead
def forward(params, x):
    it = iter(params)
    p = next(it)
    x = x @ p["w"] + p["b"]
    for p in it:
        x = jax.nn.relu(x) @ p["w"] + p["b"]
    return x

# %% right: is last
@jax.jit
def forward(params, x):
    for p in params:
        x = jnp.dot(x, p["w"]) + p["b"]
        if p is not params[-1]:
            x = jax.nn.relu(x)
    return x

# %% wrong: relu only on the first
def forward(params, x):
    for i, p in enumerate(params):
        x = x @ p["w"] + p["b"]
        if i == 0:
            x = jax.nn.relu(x)
    return x

# %% wrong: order of the list sorted
def forward(params, x):
    for p in reversed(params[1:]):
        x = jax.nn.relu(x @ p["w"] + p["b"])
    return x @ params[0]["w"] + params[0]["b"]

# %% wrong: fixed list of three with try
def forward(params, x):
    try:
        a, b, c = params
    except ValueError:
        a, b = params
        c = None
    x = jax.nn.relu(x @ a["w"] + a["b"]) @ b["w"] + b["b"]
    return x if c is None else jax.nn.relu(x) @ c["w"] + c["b"]

# %% wrong: last twice
def forward(params, x):
    for p in params:
        x = jax.nn.relu(x @ p["w"] + p["b"])
    return x @ params[-1]["w"] + params[-1]["b"]

# %% wrong: normalised
def forward(params, x):
    for p in params[:-1]:
        x = jax.nn.relu(x @ p["w"] + p["b"])
        x = x / jnp.linalg.norm(x)
    return x @ params[-1]["w"] + params[-1]["b"]
