"""The turn as a sequence (section R): the frame, the top actions, the Factory card, the bottom actions."""

from __future__ import annotations

from .adapter import AUTOMA_ACTION, AUTOMA_DECISION
from .automa import automa_turn
from .combat import combats
from .components import BOTTOM_RESOURCE, TOPS, encounters, factory_cards, good_name, tracks
from .gains import (
    bonus_of,
    build,
    can_pay_tokens,
    deploy,
    encounter_gains,
    enlist,
    factory_gains,
    free_tokens,
    may_build_on,
    may_coerce,
    pay_tokens,
    produce,
    upgrade,
)
from .movement import faction_choices, move_units
from .objectives import reveal, revealable
from .scoring import undo_moves
from .table import Automa, Choosing, Deciding, GameEndError, Player, Table, Turn, ask, hand_options


def game(table: Table) -> Deciding:
    """The whole game, turn after turn."""
    try:
        while table.status == "running":
            if isinstance(table.player, Automa):
                if table.options.ask_automas:
                    yield from ask(table.active, AUTOMA_DECISION, [AUTOMA_ACTION])
                yield from automa_turn(table, table.player)
                table.check_turn(table.player)
            else:
                yield from turn(table)
            table.next_seat()
    except GameEndError:
        undo_moves(table)
        table.encounter_card = None
        table.status = "ended"


def turn(table: Table) -> Deciding:
    """One turn (T0 to T4)."""
    table.turn = Turn()
    player = table.player

    section = yield from windowed(table, player, "section", [f"section {name}" for name in sections(table, player)])
    player.section = section.removeprefix("section ")
    factory = player.section == "factory"

    can_pay = can_pay_factory(table, player) if factory else can_pay_top(player, player.section)
    if can_pay and (yield from ask(player.seat, "top action", ["take", "done"])) == "take":
        if factory:
            yield from factory_top(table, player)
        elif player.section == "move":
            yield from move(table, player)
        elif player.section == "bolster":
            yield from bolster(table, player)
        elif player.section == "trade":
            yield from trade(table, player)
        else:
            yield from produce_top(table, player)

    if factory:
        if (yield from windowed(table, player, "bottom action", ["take", "done"])) == "take":
            yield from move_and_after(table, units=1, steps=int(tracks()["factory_move_steps"]))
    else:
        bottom = str(player.columns[player.section]["bottom"])
        payable = can_pay_bottom(table, player, bottom)
        answers = ["take", "done"] if payable else ["done"]
        if (yield from windowed(table, player, "bottom action", answers)) == "take":
            yield from bottom_action(table, player, bottom)

    yield from windowed(table, player, "end of turn", ["done"])


def windowed(table: Table, player: Player, decision: str, answers: list[str]) -> Choosing:
    """A decision with which objectives may be revealed (T1, T3, T4); skipped when it could only say done."""
    while True:
        cards = revealable(table, player, end_of_turn=decision == "end of turn")
        if not cards and answers == ["done"]:
            return "done"
        answer = yield from ask(player.seat, decision, [*cards, *answers])
        if not answer.startswith("reveal "):
            return answer
        reveal(table, player, int(answer.removeprefix("reveal ")))


def sections(table: Table, player: Player) -> list[str]:
    """The sections that may be chosen (R17, R22-R24)."""
    found = [*TOPS, "factory"] if player.factory_card is not None else [*TOPS]
    if player.section is None:
        return found
    relentless = player.faction == "rusviet" and (player.section != "factory" or table.options.relentless_factory)
    return [name for name in found if relentless or name != player.section]


# -- top actions of the mat --------------------------------------------------------------------------------------------


def produce_cost(player: Player) -> dict[str, int]:
    """The exposed costs of Produce (R69)."""
    costs: dict[str, int] = tracks()["produce_costs"]
    return {good: int(player.workers_out >= workers) for good, workers in costs.items()}


def can_pay_top(player: Player, top: str) -> bool:
    """Whether the cost of a top action can be paid."""
    if top == "produce":
        cost = produce_cost(player)
        return (
            player.power >= cost["power"] and player.popularity >= cost["popularity"] and player.coins >= cost["coins"]
        )
    return player.coins >= int(tracks()["top_costs"][top])


def benefit(player: Player, cube: str) -> int:
    """The number of an upgradable benefit."""
    row = next(row for row in tracks()["top_benefits"] if row["name"] == cube.replace(" ", "_"))
    return int(row["upgraded"] if cube in player.cubes else row["value"])


def bolster(table: Table, player: Player) -> Deciding:
    """Bolster (R61, R62)."""
    answer = yield from ask(player.seat, "bolster", ["power", "combat cards"])
    player.coins -= tracks()["top_costs"]["bolster"]
    cube = "bolster power" if answer == "power" else "bolster cards"
    yield from table.gain(player, answer, benefit(player, cube))
    yield from structure_bonus(table, player, "monument")
    table.stars_step(player)


def trade(table: Table, player: Player) -> Deciding:
    """Trade (R63-R66)."""
    places = table.with_worker(player)
    answer = yield from ask(player.seat, "trade", ["popularity", "resources"] if places else ["popularity"])
    player.coins -= tracks()["top_costs"]["trade"]
    if answer == "popularity":
        yield from table.gain(player, "popularity", benefit(player, "trade popularity"))
    else:
        place = yield from ask(player.seat, "tokens to", places)
        yield from free_tokens(table, player, place, tracks()["trade_resources"])
    yield from structure_bonus(table, player, "armory")
    table.stars_step(player)


