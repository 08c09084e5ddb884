"""The plan of play: one function per decision says what each legal action is worth; the best one is played."""

from __future__ import annotations

from scythe_env.core.compiling import rule
from scythe_env.core.machine import top_step
from scythe_env.scythe.actions import (
    A_ABILITY,
    A_BOTTOM,
    A_CARD,
    A_CHARACTER,
    A_CUBE,
    A_DONE,
    A_FACTORY_CARD,
    A_GOOD,
    A_MECH,
    A_NUMBER,
    A_OPTION,
    A_RESOURCE,
    A_RESOURCES,
    A_SECTION,
    A_STRUCTURE,
    A_UNITS,
    NUM_ACTIONS,
)
from scythe_env.scythe.constants import (
    ALBION,
    BOLSTER,
    BUILD,
    CARDS,
    CARGO_TOKENS,
    CARGO_WALKED,
    CARGO_WORKERS,
    COINS,
    CUBE_BOLSTER_CARDS,
    CUBE_BOLSTER_POWER,
    CUBE_MOVE_COINS,
    CUBE_MOVE_UNITS,
    CUBE_PRODUCE,
    CUBE_TRADE_POPULARITY,
    DEPLOY,
    ENLIST,
    FACTORY_MOVE_UNITS,
    FACTORY_SECTION,
    MILL,
    MONUMENT,
    MOVE,
    NONE,
    NUM_FIGHTERS,
    NUM_GAINS,
    NUM_GOODS,
    NUM_HEXES,
    PAY_ANY,
    PAY_DIFFERENT,
    POPULARITY,
    POWER,
    PRODUCE,
    RIVERWALK,
    SPEED,
    TRADE,
    UNIT_CHARACTER,
    UNIT_WORKER,
    UPGRADE,
    VILLAGE,
)
from scythe_env.scythe.rules.combat import card_limit, combat_total, side_seat
from scythe_env.scythe.rules.control import (
    fighter_place,
    fighters_at,
    has_structure_bonus,
    home,
    on_factory_card,
    tokens_on,
)
from scythe_env.scythe.rules.factory import can_pay_factory
from scythe_env.scythe.rules.produce import can_produce, exposed_cost
from scythe_env.scythe.rules.scoring import structure_count
from scythe_env.scythe.rules.turn import bottom_cost, is_reveal
from scythe_env.scythe.steps import TABLE
from scythe_env.scythe.tables import (
    beside,
    bottom_resource,
    card_power,
    cube_value,
    encounter_gain,
    encounter_pay,
    factory_gain,
    factory_one,
    factory_pay,
    factory_tokens,
    mat_bottom,
    one_time_bonus,
    structure_bonus,
    terrain,
    tile_coins,
    top_cost,
)

from .movement import (
    STAR,
    best_cards,
    best_moves,
    best_step,
    freight,
    guessed_strength,
    keeps,
    look_around,
    post_worth,
    step_gain,
    strength,
)
from .values import (
    benefit_worth,
    best_pair,
    bottom_worth,
    gain_worth,
    good_worth,
    in_pair,
    left_to_do,
    ongoing_worth,
    shortfall,
    tokens_worth,
    worker_worth,
)
from .weights import COIN, LEAST_STEP, TOKEN_LATER, weight

AT_ONCE = 1000000  # what comes before everything else


# -- sections ----------------------------------------------------------------------------------------------------------


@rule
def bolster_worth(s, w, seat, look, good):
    """Bolster for power or for combat cards."""
    cube = CUBE_BOLSTER_POWER if good == POWER else CUBE_BOLSTER_CARDS
    worth = good_worth(s, w, seat, look[STAR], good, cube_value(cube, s.cubes[seat, cube]))
    worth -= weight(w, COIN) * top_cost(BOLSTER)
    if has_structure_bonus(s, seat, MONUMENT):
        for bonus in range(NUM_GOODS):
            worth += good_worth(s, w, seat, look[STAR], bonus, structure_bonus(MONUMENT, bonus))
    return worth


@rule
def trade_popularity_worth(s, w, seat, look):
    """Trade for popularity."""
    n = cube_value(CUBE_TRADE_POPULARITY, s.cubes[seat, CUBE_TRADE_POPULARITY])
    return good_worth(s, w, seat, look[STAR], POPULARITY, n) - weight(w, COIN) * top_cost(TRADE)


