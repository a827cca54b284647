# %% start
@jax.jit
def total(v, mask):
    print("compiling for length", len(v))
    return jnp.sum(jnp.exp(v) * mask)


# %% right: powers of two
def call(v):
    n = len(v)
    size = max(4, 1 << (n - 1).bit_length())
    padded = jnp.zeros(size).at[:n].set(v)
    return total(padded, (jnp.arange(size) < n).astype(float))

# %% right: the next multiple, jnp.pad
def call(v):
    extra = -len(v) % 12
    return total(jnp.pad(v, (0, extra)), jnp.pad(jnp.ones(len(v)), (0, extra)))

# %% right: a loop over chunks of four
def call(v):
    result = 0.0
    for start in range(0, len(v), 4):
        part = v[start : start + 4]
        room = np.zeros((2, 4), np.float32)
        room[0, : len(part)] = part
        room[1, : len(part)] = 1
        result = result + total(*room)
    return result

# %% right: a table of sizes, concatenate
SIZES = (3, 6, 12)


def call(v):
    size = next((s for s in SIZES if s >= len(v)), None)
    if size is None:
        size = SIZES[-1] * -(-len(v) // SIZES[-1])
    rest = size - len(v)
    mask = jnp.concatenate([jnp.ones(len(v)), jnp.zeros(rest)])
    return total(jnp.concatenate([v, jnp.zeros(rest)]), mask)

# %% right: a class pads on the host
class Padded:
    def __init__(self, f, step):
        self.f, self.step = f, step

    def __call__(self, v):
        v = np.asarray(v)
        size = self.step * max(1, int(np.ceil(v.size / self.step)))
        room, mask = np.zeros(size, v.dtype), np.zeros(size, v.dtype)
        room[: v.size], mask[: v.size] = v, 1
        return self.f(room, mask)


call = Padded(total, 6)
