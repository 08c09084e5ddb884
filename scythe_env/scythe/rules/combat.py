"""Chapter H: Combat (R115-R142), and the abilities that are used in it."""

from __future__ import annotations

from ...core.compiling import rule
from ...core.machine import push
from ...core.random import total
from .. import constants, steps
from ..actions import A_CARD, A_DONE, A_NUMBER, A_TAKE
from ..constants import (
    ALBION,
    ATTACKER,
    CRIMEA,
    DEFENDER,
    NONE,
    NORDIC,
    NUM_HEXES,
    POLANIA,
    POWER,
    RUSVIET,
    SAXONY,
    TOGAWA,
)
from ..tables import beside, card_power, terrain
from .abilities import is_own_tunnel
from .control import (
    enemy_fighter,
    enemy_unit,
    fighter_place,
    fighters_at,
    hand_size,
    has_mech,
    home,
    is_automa,
    place_fighter,
)
from .flow import end_if_six_stars, star_count
from .goods import discard_card, gain, give, lose, steal_card
from .stars import place_stars


@rule
def side_seat(s, side):
    """The seat of a side: the active player attacks (R116)."""
    return s.active if side == ATTACKER else s.defender


# -- CO1: which combat -------------------------------------------------------------------------------------------------


@rule
def legal_combat(s, mask):
    """CO1: the attacker chooses the order; a single combat does not leave a choice."""
    if total(s.combat_due) > 1:
        for hex_ in range(NUM_HEXES):
            mask[hex_] = s.combat_due[hex_]


@rule
def skip_combat(s, seat):
    """CO1: fight the one combat that is due, if any."""
    for hex_ in range(NUM_HEXES):
        if s.combat_due[hex_]:
            do_combat(s, seat, hex_)


@rule
def do_combat(s, seat, hex_):
    """Start a combat: abilities of both, then the attacker's secret choice, then the defender's (R119, R121)."""
    s.combat_place = hex_
    s.defender = enemy_fighter(s, seat, hex_)
    s.winner = NONE
    s.driven = 0
    for side in range(constants.NUM_SIDES):
        s.dial[side] = 0
        s.fight_cards[side] = NONE
        for value in range(constants.NUM_CARD_VALUES):
            s.played[side, value] = 0
    for other in range(NUM_HEXES):
        s.retreat_lakes[other] = 0
    push(s, steps.REVEAL_COMBAT, seat, 0, 0)
    if is_automa(s, seat) or is_automa(s, s.defender):
        push(s, steps.AUTOMA_CARDS, seat, 0, 0)
    for side in range(DEFENDER, ATTACKER - 1, -1):
        if not is_automa(s, side_seat(s, side)):
            push(s, steps.COMBAT_CARD, side_seat(s, side), side, 0)
            push(s, steps.DIAL, side_seat(s, side), side, 0)
    for side in range(DEFENDER, ATTACKER - 1, -1):
        if not is_automa(s, side_seat(s, side)):
            push(s, steps.COMBAT_ABILITY, side_seat(s, side), side, 0)


# -- CO2, CO3: abilities before the combat -----------------------------------------------------------------------------


@rule
def ability_applies(s, seat, side):
    """Whether the seat has an ability that is used before this combat (R202, R208, R213, R223, R231)."""
    faction = s.faction[seat]
    if faction == SAXONY:
        return has_mech(s, seat, constants.DISARM) and is_own_tunnel(s, seat, s.combat_place)
    if faction == NORDIC:
        return has_mech(s, seat, constants.ARTILLERY) and s.power[seat] >= constants.ARTILLERY_COST
    if faction == CRIMEA:
        return has_mech(s, seat, constants.SCOUT) and hand_size(s, side_seat(s, 1 - side)) > 0
    if faction == ALBION:
        return has_mech(s, seat, constants.SWORD if side == ATTACKER else constants.SHIELD)
    if faction == TOGAWA:
        alone = s.workers[seat, s.combat_place] == 0 and fighters_at(s, seat, s.combat_place) == 1
        return alone and has_mech(s, seat, constants.RONIN)
    return False


