"""Which rule answers for which step: the legal actions of a decision, what an action does, and what needs no asking."""

from __future__ import annotations

from ...core.compiling import rule
from .. import steps
from ..actions import A_DONE, A_NUMBER, NUM_ACTIONS
from ..constants import NONE, RUNNING
from .abilities import do_faction_token, do_rearm, legal_faction_token, legal_rearm
from .bolster import do_bolster, legal_bolster
from .build import do_build_structure, legal_build_place, legal_build_structure, put_structure
from .combat import (
    do_combat,
    do_combat_card,
    do_retreat_unit,
    do_retreat_worker,
    legal_combat,
    legal_combat_ability,
    legal_combat_card,
    legal_dial,
    legal_retreat_unit,
    legal_retreat_worker,
    run_after_combat,
    run_end_combat,
    run_reveal_combat,
    skip_combat,
    skip_combat_ability,
    skip_retreat_unit,
    skip_retreat_worker,
    use_ability,
)
from .deploy import do_deploy_mech, legal_deploy_mech, legal_deploy_place
from .encounter import do_encounter, legal_encounter, run_encounter_due, run_end_encounter
from .enlist import (
    do_enlist_bonus,
    do_enlist_recruit,
    legal_enlist_bonus,
    legal_enlist_recruit,
    run_bonuses,
)
from .factory import (
    do_factory_choice,
    do_factory_gain,
    do_pay_card,
    legal_factory_choice,
    legal_factory_gain,
    legal_pay_card,
    run_factory_due,
)
from .flow import pop, top_step
from .gains import (
    do_look,
    do_printed_tokens,
    do_relocate_count,
    do_relocate_place,
    legal_look,
    legal_printed_tokens,
    legal_relocate_count,
    legal_relocate_place,
    legal_worker_here,
    legal_worker_place,
    put_worker,
)
from .goods import give, legal_gain
from .marks import clear_move, clear_produce
from .move import (
    do_cargo,
    do_move,
    do_onward,
    do_step,
    do_unit,
    legal_cargo,
    legal_move,
    legal_onward,
    legal_step,
    legal_unit,
    run_end_unit,
    run_end_units,
    run_tokens_due,
    skip_cargo,
)
from .payment import (
    do_coerce,
    do_pay_place,
    do_pay_type,
    legal_coerce,
    legal_pay_place,
    legal_pay_type,
    run_pay,
    skip_pay_place,
)
from .produce import (
    do_produce_count,
    do_produce_place,
    legal_produce_count,
    legal_produce_place,
)
from .stars import run_star_round, run_stars
from .trade import (
    do_token,
    do_token_place,
    do_trade,
    legal_token,
    legal_token_place,
    legal_trade,
)
from .turn import (
    do_bottom,
    do_end,
    do_section,
    do_top,
    legal_bottom,
    legal_end,
    legal_section,
    legal_top,
    run_end_turn,
    run_start_turn,
)
from .upgrade import do_upgrade_box, do_upgrade_cube, legal_upgrade_box, legal_upgrade_cube


@rule
def legal_turn(s, kind, seat, a, b, mask):
    """Legal actions: decisions of a turn, its top actions and Move."""
    if kind == steps.SECTION:
        legal_section(s, seat, mask)
    elif kind == steps.TOP:
        legal_top(s, seat, mask)
    elif kind == steps.BOTTOM:
        legal_bottom(s, seat, mask)
    elif kind == steps.END:
        legal_end(s, seat, mask)
    elif kind == steps.BOLSTER_GAIN:
        legal_bolster(mask)
    elif kind == steps.TRADE_GAIN:
        legal_trade(s, seat, mask)
    elif kind == steps.TOKEN_PLACE:
        legal_token_place(s, seat, b, mask)
    elif kind == steps.TOKEN:
        legal_token(mask)
    elif kind == steps.PRODUCE_PLACE:
        legal_produce_place(s, seat, mask)
    elif kind == steps.PRODUCE_COUNT:
        legal_produce_count(s, seat, a, mask)
    elif kind == steps.MOVE_GAIN:
        legal_move(mask)
    elif kind == steps.UNIT:
        legal_unit(s, seat, a, mask)
    elif kind == steps.CARGO:
        legal_cargo(s, seat, a, b, mask)
    elif kind == steps.STEP:
        legal_step(s, seat, mask)
    else:
        legal_onward(s, seat, mask)


