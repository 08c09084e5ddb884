"""A long run of random games in all configurations, every decision checked against the invariants.

It goes in pieces, and the record where a piece ends is checked as a loaded one is.

Run as ``python -m tests.imperial_settlers.soak --decisions 5000000 --seed 1``; prints a table, stops at a fault.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from scythe_env.core.compiling import rule
from scythe_env.core.random import below, random_legal
from scythe_env.core.testing.soak import soak
from scythe_env.imperial_settlers import steps
from scythe_env.imperial_settlers.actions import A_KIND, NUM_ACTIONS
from scythe_env.imperial_settlers.config import ImperialSettlersConfig
from scythe_env.imperial_settlers.constants import (
    BUILT,
    COMMON_DECK,
    FOUNDATION,
    MARKER,
    NONE,
    NUM_CARDS,
    NUM_COMMON_CARDS,
    NUM_COMMON_FACES,
    NUM_FACES,
    NUM_PLAIN,
    OFFERED,
    RUNNING,
)
from scythe_env.imperial_settlers.game import ImperialSettlers
from scythe_env.imperial_settlers.purposes import K_PASS
from scythe_env.imperial_settlers.rules.cards import count_laid, parties
from scythe_env.imperial_settlers.rules.setup import is_played
from scythe_env.imperial_settlers.tables import copies, face_deck, first_card

FAULTS = (
    "",
    "a card is lost or doubled",
    "something lies where no location is",
    "a supply is below 0",
    "a mask is empty exactly when the game is over",
    "what is known of a hand is in that hand",
    "foundations are numbered from the oldest on",
    "deals by markers are those under the locations",
    "only locations, foundations and so on have owners",
)
PIECE = 20_000  # decisions
CONFIGS: dict[str, dict[str, Any]] = {
    "solo": {"players": 1},
    "two": {"players": 2},
    "two, alternative": {"players": 2, "lookout": "alternative", "reshuffle_factions": True},
    "three, advanced": {"players": 3, "lookout": "advanced", "reset_activates": True, "robbers_hit_routes": True},
    "three, peaceful": {"players": 3, "peaceful": True, "gold_on_shrine": True, "chapel_keeps_vp": True},
    "four": {"players": 4},
    "four, alternative": {"players": 4, "lookout": "alternative", "routes_outlive_locations": True},
    "four, all asked": {"players": 4, "lookout": "advanced", "play_forced": False},
}


@rule
def count_cards(s, face):
    """How many cards of a face there are, wherever they lie."""
    n = s.deck[face] + s.discard[face]
    if face < NUM_COMMON_FACES:
        n += s.open[face]
    for seat in range(s.players):
        n += s.hand[seat, face]
        for place in range(OFFERED):
            n += s.offered[seat, place] == face
    for card in range(first_card(face), first_card(face) + copies(face)):
        n += s.place[card] != NONE
    for level in range(s.depth):
        kind = s.step_kind[level]
        if kind == steps.ENTER or kind == steps.TUCK or kind == steps.RAZED_HAND:
            n += s.step_a[level] == face
    return n


@rule
def fault(s, mask):
    """The number of a fault of a position, 0 for none."""
    for face in range(NUM_FACES):
        played = face_deck(face) == COMMON_DECK or is_played(s, face_deck(face) - 1)
        if count_cards(s, face) != (copies(face) if played else 0):
            return 1
    for card in range(NUM_CARDS):
        if s.place[card] != BUILT and (s.guard[card] + s.uses[card] + s.blocked[card] > 0 or s.taken_by[card] != NONE):
            return 2
    for seat in range(s.players):
        for good in range(NUM_PLAIN):
            if s.goods[seat, good] < 0:
                return 3
    legal = 0
    for action in range(NUM_ACTIONS):
        legal += mask[action]
    if (legal > 0) != (s.status == RUNNING):
        return 4
    for seat in range(s.players):
        for face in range(NUM_COMMON_FACES):
            if s.known[seat, face] + s.from_right[seat, face] > s.hand[seat, face]:
                return 5
        if not ages_follow(s, seat):
            return 6
        if unmarked_routes(s, seat) != 0:
            return 7
    for card in range(NUM_CARDS):
        if (s.owner[card] == NONE) != (s.place[card] == NONE) or s.owner[card] >= parties(s):
            return 8
    return 0


@rule
def ages_follow(s, seat):
    """Whether the foundations of a seat have the ages 1, 2 and so on."""
    ages = 0
    for card in range(NUM_COMMON_CARDS):
        if s.place[card] == FOUNDATION and s.owner[card] == seat:
            ages |= 1 << s.age[card]
    return ages == (1 << (count_laid(s, seat, FOUNDATION) + 1)) - 2


@rule
def unmarked_routes(s, seat):
    """How many deals of a seat by markers there are more than markers of it under such locations."""
    n = 0
    for card in range(NUM_CARDS):
        n += s.routes[s.faction[seat], card]
        if s.place[card] == MARKER and s.owner[card] == seat:
            n -= 1 if s.routes[s.faction[seat], s.under[card]] > 0 else NUM_CARDS
    return n


@rule
def choose_lively(s, dice, mask):
    """A random action; passing only now and then where something else is possible."""
    if mask[A_KIND + K_PASS] and below(dice, 20) > 0:
        mask[A_KIND + K_PASS] = 0
        others = 0
        for action in range(NUM_ACTIONS):
            others += mask[action]
        if others == 0:
            mask[A_KIND + K_PASS] = 1
    return random_legal(dice, mask)


@rule
def rounds(s):
    """Rounds of a game that is over."""
    return s.round


def main() -> int:
    """Run, and print what was played."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=5_000_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("| options | decisions | games | ended by the rules |\n| --- | --- | --- | --- |")
    pieces = -(-args.decisions // (len(CONFIGS) * PIECE))
    for k, (name, options) in enumerate(CONFIGS.items()):
        game = ImperialSettlers(ImperialSettlersConfig(**options))
        counts = [0, 0, 0, 0]
        for piece in range(pieces):
            found, more = soak(game, fault, choose_lively, rounds, (args.seed, k * pieces + piece), PIECE)
            counts = [a + b for a, b in zip(counts, more, strict=True)]
            if found:
                print(f"fault in piece {piece} of {name}: {FAULTS[found]}")
                return 1
        games, ended, _, decisions = counts
        print(f"| {name} | {decisions:,} | {games:,} | {ended:,} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