@rule
def ability_is_choice(s, seat, side):
    """Artillery is a choice; Shield, Ronin and Scout are with ``decline_gains`` (Q119)."""
    faction = s.faction[seat]
    if faction == NORDIC:
        return True
    gains = faction == TOGAWA or faction == CRIMEA or (faction == ALBION and side == DEFENDER)
    return gains and s.decline_gains != 0


@rule
def legal_combat_ability(s, seat, side, mask):
    """CO2, CO3: use the ability or not."""
    if ability_applies(s, seat, side) and ability_is_choice(s, seat, side):
        mask[A_TAKE] = 1
        mask[A_DONE] = 1


@rule
def skip_combat_ability(s, seat, side):
    """CO2, CO3: an ability that works by itself."""
    if ability_applies(s, seat, side) and not ability_is_choice(s, seat, side):
        use_ability(s, seat, side)


@rule
def use_ability(s, seat, side):
    """CO2, CO3: once a combat (R120); a power star comes at once and does not end the combat (R138, R224)."""
    other = side_seat(s, 1 - side)
    faction = s.faction[seat]
    if faction == CRIMEA:
        steal_card(s, seat, other)
    elif faction == TOGAWA or (faction == ALBION and side == DEFENDER):
        give(s, seat, POWER, constants.ABILITY_POWER)
        place_stars(s, seat)
    else:
        if faction == NORDIC:
            lose(s, seat, POWER, constants.ARTILLERY_COST)
        lose(s, other, POWER, constants.ABILITY_POWER)


@rule
def do_combat_ability(s, seat, side, action):
    """CO2, CO3: an ability that is a choice."""
    if action == A_TAKE:
        use_ability(s, seat, side)


# -- CO4, CO5: the secret choice ---------------------------------------------------------------------------------------


@rule
def legal_dial(s, seat, mask):
    """CO4, CO5: 0 to the end of the dial and not above the power that is left (R121)."""
    for n in range(min(constants.MAX_DIAL, s.power[seat]) + 1):
        mask[A_NUMBER + n] = 1


@rule
def do_dial(s, side, action):
    """CO4, CO5: this much power is spent at the reveal."""
    s.dial[side] = action - A_NUMBER


@rule
def card_limit(s, seat):
    """Cards a side may play: one per character or mech there; People's Army and Suiton add one (R122, R123, R230)."""
    place = s.combat_place
    n = fighters_at(s, seat, place)
    faction = s.faction[seat]
    if faction == RUSVIET and has_mech(s, seat, constants.PEOPLES_ARMY) and s.workers[seat, place] > 0:
        n += 1
    if faction == TOGAWA and has_mech(s, seat, constants.SUITON) and terrain(place) == constants.LAKE:
        n += 1
    return n


@rule
def legal_combat_card(s, seat, side, mask):
    """CO4, CO5: one more card of the hand while the limit allows, or stop."""
    mask[A_DONE] = 1
    if total(s.played[side]) < card_limit(s, seat):
        for value in range(constants.NUM_CARD_VALUES):
            if s.cards[seat, value] > s.played[side, value]:
                mask[A_CARD + value] = 1


@rule
def do_combat_card(s, seat, side, action):
    """CO4, CO5: the card stays in the hand until both reveal."""
    if action != A_DONE:
        s.played[side, action - A_CARD] += 1
        push(s, steps.COMBAT_CARD, seat, side, 0)


# -- CO6: the reveal ---------------------------------------------------------------------------------------------------


@rule
def combat_total(s, side):
    """Dial and cards of a side (R124)."""
    strength = s.dial[side]
    for value in range(constants.NUM_CARD_VALUES):
        strength += card_power(value) * s.played[side, value]
    return strength


@rule
def run_reveal_combat(s, seat):
    """CO6: higher total wins, a tie is the attacker's; both pay and discard, then the loser's units leave (Q125)."""
    attack = combat_total(s, ATTACKER)
    defence = combat_total(s, DEFENDER)
    s.winner = s.active if attack >= defence else s.defender
    loser = s.defender if attack >= defence else s.active
    for side in range(constants.NUM_SIDES):
        payer = side_seat(s, side)
        s.power[payer] -= s.dial[side]
        for value in range(constants.NUM_CARD_VALUES):
            for _ in range(s.played[side, value]):
                discard_card(s, payer, value)
    push(s, steps.END_COMBAT, seat, 0, 0)
    push(s, steps.AFTER_COMBAT, seat, 0, 0)
    push(s, steps.RETREAT_WORKER, loser, 0, 0)
    for unit in range(constants.NUM_FIGHTERS - 1, -1, -1):
        push(s, steps.RETREAT_UNIT, loser, unit, 0)