@rule
def legal_conflict(s, kind, seat, a, b, mask):
    """Legal actions: what follows a Move: faction tokens, combat, encounter."""
    if kind == steps.FACTION_TOKEN:
        legal_faction_token(s, seat, mask)
    elif kind == steps.REARM:
        legal_rearm(s, seat, a, mask)
    elif kind == steps.COMBAT:
        legal_combat(s, mask)
    elif kind == steps.COMBAT_ABILITY:
        legal_combat_ability(s, seat, a, mask)
    elif kind == steps.DIAL:
        legal_dial(s, seat, mask)
    elif kind == steps.COMBAT_CARD:
        legal_combat_card(s, seat, a, mask)
    elif kind == steps.RETREAT_UNIT:
        legal_retreat_unit(s, seat, a, mask)
    elif kind == steps.RETREAT_WORKER:
        legal_retreat_worker(s, seat, mask)
    elif kind == steps.ENCOUNTER:
        legal_encounter(s, seat, a, mask)
    elif kind == steps.PRINTED_TOKENS:
        legal_printed_tokens(b, mask)
    elif kind == steps.GAIN_WORKER_HERE:
        legal_worker_here(s, seat, mask)
    elif kind == steps.LOOK:
        legal_look(s, seat, mask)
    elif kind == steps.RELOCATE_PLACE:
        legal_relocate_place(s, seat, mask)
    else:
        legal_relocate_count(s, seat, a, b, mask)


@rule
def legal_economy(s, kind, seat, a, b, mask):
    """Legal actions: the Factory, payments and the benefits of bottom actions."""
    if kind == steps.FACTORY_CHOICE:
        legal_factory_choice(s, mask)
    elif kind == steps.FACTORY_GAIN:
        legal_factory_gain(s, seat, mask)
    elif kind == steps.WORKER_PLACE:
        legal_worker_place(s, seat, mask)
    elif kind == steps.PAY_CARD:
        legal_pay_card(s, seat, mask)
    elif kind == steps.COERCE:
        legal_coerce(s, seat, a, b, mask)
    elif kind == steps.PAY_TYPE:
        legal_pay_type(s, seat, b, mask)
    elif kind == steps.PAY_PLACE:
        legal_pay_place(s, seat, a, b, mask)
    elif kind == steps.UPGRADE_CUBE:
        legal_upgrade_cube(s, seat, mask)
    elif kind == steps.UPGRADE_BOX:
        legal_upgrade_box(s, seat, mask)
    elif kind == steps.DEPLOY_MECH:
        legal_deploy_mech(s, seat, a, mask)
    elif kind == steps.DEPLOY_PLACE:
        legal_deploy_place(s, seat, mask)
    elif kind == steps.BUILD_STRUCTURE:
        legal_build_structure(s, seat, a, mask)
    elif kind == steps.BUILD_PLACE:
        legal_build_place(s, seat, mask)
    elif kind == steps.ENLIST_RECRUIT:
        legal_enlist_recruit(s, seat, mask)
    elif kind == steps.ENLIST_BONUS:
        legal_enlist_bonus(s, seat, mask)
    else:
        legal_gain(s, b, mask)


