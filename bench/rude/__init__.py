"""Those who are rude: each a function that a bench runs in a process of its own until it is told to be calm."""
