# %% run
import time

compare(
    slow=lambda: time.sleep(0.02),
    fast=lambda: time.sleep(0.001),
    budget=0.2,
)
