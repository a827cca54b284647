# %% run: first
print("first")
# %% run: second
print("second")
