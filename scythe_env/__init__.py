"""Board games as fast reinforcement-learning environments: Scythe and Imperial Settlers, by their full rules.

Importing the package registers ``scythe_env/Scythe-v0``, ``scythe_env/Scythe-macro-v0``, in which a learner decides
once a turn, and ``scythe_env/ImperialSettlers-v0`` with Gymnasium, and ``scythe_env/scythe-v0`` and
``scythe_env/imperial_settlers-v0`` with PettingZoo. The games themselves are imported when they are asked for:
``from scythe_env import scythe_v0``.
"""

from contextlib import suppress

import gymnasium

__version__ = "0.1.0"

gymnasium.register(
    "scythe_env/Scythe-v0",
    entry_point="scythe_env.scythe_v0:single_agent_env",
    vector_entry_point="scythe_env.scythe_v0:vector_env",
)
gymnasium.register(
    "scythe_env/Scythe-macro-v0",
    entry_point="scythe_env.scythe_v0:single_agent_env",
    vector_entry_point="scythe_env.scythe_v0:vector_env",
    kwargs={"steer": "tuned"},
)
gymnasium.register(
    "scythe_env/ImperialSettlers-v0",
    entry_point="scythe_env.imperial_settlers_v0:single_agent_env",
    vector_entry_point="scythe_env.imperial_settlers_v0:vector_env",
)

with suppress(ImportError):  # PettingZoo has a registry from 1.27 on
    from pettingzoo import register

    register("aec", "scythe_env/scythe-v0", entry_point="scythe_env.scythe_v0:env")
    register("aec", "scythe_env/imperial_settlers-v0", entry_point="scythe_env.imperial_settlers_v0:env")
