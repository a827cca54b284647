# %% run
def climb(dtype):
    tenth = jnp.asarray(0.1, dtype)

    def body(total, _):
        return total + tenth, total

    return jax.lax.scan(body, 0 * tenth, None, 3000)[1]


for dtype in (jnp.float32, jnp.float16, jnp.bfloat16):
    totals = climb(dtype)
    for i in range(0, 3000, 30):
        log(i, **{totals.dtype.name: totals[i]})
