import jax, jax.numpy as jnp

@jax.jit
def step(board):
    around = sum(
        jnp.roll(board, (dy, dx), (0, 1))
        for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dy, dx) != (0, 0)
    )
    return ((around == 3) | ((board == 1) & (around == 2))).astype(jnp.int32)

board = jnp.zeros((8, 8), jnp.int32).at[(1, 2, 3, 3, 3), (2, 3, 1, 2, 3)].set(1)
for _ in range(4):
    board = step(board)
print(board.sum(), board)
