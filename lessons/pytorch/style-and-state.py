# %% compare: left
model = nn.Linear(3, 1)
y = model(x)
model.parameters()  # state inside

# functions, too:
torch.func.functional_call(model, p, x)

# %% compare: right
def model(params, x):
    return x @ params["w"] + params["b"]


params = {"w": jnp.ones(3), "b": 0.5}
x = jnp.array([1.0, 2.0, 3.0])
print(model(params, x))
