from tutor.kit import log


def step(x):
    x = x - 0.1


for i in range(3):
    log(i, loss=step(1.0))
