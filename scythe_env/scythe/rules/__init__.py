"""The rules of Scythe, one module per chapter of the rulebook.

Rules are plain functions over the record of :data:`scythe_env.scythe.state.STATE`, compiled by Numba or interpreted.
They allocate nothing, raise nothing and trust their callers. Codes such as R45 refer to the rule statements.
"""
