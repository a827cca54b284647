def scaled(x):
    """Twice the input."""
    # your code
    factor = ...
    return factor * x


print(scaled(2.0))
