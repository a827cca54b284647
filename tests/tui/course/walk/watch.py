# %% run
for i in range(30):
    log(i, loss=2.0 ** -i)
print("done")
