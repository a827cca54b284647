# %% run
print("one")
print("two")
