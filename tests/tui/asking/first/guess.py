# %% run
print(2 * 3)
