"""The deck of Automa cards and the star tracker (A16-A25, A85, A86), and the frame of an Automa's turn."""

from __future__ import annotations

from ....core.compiling import rule
from ....core.machine import push
from ....core.random import draw_weighted, total
from ... import steps
from ...constants import LAST_CARD, NONE, NUM_AUTOMA_CARDS, NUM_FOUGHT, NUM_LAST, RUNNING
from ...tables import automa_gear, automa_star, obeys_gear, tracker_spaces, tracker_stars
from ..flow import end_if_six_stars
from ..marks import clear_turn
from ..stars import run_star_round
from ..turn import run_end_turn


@rule
def card_in_use(s, seat):
    """The card that an Automa, or any that shares its deck, drew last for a turn; NONE before the first one (QA72)."""
    return s.automa_card[s.pile[seat]]


@rule
def shuffle_all(s, pile):
    """All cards of a deck are shuffled together."""
    for card in range(NUM_AUTOMA_CARDS):
        s.automa_deck[pile, card] = 1


@rule
def draw_automa_card(s, pile):
    """The top card of a deck, which must not be empty. Its order is not known before, so any card is as likely."""
    card = draw_weighted(s, s.automa_deck[pile])
    s.automa_deck[pile, card] = 0
    return card


@rule
def scheme(s, seat):
    """The half of the cards that counts: 0 for scheme I, 1 for scheme II from the first star space on (A24, A25)."""
    return 1 if tracker_stars(s.level[seat], s.space[seat]) > 0 else 0


@rule
def run_automa_turn(s, seat):
    """AU0, AU1: the next card is in use; on the easiest level a crossed gear is all of the turn (A17, QA17)."""
    clear_turn(s)
    pile = s.pile[seat]
    if total(s.automa_deck[pile]) == 0:
        shuffle_all(s, pile)  # the card that was in use among them (QA21)
    card = draw_automa_card(s, pile)
    s.automa_card[pile] = card
    for part in range(NUM_LAST):
        s.last[seat, part] = NONE
    s.last[seat, LAST_CARD] = card
    forget_fight(s, seat)
    push(s, steps.AUTOMA_END, seat, 0, 0)
    if automa_gear(card) and obeys_gear(s.level[seat]):
        return
    # the scheme is that of the beginning of the turn, as the token moves after all that depends on it
    push(s, steps.AUTOMA_STAR, seat, 0, 0)
    push(s, steps.AUTOMA_BONUS, seat, 0, 0)
    push(s, steps.AUTOMA_GAINS, seat, 0, 0)
    push(s, steps.AUTOMA_MOVE, seat, 0, 0)


@rule
def forget_fight(s, seat):
    """Nothing is on record of a fight that the seat began."""
    for part in range(NUM_FOUGHT):
        s.fought[seat, part] = 0


@rule
def run_automa_star(s, seat):
    """AU8: the token moves; on a star space a star is placed, and the first one brings scheme II (A18, A24)."""
    level = s.level[seat]
    space = s.space[seat]
    if automa_star(card_in_use(s, seat)) == 0 or space == tracker_spaces(level) - 1:
        return
    s.space[seat] = space + 1
    if tracker_stars(level, space) == 0 and tracker_stars(level, space + 1) > 0:
        shuffle_all(s, s.pile[seat])
    end_if_six_stars(s)


@rule
def run_automa_end(s, seat):
    """AU9: stars that others have by the recruit bonus (QA81), then the next seat."""
    run_star_round(s, seat)
    if s.status == RUNNING:
        run_end_turn(s, seat)
