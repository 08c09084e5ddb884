"""Chapter B: the frame of a turn (R17-R26), with the windows for objectives (Q168)."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from .. import constants, steps
from ..actions import A_DONE, A_REVEAL, A_SECTION, A_TAKE
from ..constants import BOLSTER, COINS, FACTORY_SECTION, MOVE, NONE, PRODUCE, RUSVIET, TRADE
from ..tables import bottom_resource, mat_bottom, mat_coins, mat_cost, top_cost
from .control import is_automa, on_factory_card
from .factory import can_pay_factory, start_factory_top
from .flow import end_game
from .gains import push_improvement
from .goods import gain
from .marks import clear_turn
from .move import start_move
from .objective import do_reveal, legal_reveal
from .payment import can_pay
from .produce import can_produce, start_produce


@rule
def run_start_turn(s, seat):
    """T0."""
    clear_turn(s)
    push(s, steps.SECTION, seat, 0, 0)


@rule
def is_reveal(action):
    """Whether an action reveals an objective."""
    return A_REVEAL <= action < A_REVEAL + constants.NUM_OBJECTIVES


@rule
def legal_section(s, seat, mask):
    """T1: any section but last turn's (R17, R21, R24); Rusviet may stay (R22, R23)."""
    legal_reveal(s, seat, False, mask)
    last = s.section[seat]
    for section in range(FACTORY_SECTION + 1):
        if section == FACTORY_SECTION and s.factory_card[seat] == NONE:
            continue
        stays = s.faction[seat] == RUSVIET and (section != FACTORY_SECTION or s.relentless_factory != 0)
        if section != last or stays:
            mask[A_SECTION + section] = 1


@rule
def do_section(s, seat, action):
    """T1: reveal, or the section of this turn; its top action comes before its bottom action (R17)."""
    if is_reveal(action):
        push(s, steps.SECTION, seat, 0, 0)
        do_reveal(s, seat, action)
        return
    s.section[seat] = action - A_SECTION
    push(s, steps.END_TURN, seat, 0, 0)
    push(s, steps.END, seat, 0, 0)
    push(s, steps.BOTTOM, seat, 0, 0)
    push(s, steps.TOP, seat, 0, 0)


@rule
def can_pay_top(s, seat):
    """Whether the top action of the section can be paid (R20)."""
    section = s.section[seat]
    if section == PRODUCE:
        return can_produce(s, seat)
    if section == FACTORY_SECTION:
        return can_pay_factory(s, seat, s.factory_card[seat])
    return s.coins[seat] >= top_cost(section)


@rule
def legal_top(s, seat, mask):
    """T2: take the top action or skip it (R18)."""
    mask[A_DONE] = 1
    if can_pay_top(s, seat):
        mask[A_TAKE] = 1


@rule
def do_top(s, seat, action):
    """T2."""
    if action == A_DONE:
        return
    section = s.section[seat]
    if section == MOVE:
        push(s, steps.MOVE_GAIN, seat, 0, 0)
    elif section == BOLSTER:
        push(s, steps.BOLSTER_GAIN, seat, 0, 0)
    elif section == TRADE:
        push(s, steps.TRADE_GAIN, seat, 0, 0)
    elif section == PRODUCE:
        start_produce(s, seat)
    else:
        start_factory_top(s, seat)


@rule
def bottom_cost(s, seat, bottom):
    """Boxes of a bottom action's cost that are still open (R20, R86)."""
    return mat_cost(s.mat[seat], bottom) - s.boxes[seat, bottom]


@rule
def legal_bottom(s, seat, mask):
    """T3: reveal, take the bottom action if it can be paid, or pass."""
    legal_reveal(s, seat, False, mask)
    mask[A_DONE] = 1
    if on_factory_card(s, seat):
        mask[A_TAKE] = 1
    else:
        bottom = mat_bottom(s.mat[seat], s.section[seat])
        if can_pay(s, seat, bottom_resource(bottom), bottom_cost(s, seat, bottom)):
            mask[A_TAKE] = 1


@rule
def do_bottom(s, seat, action):
    """T3: a Move of one unit on a Factory card (R162); on the mat payment, coins, benefit, bonuses, stars (Q83)."""
    if is_reveal(action):
        push(s, steps.BOTTOM, seat, 0, 0)
        do_reveal(s, seat, action)
    elif action == A_TAKE and on_factory_card(s, seat):
        start_move(s, seat, constants.FACTORY_MOVE_UNITS, constants.FACTORY_MOVE_STEPS)
    elif action == A_TAKE:
        bottom = mat_bottom(s.mat[seat], s.section[seat])
        push(s, steps.STAR_ROUND, seat, 0, 0)
        push(s, steps.BONUSES, seat, bottom, 0)
        push_improvement(s, seat, bottom, NONE)
        gain(s, seat, COINS, mat_coins(s.mat[seat], bottom))
        push(s, steps.PAY, seat, bottom_resource(bottom), bottom_cost(s, seat, bottom))


@rule
def legal_end(s, seat, mask):
    """T4: reveal any completed objective, or end the turn."""
    legal_reveal(s, seat, True, mask)
    mask[A_DONE] = 1


@rule
def do_end(s, seat, action):
    """T4."""
    if action != A_DONE:
        push(s, steps.END, seat, 0, 0)
        do_reveal(s, seat, action)


@rule
def run_end_turn(s, seat):
    """T5: the next seat clockwise; after the last round the game is scored as it stands (Q, Length)."""
    following = (seat + 1) % s.players
    if following == s.first:
        if s.round == s.max_rounds:
            end_game(s, constants.TRUNCATED)
            return
        s.round += 1
    s.active = following
    push(s, steps.AUTOMA_TURN if is_automa(s, following) else steps.START_TURN, following, 0, 0)
