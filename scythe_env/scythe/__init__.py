"""Scythe: components, state, rules, observation, notation, log and pictures."""