def structure_bonus(table: Table, player: Player, structure: str) -> Deciding:
    """The bonus of the Monument or the Armory."""
    if table.structure_works(player, structure):
        good, number = bonus_of(tracks()["structure_bonuses"][structure])
        yield from table.gain(player, good, number)


def produce_top(table: Table, player: Player) -> Deciding:
    """Produce of the mat: all exposed costs, then the territories (R68)."""
    cost = produce_cost(player)
    player.power -= cost["power"]
    player.popularity -= cost["popularity"]
    player.coins -= cost["coins"]
    yield from produce(table, player, benefit(player, "produce territories"), mill=True)
    table.stars_step(player)


def move(table: Table, player: Player) -> Deciding:
    """Move of the mat: coins, or units (R27, R28)."""
    if (yield from ask(player.seat, "move", ["coins", "units"])) == "coins":
        yield from table.gain(player, "coins", benefit(player, "move coins"))
        return
    yield from move_and_after(table, units=benefit(player, "move units"), steps=1)


def move_and_after(table: Table, units: int, steps: int) -> Deciding:
    """The moves, then combats, encounter, Factory choice, flags and traps that had to wait (R60)."""
    player = table.player
    yield from move_units(table, units, steps)
    yield from combats(table)
    if table.turn.encounter is not None and player.character == table.turn.encounter:
        yield from encounter(table, player)
    if player.character == table.board.factory and player.factory_card is None and table.factory_cards:
        cards = [f"factory card {number}" for number in sorted(table.factory_cards)]
        answer = yield from ask(player.seat, "factory choice", cards)
        player.factory_card = int(answer.removeprefix("factory card "))
        table.factory_cards.discard(player.factory_card)
    for unit in ["character", *player.mechs]:
        yield from faction_choices(table, player, unit)


def encounter(table: Table, player: Player) -> Deciding:
    """EN1 to EN5."""
    table.encounters.discard(player.character)
    card = table.draw_encounter()
    taken: list[str] = []
    while True:
        open_options = [
            letter
            for letter, option in encounters()[card].items()
            if letter not in taken
            and all(getattr(player, good) >= number for good, number in option["pay"].items())
            and ("build" not in option["gain"] or may_build_on(table, player.character))
        ]
        if taken and not open_options:
            break
        answers = [f"option {letter}" for letter in open_options]
        answer = yield from ask(player.seat, "encounter", [*answers, "done"] if taken else answers)
        if answer == "done":
            break
        option = encounters()[card][answer.removeprefix("option ")]
        player.coins -= option["pay"].get("coins", 0)
        player.popularity -= option["pay"].get("popularity", 0)
        yield from encounter_gains(table, player, option["gain"])
        table.stars_step(player)
        taken.append(answer.removeprefix("option "))
        if player.faction != "polania" or len(taken) == 2:
            break
    table.encounter_card = None


# -- Factory card ------------------------------------------------------------------------------------------------------


def can_pay_factory(table: Table, player: Player) -> bool:
    """Whether the cost of the own Factory card can be paid."""
    assert player.factory_card is not None
    for kind, number in factory_cards()[player.factory_card]["pay"].items():
        if kind in ("any", "different"):
            payable = can_pay_tokens(table, player, kind, number, coerce=may_coerce(table, player))
        elif kind == "combat_cards":
            payable = player.cards >= number
        else:
            payable = getattr(player, kind) >= number
        if not payable:
            return False
    return True


def factory_top(table: Table, player: Player) -> Deciding:
    """FA1 to FA3."""
    assert player.factory_card is not None
    card = factory_cards()[player.factory_card]
    for kind, number in card["pay"].items():
        if kind in ("any", "different"):
            yield from pay_tokens(table, player, kind, number)
        elif kind == "combat_cards":
            for _ in range(number):
                answer = yield from ask(player.seat, "pay card", hand_options(player.hand))
                table.spend_card(player, int(answer.removeprefix("card ")))
        else:
            setattr(player, kind, getattr(player, kind) - number)
    gains = card["gain"]
    if card["take"] == "one":
        answer = yield from ask(player.seat, "factory gain", map(good_name, gains))
        gains = {name: number for name, number in gains.items() if good_name(name) == answer}
    yield from factory_gains(table, player, gains)
    table.stars_step(player)


# -- bottom action -----------------------------------------------------------------------------------------------------


def bottom_cost(player: Player, bottom: str) -> int:
    """The tokens that a bottom action costs now (R20, R86)."""
    return int(player.column_of_bottom(bottom)["cost"]) - player.boxes[bottom]


def can_pay_bottom(table: Table, player: Player, bottom: str) -> bool:
    """Whether the tokens for a bottom action are there, Coercion counted."""
    coerce = may_coerce(table, player)
    return can_pay_tokens(table, player, BOTTOM_RESOURCE[bottom], bottom_cost(player, bottom), coerce)


def bottom_action(table: Table, player: Player, bottom: str) -> Deciding:
    """BA1 to BA7."""
    yield from pay_tokens(table, player, BOTTOM_RESOURCE[bottom], bottom_cost(player, bottom))
    yield from table.gain(player, "coins", int(player.column_of_bottom(bottom)["coins"]))
    yield from {"upgrade": upgrade, "deploy": deploy, "build": build, "enlist": enlist}[bottom](table, player)
    good, number = bonus_of(tracks()["recruit_bonuses"][bottom])
    for receiver in [player, *table.neighbours(player)]:
        new = receiver is player and bottom in table.turn.new_recruits
        if bottom in receiver.recruits and not new:
            yield from table.gain(receiver, good, number)
    table.stars_step(player)
    for other in table.others(player):
        table.place_stars(other, ["popularity", "power"])
        table.end_if_six()