@rule
def trade_resources_worth(s, w, seat, look, wanted):
    """Trade for resources."""
    for hex_ in range(NUM_HEXES):
        if s.workers[seat, hex_] > 0:
            return best_pair(s, w, seat, look[STAR], wanted).worth - weight(w, COIN) * top_cost(TRADE)
    return 0


@rule
def harvest_worth(s, w, seat, look, hex_, n, wanted):
    """Producing with ``n`` producers on a hex."""
    ground = terrain(hex_)
    if n == 0 or ground > VILLAGE:
        return 0
    if ground == VILLAGE:
        worth = 0
        for k in range(min(n, s.workers_left[seat])):
            worth += worker_worth(s, w, seat, look[STAR] if k == s.workers_left[seat] - 1 else max(look[STAR], 0))
        return worth
    return tokens_worth(s, w, seat, look[STAR], ground, n, wanted)


@rule
def produce_worth(s, w, seat, look, wanted, filling):
    """Produce on the best territories; or, with ``filling``, the tokens that it brings of the wanted resource."""
    worth = 0
    tokens = 0
    used = 0
    for _ in range(cube_value(CUBE_PRODUCE, s.cubes[seat, CUBE_PRODUCE])):
        best = 0
        where = NONE
        for hex_ in range(NUM_HEXES):
            if s.workers[seat, hex_] > 0 and ((used >> hex_) & 1) == 0:
                value = harvest_worth(s, w, seat, look, hex_, s.workers[seat, hex_], wanted)
                if value > best:
                    best = value
                    where = hex_
        if where != NONE:
            used |= 1 << where
            worth += best
            if bottom_resource(wanted) == terrain(where):
                tokens += s.workers[seat, where]
    if filling:
        return tokens
    if has_structure_bonus(s, seat, MILL):
        worth += harvest_worth(s, w, seat, look, s.structures[seat, MILL], 1, NONE)
    for good in range(NUM_GOODS):
        worth -= good_worth(s, w, seat, 0, good, 1) * exposed_cost(s, seat, good)
    return worth


@rule
def factory_top_worth(s, w, seat, look, card):
    """The top action of a Factory card."""
    worth = 0
    best = 0
    for kind in range(NUM_GAINS):
        value = gain_worth(s, w, seat, look[STAR], kind, factory_gain(card, kind))
        worth += value
        best = max(best, value)
    if factory_one(card):
        worth = best
    for good in range(NUM_GOODS):
        worth -= good_worth(s, w, seat, 0, good, 1) * factory_pay(card, good)
    return worth - weight(w, TOKEN_LATER) * (factory_tokens(card, PAY_ANY) + factory_tokens(card, PAY_DIFFERENT))


@rule
def top_worth(s, w, seat, look, section, wanted, mask):
    """The top action of a section; 0 if it cannot be paid or is better skipped."""
    if section == MOVE:
        coins = good_worth(s, w, seat, 0, COINS, cube_value(CUBE_MOVE_COINS, s.cubes[seat, CUBE_MOVE_COINS]))
        units = cube_value(CUBE_MOVE_UNITS, s.cubes[seat, CUBE_MOVE_UNITS])
        return max(coins, best_moves(s, w, seat, look, units, mask))
    worth = 0
    if section == PRODUCE:
        if can_produce(s, seat):
            worth = produce_worth(s, w, seat, look, wanted, False)
    elif section == FACTORY_SECTION:
        if can_pay_factory(s, seat, s.factory_card[seat]):
            worth = factory_top_worth(s, w, seat, look, s.factory_card[seat])
    elif s.coins[seat] >= top_cost(section):
        if section == BOLSTER:
            worth = max(bolster_worth(s, w, seat, look, POWER), bolster_worth(s, w, seat, look, CARDS))
        else:
            worth = max(trade_popularity_worth(s, w, seat, look), trade_resources_worth(s, w, seat, look, wanted))
    return max(worth, 0)


@rule
def section_worth(s, w, seat, look, section, mask):
    """A section: its top action, and its bottom action if it can be paid after it."""
    if section == FACTORY_SECTION:
        return top_worth(s, w, seat, look, section, NONE, mask) + best_moves(s, w, seat, look, FACTORY_MOVE_UNITS, mask)
    bottom = mat_bottom(s.mat[seat], section)
    worth = top_worth(s, w, seat, look, section, bottom, mask)
    more = 0
    if section == PRODUCE and can_produce(s, seat):
        more = produce_worth(s, w, seat, look, bottom, True)
    elif section == TRADE and s.coins[seat] >= top_cost(TRADE) and shortfall(s, seat, bottom, 0) > 0:
        more = in_pair(best_pair(s, w, seat, look[STAR], bottom), bottom_resource(bottom))
    if shortfall(s, seat, bottom, more) <= 0:
        worth += max(0, bottom_worth(s, w, seat, look[STAR], bottom))
    return worth


