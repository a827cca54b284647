# %% run
import time
def slow(x):
    time.sleep(0.02)
    return x
def fast(x):
    return x
compare(slow=slow, fast=fast, args=(1.0,))
