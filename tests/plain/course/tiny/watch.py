# %% run
for i in range(40):
    log(i, loss=9.6 * 0.5**i + 0.01)
print("done")