@rule
def reveal_worth(look):
    """An objective is revealed whenever possible, unless its star would end the game too early."""
    return AT_ONCE if look[STAR] > 0 else -AT_ONCE


@rule
def worth_section(s, w, seat, look, action, mask):
    """T1."""
    return reveal_worth(look) if is_reveal(action) else section_worth(s, w, seat, look, action - A_SECTION, mask)


@rule
def worth_top(s, w, seat, look, action, mask):
    """T2."""
    if action == A_DONE:
        return 0
    wanted = NONE if on_factory_card(s, seat) else mat_bottom(s.mat[seat], s.section[seat])
    return top_worth(s, w, seat, look, s.section[seat], wanted, mask)


@rule
def worth_bottom(s, w, seat, look, action):
    """T3."""
    if action == A_DONE:
        return 0
    if is_reveal(action):
        return reveal_worth(look)
    if on_factory_card(s, seat):
        return 1
    return bottom_worth(s, w, seat, look[STAR], mat_bottom(s.mat[seat], s.section[seat]))


@rule
def worth_end(look, action):
    """T4."""
    return 0 if action == A_DONE else reveal_worth(look)


# -- the top row -------------------------------------------------------------------------------------------------------


@rule
def wanted_bottom(s, seat):
    """The bottom action that comes after the top action under way, NONE in other turns."""
    if s.active != seat or on_factory_card(s, seat):
        return NONE
    return mat_bottom(s.mat[seat], s.section[seat])


@rule
def worth_bolster_gain(s, w, seat, look, action):
    """BO1."""
    return bolster_worth(s, w, seat, look, action - A_GOOD)


@rule
def worth_trade_gain(s, w, seat, look, action):
    """TR1."""
    if action == A_RESOURCES:
        return trade_resources_worth(s, w, seat, look, wanted_bottom(s, seat))
    return trade_popularity_worth(s, w, seat, look)


@rule
def worth_token_place(s, seat, action):
    """TR2: where most units guard them."""
    return 0 if action == A_DONE else 1 + 4 * fighters_at(s, seat, action) + s.workers[seat, action]


@rule
def worth_token(s, w, seat, look, left, action):
    """TR3: the best pair where two are left, else the best one."""
    if action == A_DONE:
        return 0
    if left == 2:
        pair = best_pair(s, w, seat, look[STAR], wanted_bottom(s, seat))
        return in_pair(pair, action - A_RESOURCE)
    return 1 + tokens_worth(s, w, seat, look[STAR], action - A_RESOURCE, 1, wanted_bottom(s, seat))


@rule
def worth_spoil(s, w, seat, look, left, action):
    """AC6: as TR3, of tokens on a territory taken from an Automa."""
    return worth_token(s, w, seat, look, left, action)


@rule
def worth_produce_place(s, w, seat, look, action):
    """PR2."""
    if action == A_DONE:
        return 0
    return harvest_worth(s, w, seat, look, action, s.producers[action], wanted_bottom(s, seat))


@rule
def worth_produce_count(action):
    """PR3: as many as possible."""
    return action


# -- moving ------------------------------------------------------------------------------------------------------------


@rule
def moving_unit(s, seat, action):
    """The unit that an action of the unit decision means."""
    if action == A_CHARACTER:
        return UNIT_CHARACTER
    if action < A_MECH:
        return UNIT_WORKER
    for unit in range(1, NUM_FIGHTERS):
        if fighter_place(s, seat, unit) == action - A_MECH and s.moved[unit] == 0:
            return unit
    return NONE


@rule
def worth_move_gain(s, w, seat, look, action, mask):
    """MV0."""
    if action == A_UNITS:
        units = cube_value(CUBE_MOVE_UNITS, s.cubes[seat, CUBE_MOVE_UNITS])
        return best_moves(s, w, seat, look, units, mask)
    return good_worth(s, w, seat, 0, COINS, cube_value(CUBE_MOVE_COINS, s.cubes[seat, CUBE_MOVE_COINS]))


@rule
def worth_unit(s, w, seat, look, action, mask):
    """MV1."""
    if action == A_DONE:
        return weight(w, LEAST_STEP)
    unit = moving_unit(s, seat, action)
    place = action if unit == UNIT_WORKER else fighter_place(s, seat, unit)
    return best_step(s, w, seat, look, unit, place, mask).gain


