"""Random play that likes to do things: to build, to make deals, to raze, to use what it has."""

from __future__ import annotations

import random

from .components import Face, faces
from .referee import Referee

WEIGHTS = {
    "build": 6.0,
    "deal": 2.0,
    "raze from hand": 2.0,
    "raze an opponent": 3.0,
    "activate": 6.0,
    "spend workers": 1.5,
    "place a defence token": 0.4,
    "place a samurai": 0.4,
    "card under the Gate": 0.4,
    "resource on the Shrine": 0.4,
    "end turn": 1.0,
    "2": 2.0,
}


class Policy:
    """Chooses an action for the decision that is due; each game has a temper of its own."""

    def __init__(self, seed: int) -> None:
        """Draw the temper of a game."""
        self.random = random.Random(seed)
        self.uniform = self.random.random() < 0.1
        self.passing = self.random.choice((0.002, 0.01, 0.1, 0.4))
        self.stopping = self.random.choice((0.2, 1.0))
        self.special = self.random.choice((1.0, 3.0, 10.0))
        self.liked = {text: self.random.choice((0.3, 1.0, 3.0)) for text in WEIGHTS}

    def choose(self, referee: Referee) -> str:
        """An action for the decision that is due."""
        legal = referee.legal()
        if self.uniform:
            return self.random.choice(legal)
        return self.random.choices(legal, [self.weight(text) for text in legal])[0]

    def weight(self, text: str) -> float:
        """How likely an action is, compared with the others."""
        if text == "pass":
            return self.passing
        if text == "stop":
            return self.stopping
        if text in faces():
            return self.special if is_special(faces()[text]) else 1.0
        return WEIGHTS.get(text, 1.0) * self.liked.get(text, 1.0)


def is_special(face: Face) -> bool:
    """Whether a card has an effect that is no plain gain."""
    return any(e["op"] not in ("gain", "gain_per") for ability in face.design.abilities for e in ability.effects)
