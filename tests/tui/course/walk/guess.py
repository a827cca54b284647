# %% run: six
print(2 * 3)