@rule
def worth_cargo(s, w, seat, look, kind, action, mask):
    """MV2: workers go along to better posts, tokens if nothing is left to guard them."""
    dst = best_step(s, w, seat, look, s.unit, s.unit_place, mask).destination
    n = action - A_NUMBER
    if kind >= CARGO_TOKENS:
        leaving = 1 + s.cargo[CARGO_WORKERS] + s.cargo[CARGO_WALKED]
        return -n if keeps(s, seat, s.unit_place, leaving) else n
    return -abs(n - freight(s, w, seat, look, s.unit_place, dst).number)


@rule
def worth_step(s, w, seat, look, action):
    """MV3."""
    return step_gain(s, w, seat, look, s.unit, s.unit_place, action)


@rule
def worth_onward(s, w, seat, look, action, mask):
    """MV5."""
    if action == A_DONE:
        return weight(w, LEAST_STEP)
    return best_step(s, w, seat, look, s.unit, s.unit_place, mask).gain


# -- combat and what follows a Move ------------------------------------------------------------------------------------


@rule
def combat_goal(s, w, seat, side):
    """The total that a side aims at: just enough to be sure, or next to nothing if that is out of reach."""
    other = side_seat(s, 1 - side)
    needed = guessed_strength(s, w, other, fighters_at(s, other, s.combat_place)) + side
    return needed if strength(s, seat, card_limit(s, seat)) >= needed else min(side, 1)


@rule
def worth_dial(s, w, seat, side, action):
    """CO4, CO5: cards first, the rest in power; a hopeless side shows a card, or one power, to draw another."""
    in_power = combat_goal(s, w, seat, side) - best_cards(s, seat, card_limit(s, seat))
    return -abs(action - A_NUMBER - max(0, in_power))


@rule
def worth_combat_card(s, w, seat, side, action):
    """CO4, CO5: the best card until the goal is reached; the lowest if any will do."""
    missing = combat_goal(s, w, seat, side) - combat_total(s, side)
    if action == A_DONE:
        return 0
    value = card_power(action - A_CARD)
    if missing <= 0:
        return -1
    return 20 + value if missing > value else 40 - value


@rule
def encounter_worth(s, w, seat, look, option):
    """An option of the encounter card."""
    worth = 1
    for kind in range(NUM_GAINS):
        worth += gain_worth(s, w, seat, look[STAR], kind, encounter_gain(s.encounter_card, option, kind))
    worth -= weight(w, COIN) * encounter_pay(s.encounter_card, option, COINS)
    return worth - good_worth(s, w, seat, 0, POPULARITY, 1) * encounter_pay(s.encounter_card, option, POPULARITY)


@rule
def worth_faction_token(s, seat, action):
    """TK1: a flag beside the home base would not score."""
    if action == A_DONE:
        return 0
    return -1 if s.faction[seat] == ALBION and beside(home(s, seat), s.character[seat]) else 1


@rule
def worth_retreat_unit(action):
    """CO7: the first place."""
    return -action


@rule
def worth_retreat_worker(action):
    """CO7: the first place."""
    return -action


@rule
def worth_encounter(s, w, seat, look, action):
    """EN2, EN4."""
    return 0 if action == A_DONE else encounter_worth(s, w, seat, look, action - A_OPTION)


@rule
def worth_printed_tokens(action):
    """EN3: as many as possible."""
    return action


@rule
def worth_relocate_place(action):
    """EN3: units stay."""
    return 1 if action == A_DONE else 0


# -- cards, payments and benefits --------------------------------------------------------------------------------------


@rule
def cube_worth(cube):
    """Which benefit of the top row is uncovered first."""
    if cube == CUBE_PRODUCE:
        return 50
    if cube == CUBE_TRADE_POPULARITY:
        return 45
    if cube == CUBE_MOVE_UNITS:
        return 40
    return 30 if cube == CUBE_BOLSTER_POWER else 20


@rule
def place_structure_worth(s, w, seat, look, kind, hex_):
    """A structure of a kind on a hex: the tile in play, the tokens it guards, and the Mill's harvest."""
    before = tile_coins(s.tile, structure_count(s, seat))
    s.structures[seat, kind] = hex_  # for the count alone
    worth = weight(w, COIN) * (tile_coins(s.tile, structure_count(s, seat)) - before)
    s.structures[seat, kind] = NONE
    if kind == MILL:
        worth += post_worth(look, hex_, s.workers[seat, hex_])
    return worth + tokens_on(s, hex_)


