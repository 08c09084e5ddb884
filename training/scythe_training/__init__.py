"""Training, evaluation and the command ``scythe``.

``python -m pip install 'scythe-env[train]'`` brings what training needs. Evaluation and stored policies work without
torch; the modules that import it are :mod:`.training` and :mod:`.demo`.
"""

from typing import Final

DEFAULT_GAME: Final = "scythe"
"""Registered name of the game that commands use by default."""
