"""Silent trouble: what raises nothing and is wrong. Worker side.

`look.Look` reads the syntax tree of a program that ended well. What is certain is told at once;
where something may be wrong, the program runs once more, rewritten so that each call, index and
operator of the learner's own code can be seen. Evidence goes out, no sentences: `causes.silent`
has the words.
"""