# -- CO7: retreat ------------------------------------------------------------------------------------------------------


@rule
def is_retreat_lake(s, seat, hex_):
    """A lake beside the combat without units or an armed trap of another player (R204, Q129)."""
    if terrain(hex_) != constants.LAKE or beside(s.combat_place, hex_) == 0 or enemy_unit(s, seat, hex_) != NONE:
        return False
    return s.armed[hex_] == 0


@rule
def legal_retreat_unit(s, seat, unit, mask):
    """CO7: Nordic with Seaworthy chooses between home and the lakes; the others go home."""
    if s.faction[seat] != NORDIC or not has_mech(s, seat, constants.SEAWORTHY) or is_automa(s, seat):
        return
    if fighter_place(s, seat, unit) != s.combat_place:
        return
    for hex_ in range(NUM_HEXES):
        if is_retreat_lake(s, seat, hex_):
            mask[hex_] = 1
            mask[home(s, seat)] = 1


@rule
def do_retreat_unit(s, seat, unit, place):
    """CO7: the unit leaves; workers may follow a mech to its lake (R205)."""
    place_fighter(s, seat, unit, place)
    if unit > 0 and place < NUM_HEXES:
        s.retreat_lakes[place] = 1


@rule
def skip_retreat_unit(s, seat, unit):
    """CO7 without a choice: home (R129); those of an Automa go to its faction mat (A66)."""
    if fighter_place(s, seat, unit) == s.combat_place:
        place_fighter(s, seat, unit, NONE if is_automa(s, seat) else home(s, seat))


@rule
def legal_retreat_worker(s, seat, mask):
    """CO7: each worker goes home or to a lake with a mech."""
    if s.workers[seat, s.combat_place] == 0:
        return
    for hex_ in range(NUM_HEXES):
        if s.retreat_lakes[hex_]:
            mask[hex_] = 1
            mask[home(s, seat)] = 1


@rule
def do_retreat_worker(s, seat, place):
    """CO7: one worker leaves; then the next."""
    s.workers[seat, s.combat_place] -= 1
    s.workers[seat, place] += 1
    s.driven += 1
    push(s, steps.RETREAT_WORKER, seat, 0, 0)


@rule
def skip_retreat_worker(s, seat):
    """CO7 without a choice: all workers that are left go home."""
    n = s.workers[seat, s.combat_place]
    s.workers[seat, s.combat_place] = 0
    s.workers[seat, home(s, seat)] += n
    s.driven += n


# -- CO8, CO9: after the combat ----------------------------------------------------------------------------------------


@rule
def run_after_combat(s, seat):
    """CO8: a winning attacker pays popularity for workers (R132); a loser that revealed something draws (R131)."""
    attacker_won = s.winner == s.active
    if attacker_won and s.driven > 0 and not is_automa(s, seat):
        s.drove_off = 1
        if s.faction[seat] != POLANIA or not has_mech(s, seat, constants.CAMARADERIE):
            lose(s, seat, constants.POPULARITY, s.driven)
    if combat_total(s, DEFENDER if attacker_won else ATTACKER) > 0:
        gain(s, s.defender if attacker_won else s.active, constants.CARDS, constants.LOSER_CARDS)
    if attacker_won and is_automa(s, s.defender):
        push(s, steps.SPOILS, seat, s.combat_place, s.defender)


@rule
def run_end_combat(s, seat):
    """CO8, CO9: the winner's star, if the limits allow (R127, R128); then the end of the game or the next combat."""
    s.combat_due[s.combat_place] = 0
    won = s.stars[s.winner, constants.STAR_COMBAT]
    limited = (s.faction[s.winner] != SAXONY or is_automa(s, s.winner)) and won >= constants.MAX_COMBAT_STARS
    if not limited and star_count(s, s.winner) < constants.MAX_STARS:
        s.stars[s.winner, constants.STAR_COMBAT] = won + 1
    push(s, steps.COMBAT, seat, 0, 0)
    end_if_six_stars(s)
