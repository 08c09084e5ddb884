"""Imperial Settlers as a numpy record and rules over it: components, steps, state, actions, observation, rules."""
