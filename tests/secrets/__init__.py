"""Whether anything that a viewer is shown depends on what is hidden from it, in games and their re-deals."""
