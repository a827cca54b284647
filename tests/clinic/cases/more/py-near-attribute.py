class Learner:
    def __init__(self): self.shard = 1
l = Learner()
print(l.shards)