@rule
def structure_worth(kind):
    """Which structure is built first."""
    return 40 if kind == MILL else 30 if kind == MONUMENT else 20


@rule
def decline_worth(s, w, seat, look, bottom):
    """Declining the benefit of a bottom action: at once where it would end the game too early."""
    return AT_ONCE if benefit_worth(s, w, seat, look[STAR], bottom) < 0 else 0


@rule
def worth_factory_choice(s, w, seat, look, action):
    """FC1."""
    return factory_top_worth(s, w, seat, look, action - A_FACTORY_CARD)


@rule
def worth_factory_gain(s, w, seat, look, action):
    """FA2."""
    return benefit_worth(s, w, seat, look[STAR], action - A_BOTTOM)


@rule
def worth_worker_place(action):
    """FA3."""
    return 0 if action == A_DONE else action


@rule
def worth_pay_card(action):
    """FA1: the lowest card."""
    return -action


@rule
def worth_coerce(action):
    """BA2: the lowest card rather than a token."""
    return -1 if action == A_DONE else A_CARD - action


@rule
def worth_pay_type(s, w, seat, look, action):
    """FA1: what is missed least."""
    return -tokens_worth(s, w, seat, look[STAR], action - A_RESOURCE, 1, NONE)


@rule
def worth_pay_place(s, seat, action):
    """BA3: from where fewest units are."""
    return -4 * fighters_at(s, seat, action) - s.workers[seat, action]


@rule
def worth_upgrade_cube(s, w, seat, look, action):
    """BA5."""
    return decline_worth(s, w, seat, look, UPGRADE) if action == A_DONE else cube_worth(action - A_CUBE)


@rule
def worth_upgrade_box(s, seat, action):
    """BA5: where most is left to do and to pay."""
    bottom = action - A_BOTTOM
    return 2 * left_to_do(s, seat, bottom) + bottom_cost(s, seat, bottom)


@rule
def worth_deploy_mech(s, w, seat, look, action):
    """BA5: Riverwalk or its like first, then Speed or its like."""
    if action == A_DONE:
        return decline_worth(s, w, seat, look, DEPLOY)
    slot = action - A_ABILITY
    return 40 if slot == RIVERWALK else 30 if slot == SPEED else 20


@rule
def worth_deploy_place(s, seat, action):
    """BA5: where most workers are."""
    return s.workers[seat, action]


@rule
def worth_build_structure(s, w, seat, look, action):
    """BA5."""
    return decline_worth(s, w, seat, look, BUILD) if action == A_DONE else structure_worth(action - A_STRUCTURE)


@rule
def worth_build_place(s, w, seat, look, structure, action):
    """BA5."""
    return place_structure_worth(s, w, seat, look, structure, action)


@rule
def worth_enlist_recruit(s, w, seat, look, action):
    """BA5: the ongoing bonus, the more the longer it will come."""
    if action == A_DONE:
        return decline_worth(s, w, seat, look, ENLIST)
    bottom = action - A_BOTTOM
    return 1 + ongoing_worth(s, w, seat, max(look[STAR], 0), bottom) * (1 + left_to_do(s, seat, bottom))


@rule
def worth_enlist_bonus(s, w, seat, look, action):
    """BA5."""
    return good_worth(s, w, seat, look[STAR], action - A_GOOD, one_time_bonus(action - A_GOOD))


@rule
def worth_gain(action):
    """All of a gain."""
    return action


# -- the choice --------------------------------------------------------------------------------------------------------


@rule
def accept(action):
    """Decisions without a plan of their own: act rather than decline, the first of several possibilities."""
    return 0 if action == A_DONE else 1


worth = TABLE.dispatch("worth", globals(), ("s", "w", "seat", "look", "action", "mask"), otherwise=accept)


@rule
def choose_action(s, w, mask):
    """The action that the seat to act plays with weights ``w``: the best one, the first of equals.

    It does not use anything hidden from that seat. ``mask`` (int8, NUM_ACTIONS) holds the legal actions of the
    decision that is due; it is used as scratch and restored.
    """
    kind, seat, a, b = top_step(s)
    look = look_around(s, w, seat)
    best = NONE
    most = 0
    for action in range(NUM_ACTIONS):
        if mask[action] == 0:
            continue
        value = worth(kind, a, b, s, w, seat, look, action, mask)
        if best == NONE or value > most:
            best = action
            most = value
    return best
