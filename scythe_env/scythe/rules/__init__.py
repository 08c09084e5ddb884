"""The rules of Scythe, one module a chapter of the rulebook.

Rules are plain functions over the record of :data:`scythe_env.scythe.state.STATE`, compiled by Numba or run as they
are. They allocate nothing, raise nothing and trust their callers. Numbers such as R45 point to the rule statements.
"""
