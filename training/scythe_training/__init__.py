"""Training, evaluation and the command ``scythe``.

``python -m pip install 'scythe-env[train]'`` brings what training needs. Evaluation and stored policies work without
torch; the modules that import it are :mod:`.training` and :mod:`.demo`.
"""