@rule
def do_turn(s, kind, seat, a, b, action):
    """Effects: decisions of a turn, its top actions and Move."""
    if kind == steps.SECTION:
        do_section(s, seat, action)
    elif kind == steps.TOP:
        do_top(s, seat, action)
    elif kind == steps.BOTTOM:
        do_bottom(s, seat, action)
    elif kind == steps.END:
        do_end(s, seat, action)
    elif kind == steps.BOLSTER_GAIN:
        do_bolster(s, seat, action)
    elif kind == steps.TRADE_GAIN:
        do_trade(s, seat, action)
    elif kind == steps.TOKEN_PLACE:
        do_token_place(s, seat, a, action)
    elif kind == steps.TOKEN:
        do_token(s, seat, a, b, action)
    elif kind == steps.PRODUCE_PLACE:
        do_produce_place(s, seat, action)
    elif kind == steps.PRODUCE_COUNT:
        do_produce_count(s, seat, a, action)
    elif kind == steps.MOVE_GAIN:
        do_move(s, seat, action)
    elif kind == steps.UNIT:
        do_unit(s, seat, a, b, action)
    elif kind == steps.CARGO:
        do_cargo(s, seat, a, b, action)
    elif kind == steps.STEP:
        do_step(s, seat, action)
    else:
        do_onward(s, seat, action)


@rule
def do_conflict(s, kind, seat, a, b, action):
    """Effects: what follows a Move: faction tokens, combat, encounter."""
    if kind == steps.FACTION_TOKEN:
        do_faction_token(s, seat, action)
    elif kind == steps.REARM:
        do_rearm(s, seat, a, action)
    elif kind == steps.COMBAT:
        do_combat(s, seat, action)
    elif kind == steps.COMBAT_ABILITY:
        if action != A_DONE:
            use_ability(s, seat, a)
    elif kind == steps.DIAL:
        s.dial[a] = action - A_NUMBER
    elif kind == steps.COMBAT_CARD:
        do_combat_card(s, seat, a, action)
    elif kind == steps.RETREAT_UNIT:
        do_retreat_unit(s, seat, a, action)
    elif kind == steps.RETREAT_WORKER:
        do_retreat_worker(s, seat, action)
    elif kind == steps.ENCOUNTER:
        do_encounter(s, seat, a, action)
    elif kind == steps.PRINTED_TOKENS:
        do_printed_tokens(s, seat, a, action)
    elif kind == steps.GAIN_WORKER_HERE:
        if action != A_DONE:
            put_worker(s, seat, s.character[seat])
    elif kind == steps.LOOK:
        do_look(s, seat, action)
    elif kind == steps.RELOCATE_PLACE:
        do_relocate_place(s, seat, action)
    else:
        do_relocate_count(s, seat, a, b, action)


@rule
def do_economy(s, kind, seat, a, b, action):
    """Effects: the Factory, payments and the benefits of bottom actions."""
    if kind == steps.FACTORY_CHOICE:
        do_factory_choice(s, seat, action)
    elif kind == steps.FACTORY_GAIN:
        do_factory_gain(s, seat, action)
    elif kind == steps.WORKER_PLACE:
        if action != A_DONE:
            put_worker(s, seat, action)
    elif kind == steps.PAY_CARD:
        do_pay_card(s, seat, a, action)
    elif kind == steps.COERCE:
        do_coerce(s, seat, a, b, action)
    elif kind == steps.PAY_TYPE:
        do_pay_type(s, seat, a, action)
    elif kind == steps.PAY_PLACE:
        do_pay_place(s, seat, a, b, action)
    elif kind == steps.UPGRADE_CUBE:
        do_upgrade_cube(s, seat, action)
    elif kind == steps.UPGRADE_BOX:
        do_upgrade_box(s, seat, a, action)
    elif kind == steps.DEPLOY_MECH:
        do_deploy_mech(s, seat, a, action)
    elif kind == steps.DEPLOY_PLACE:
        s.mechs[seat, a] = action
    elif kind == steps.BUILD_STRUCTURE:
        do_build_structure(s, seat, a, action)
    elif kind == steps.BUILD_PLACE:
        put_structure(s, seat, a, action)
    elif kind == steps.ENLIST_RECRUIT:
        do_enlist_recruit(s, seat, action)
    elif kind == steps.ENLIST_BONUS:
        do_enlist_bonus(s, seat, a, action)
    else:
        give(s, seat, a, action - A_NUMBER)


