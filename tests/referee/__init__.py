"""A second, independent implementation of the rules of Scythe, in plain and slow Python.

It is written from the numbered statements of the rules and shares no code with the engine: it reads the data files and
the names of a document's keys, nothing else of the package. :mod:`tests.referee.referee` is the referee,
:mod:`tests.referee.documents` reads and writes positions as documents of the notation, and
:mod:`tests.referee.differential` compares it with the engine decision by decision.
``python -m tests.referee position.json`` asks it by hand.
"""
