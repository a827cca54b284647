import jax

calls = 0

@jax.jit
def step(x):
    global calls
    calls += 1
    return x + 1

x = 0
for _ in range(4):
    x = step(x)
print("calls", calls, "x", x)
