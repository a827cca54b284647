# %% start
def predict(params, x):
    h = jnp.tanh(params["W"] @ x + params["b"])
    return params["v"] @ h

# %% right: einsum
def by_hand(params, X):
    pre = jnp.einsum("hd,nd->nh", params["W"], X)
    return jnp.einsum("h,nh->n", params["v"], jnp.tanh(pre + params["b"]))

# %% right: broadcasting
def by_hand(params, X):
    W, b, v = params["W"], params["b"], params["v"]
    pre = (X[:, None, :] * W[None]).sum(-1) + b
    return (jnp.tanh(pre) * v).sum(axis=1)

# %% right: homogeneous coordinates
def by_hand(params, X):
    M = jnp.column_stack([params["W"], params["b"]])
    X1 = jnp.c_[X, jnp.ones(len(X))]
    return jnp.tanh(jnp.dot(X1, M.T)).dot(params["v"])

# %% right: tensordot
def by_hand(params, X):
    H = jnp.tanh(jnp.tensordot(params["W"], X, axes=((1,), (1,))).T + params["b"])
    return jnp.matvec(H, params["v"])

# %% wrong: mean bias
def by_hand(params, X):
    H = jnp.tanh(params["W"] @ X.T + params["b"].mean())
    return params["v"] @ H

# %% wrong: truncated bias
def by_hand(params, X):
    H = jnp.tanh(params["W"] @ X.T + params["b"][: len(X)])
    return params["v"] @ H

# %% wrong: squeeze
def by_hand(params, X):
    H = jnp.tanh(X @ params["W"].T + params["b"])
    return jnp.squeeze(H @ params["v"])

# %% wrong: params mutated
def by_hand(params, X):
    params["b"] = params["b"][:, None]
    H = jnp.tanh(params["W"] @ X.T + params["b"])
    return params["v"] @ H

# %% wrong: global b
params = {"W": jnp.full((8, 3), 0.5), "b": jnp.arange(8.0), "v": jnp.ones(8)}
def by_hand(p, X):
    H = jnp.tanh(X @ p["W"].T + params["b"])
    return H @ p["v"]
