"""Chapter I: Encounters (R143-R156)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from ...core.random import draw_weighted
from .. import constants, steps
from ..actions import A_DONE, A_OPTION
from ..constants import BUILD, COINS, GAIN_UPGRADE, NONE, NUM_GAINS, NUM_HEXES, NUM_OPTIONS, POLANIA, POPULARITY
from ..tables import encounter_gain, encounter_pay
from .control import structure_owner
from .gains import push_gain
from .goods import lose
from .marks import clear_encounter


@rule
def run_encounter_due(s, seat):
    """EN1: a card is drawn if the character is still where it met the token (R143, R144); the token leaves (R143a)."""
    place = s.character[seat]
    due = s.encounter_due
    s.encounter_due = 0
    if due and place == s.ended[constants.UNIT_CHARACTER] and place < NUM_HEXES:
        s.encounters[place] = 0
        s.encounter_card = draw_encounter(s)
        push(s, steps.END_ENCOUNTER, seat, 0, 0)
        push(s, steps.ENCOUNTER, seat, 0, 0)


@rule
def draw_encounter(s):
    """A random card of those not drawn yet; used cards go under the deck and are never reached again (R153)."""
    card = draw_weighted(s, s.encounter_deck)
    s.encounter_deck[card] = 0
    return card


@rule
def legal_encounter(s, seat, taken, mask):
    """EN2, EN4: options whose cost can be paid, building only where there is no structure yet (R146, R148)."""
    occupied = structure_owner(s, s.character[seat]) != NONE if s.character[seat] < NUM_HEXES else True
    for option in range(NUM_OPTIONS):
        if s.options_taken[option]:
            continue
        if encounter_pay(s.encounter_card, option, COINS) > s.coins[seat]:
            continue
        if encounter_pay(s.encounter_card, option, POPULARITY) > s.popularity[seat]:
            continue
        if occupied and encounter_gain(s.encounter_card, option, GAIN_UPGRADE + BUILD) > 0:
            continue
        mask[A_OPTION + option] = 1
    if taken > 0:
        mask[A_DONE] = 1


@rule
def do_encounter(s, seat, taken, action):
    """EN2-EN4: pay, take the gains, look at the stars; Polania may take a second option (R154)."""
    if action == A_DONE:
        return
    option = action - A_OPTION
    card = s.encounter_card
    s.options_taken[option] = 1
    lose(s, seat, COINS, encounter_pay(card, option, COINS))
    lose(s, seat, POPULARITY, encounter_pay(card, option, POPULARITY))
    if s.faction[seat] == POLANIA and taken == 0:
        push(s, steps.ENCOUNTER, seat, 1, 0)
    push(s, steps.STARS, seat, 0, 0)
    for kind in range(NUM_GAINS - 1, -1, -1):
        n = encounter_gain(card, option, kind)
        if n > 0:
            push_gain(s, seat, kind, n, s.character[seat])


@rule
def run_end_encounter(s):
    """EN5: the card leaves."""
    clear_encounter(s)