@rule
def legal(s, mask):
    """Mark the legal actions of the decision on top of the stack; none but DONE means that nobody has to be asked."""
    for action in range(NUM_ACTIONS):
        mask[action] = 0
    kind, seat, a, b = top_step(s)
    if kind <= steps.ONWARD:
        legal_turn(s, kind, seat, a, b, mask)
    elif kind <= steps.RELOCATE_COUNT:
        legal_conflict(s, kind, seat, a, b, mask)
    else:
        legal_economy(s, kind, seat, a, b, mask)


@rule
def do(s, action):
    """Carry out an action of the decision on top of the stack."""
    kind, seat, a, b = top_step(s)
    pop(s)
    if kind <= steps.ONWARD:
        do_turn(s, kind, seat, a, b, action)
    elif kind <= steps.RELOCATE_COUNT:
        do_conflict(s, kind, seat, a, b, action)
    else:
        do_economy(s, kind, seat, a, b, action)


@rule
def skip(s):
    """Leave a decision that does not exist; some have a result all the same."""
    kind, seat, a, b = top_step(s)
    pop(s)
    if kind == steps.GAIN:
        give(s, seat, a, b)
    elif kind == steps.CARGO:
        skip_cargo(s, seat, a)
    elif kind == steps.PRODUCE_PLACE:
        clear_produce(s)
    elif kind == steps.PAY_PLACE:
        skip_pay_place(s, seat, a, b)
    elif kind == steps.COMBAT:
        skip_combat(s, seat)
    elif kind == steps.COMBAT_ABILITY:
        skip_combat_ability(s, seat, a)
    elif kind == steps.RETREAT_UNIT:
        skip_retreat_unit(s, seat, a)
    elif kind == steps.RETREAT_WORKER:
        skip_retreat_worker(s, seat)


@rule
def run(s):
    """Carry out the step on top of the stack, which is no decision."""
    kind, seat, a, b = top_step(s)
    pop(s)
    if kind == steps.START_TURN:
        run_start_turn(s, seat)
    elif kind == steps.END_TURN:
        run_end_turn(s, seat)
    elif kind == steps.STARS:
        run_stars(s, seat)
    elif kind == steps.BONUSES:
        run_bonuses(s, seat, a)
    elif kind == steps.STAR_ROUND:
        run_star_round(s, seat)
    elif kind == steps.PAY:
        run_pay(s, seat, a, b)
    elif kind == steps.END_UNIT:
        run_end_unit(s, seat)
    elif kind == steps.END_UNITS:
        run_end_units(s, seat)
    elif kind == steps.REVEAL_COMBAT:
        run_reveal_combat(s, seat)
    elif kind == steps.AFTER_COMBAT:
        run_after_combat(s, seat)
    elif kind == steps.END_COMBAT:
        run_end_combat(s, seat)
    elif kind == steps.ENCOUNTER_DUE:
        run_encounter_due(s, seat)
    elif kind == steps.END_ENCOUNTER:
        run_end_encounter(s)
    elif kind == steps.FACTORY_DUE:
        run_factory_due(s, seat)
    elif kind == steps.TOKENS_DUE:
        run_tokens_due(s, seat)
    else:
        clear_move(s)


@rule
def advance(s, mask):
    """Run the game on to its next decision and mark the legal actions; at the end of the game none is legal.

    A decision exists if something else than DONE is legal. With ``play_forced`` a single legal action is played.
    """
    while s.status == RUNNING:
        if s.step_kind[s.depth - 1] >= steps.NUM_DECISIONS:
            run(s)
            continue
        legal(s, mask)
        count = 0
        for action in range(NUM_ACTIONS):
            count += mask[action]
        if count == mask[A_DONE]:
            skip(s)
        elif count == 1 and s.play_forced:
            only = 0
            while mask[only] == 0:
                only += 1
            do(s, only)
        else:
            s.decision = s.step_kind[s.depth - 1]
            s.seat_to_act = s.step_seat[s.depth - 1]
            return
    s.decision = NONE
    s.seat_to_act = NONE
    for action in range(NUM_ACTIONS):
        mask[action] = 0
