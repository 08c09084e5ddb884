"""Paying, and what actions and cards give: tokens, upgrades, mechs, structures, recruits (chapters D to G)."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from .adapter import LEFT_BEHIND_DECISION
from .components import (
    BOTTOMS,
    CUBES,
    GOODS,
    RESOURCES,
    STRUCTURES,
    TERRAIN_YIELD,
    automa_cards,
    good_name,
    tracks,
)
from .table import Ask, Automa, Deciding, Player, RefereeError, Table, ask, ask_number, hand_options

# -- paying ------------------------------------------------------------------------------------------------------------


def may_coerce(table: Table, player: Player) -> bool:
    """Whether Coercion can stand for a token now (R111)."""
    return player.faction == "crimea" and not table.turn.coerced and player.cards > 0


def can_pay_tokens(table: Table, player: Player, kind: str, number: int, coerce: bool) -> bool:
    """Whether tokens are enough: of a type, of "any" types or of "different" ones."""
    number -= coerce
    if kind == "any":
        return sum(sum(table.tokens_of(player, resource).values()) for resource in RESOURCES) >= number
    if kind == "different":
        return sum(bool(table.tokens_of(player, resource)) for resource in RESOURCES) >= number
    return sum(table.tokens_of(player, kind).values()) >= number


def pay_tokens(table: Table, player: Player, kind: str, number: int) -> Deciding:
    """BA2, BA3: pay tokens, token by token (R106, R111)."""
    if number and may_coerce(table, player):
        options = hand_options(player.hand)
        if can_pay_tokens(table, player, kind, number, coerce=False):
            options.append("done")
        answer = yield from ask(player.seat, "coerce", options)
        if answer != "done":
            table.turn.coerced = True
            table.spend_card(player, int(answer.removeprefix("card ")))
            number -= 1
    used: set[str] = set()
    for left in range(number, 0, -1):
        if kind in RESOURCES:
            yield from pay_token(table, player, kind, left)
            continue
        types = [resource for resource in RESOURCES if table.tokens_of(player, resource) and resource not in used]
        resource = yield from ask(player.seat, "pay type", types)
        if kind == "different":
            used.add(resource)
        yield from pay_token(table, player, resource, 1)


def pay_token(table: Table, player: Player, resource: str, left: int) -> Deciding:
    """One token of a type; asked only where the ways differ (Q 106)."""
    places = table.tokens_of(player, resource)
    place = next(iter(places))
    if len(places) > 1 and sum(places.values()) > left:
        place = yield from ask(player.seat, "pay from", places)
    table.tokens[place][resource] -= 1


# -- tokens and workers ------------------------------------------------------------------------------------------------


def free_tokens(table: Table, player: Player, place: str, number: int) -> Deciding:
    """Tokens of free choice, type by type, with leave to stop."""
    for _ in range(number):
        answer = yield from ask(player.seat, "token", [*RESOURCES, "done"])
        if answer == "done":
            return
        table.tokens[place][answer] += 1


def left_behind(table: Table, taker: Player, automa: Automa, place: str) -> Deciding:
    """The tokens that a human puts on a territory taken from an Automa: the resource box of its card in use (A72, A73,
    A106).
    """
    if automa.deck.in_use is None:
        return
    kind = TERRAIN_YIELD.get(table.board.terrain(place))
    for _ in range(automa_cards()[automa.deck.in_use]["resources"]):
        resource = kind if kind in RESOURCES else (yield from ask(taker.seat, LEFT_BEHIND_DECISION, RESOURCES))
        table.tokens[place][resource] += 1


def new_worker(player: Player, place: str) -> None:
    """A worker from the mat."""
    if not player.workers_left:
        raise RefereeError(f"{player.faction} has no worker left")
    player.workers_left -= 1
    player.workers[place] += 1


def produce(table: Table, player: Player, limit: int, mill: bool) -> Deciding:
    """PR1 to PR3 after the payment: territories one by one, each with a number of pieces (R68-R82)."""
    producers = {
        place: player.workers[place]
        for place in table.controlled(player)
        if table.board.terrain(place) in TERRAIN_YIELD
    }
    mill_place = None
    if mill and table.structure_works(player, "mill") and player.structures["mill"] in producers:
        mill_place = player.structures["mill"]
        producers[mill_place] += 1

    def open_places() -> list[str]:
        return [
            place
            for place, number in producers.items()
            if number
            and (limit or place == mill_place)
            and (table.board.terrain(place) != "village" or player.workers_left)
        ]

    while places := open_places():
        place = yield from ask(player.seat, "produce on", [*places, "done"])
        if place == "done":
            return
        made = TERRAIN_YIELD[table.board.terrain(place)]
        most = producers.pop(place)
        if made == "worker":
            most = min(most, player.workers_left)
        number = yield from ask_number(player.seat, "produce number", most)
        if made == "worker":
            for _ in range(number):
                new_worker(player, place)
        else:
            table.tokens[place][made] += number
        if place != mill_place:
            limit -= 1


# -- upgrade, deploy, build, enlist ------------------------------------------------------------------------------------


def upgrade(table: Table, player: Player) -> Deciding:
    """A cube from a top action to a cost (R86)."""
    left = [cube for cube in CUBES if cube not in player.cubes]
    if not left:
        return
    cube = yield from ask(player.seat, "upgrade cube", [*left, "done"])
    if cube == "done":
        return
    boxes = [bottom for bottom in BOTTOMS if player.boxes[bottom] < int(player.column_of_bottom(bottom)["coverable"])]
    box = yield from ask(player.seat, "upgrade box", boxes)
    player.cubes.add(cube)
    player.boxes[box] += 1


def deploy(table: Table, player: Player, here: str | None = None) -> Deciding:
    """A mech, onto a given place or a controlled territory with an own worker (R89)."""
    places = [here] if here else [place for place in table.with_worker(player) if not table.board.is_lake(place)]
    left = {mech.replace("_", " "): mech for mech, where in player.mechs.items() if where is None}
    if not left or not places:
        return
    answer = yield from ask(player.seat, "deploy mech", [*left, "done"])
    if answer == "done":
        return
    player.mechs[left[answer]] = here or (yield from ask(player.seat, "deploy to", places))


def may_build_on(table: Table, place: str) -> bool:
    """Whether a structure can stand in a territory (R91)."""
    return not table.board.is_lake(place) and table.builder_at(place) is None


def build(table: Table, player: Player, here: str | None = None) -> Deciding:
    """A structure, onto a given place or a controlled territory with an own worker (R91)."""
    candidates: Iterable[str] = [here] if here else table.with_worker(player)
    places = [place for place in candidates if may_build_on(table, place)]
    left = [structure for structure in STRUCTURES if player.structures[structure] is None]
    if not left or not places:
        return
    structure = yield from ask(player.seat, "build structure", [*left, "done"])
    if structure == "done":
        return
    player.structures[structure] = here or (yield from ask(player.seat, "build on", places))
    table.turn.new_structures.add(structure)


def enlist(table: Table, player: Player) -> Deciding:
    """A recruit and a one-time bonus (R96)."""
    left = [bottom for bottom in BOTTOMS if bottom not in player.recruits]
    if not left:
        return
    recruit = yield from ask(player.seat, "enlist recruit", [*left, "done"])
    if recruit == "done":
        return
    bonus = yield from ask(player.seat, "enlist bonus", [good for good in GOODS if good not in player.one_time])
    player.recruits.add(recruit)
    table.turn.new_recruits.add(recruit)
    player.one_time.add(bonus)
    yield from table.gain(player, bonus, int(tracks()["one_time_bonuses"][bonus.replace(" ", "_")]))


def bonus_of(entry: dict[str, int]) -> tuple[str, int]:
    """The single good of a bonus in the data."""
    ((name, number),) = entry.items()
    return good_name(name), number


# -- what cards give, in the order in which it is taken ----------------------------------------------------------------

Gaining = Generator[Ask, str, None]


def gain_goods(table: Table, player: Player, gains: dict[str, int]) -> Gaining:
    """The four goods of a card, in the order power, coins, popularity, combat cards."""
    for good in GOODS:
        yield from table.gain(player, good, gains.get(good.replace(" ", "_"), 0))


def encounter_gains(table: Table, player: Player, gains: dict[str, int]) -> Gaining:
    """EN3: the gains of an option, on the character's territory (R147)."""
    here = player.character
    if "look" in gains and table.others(player):
        seen = yield from ask(player.seat, "look", [other.faction for other in table.others(player)])
        table.look_at_hand(player, next(other for other in table.others(player) if other.faction == seen))
    yield from gain_goods(table, player, gains)
    for resource in RESOURCES:
        if resource in gains:
            table.tokens[here][resource] += yield from ask_number(player.seat, "printed tokens", gains[resource])
    yield from free_tokens(table, player, here, gains.get("any", 0))
    if (
        "worker" in gains
        and player.workers_left
        and (yield from ask(player.seat, "worker", ["take", "done"])) == "take"
    ):
        new_worker(player, here)
    if "upgrade" in gains:
        yield from upgrade(table, player)
    if "deploy" in gains:
        yield from deploy(table, player, here)
    if "build" in gains:
        yield from build(table, player, here)
    if "enlist" in gains:
        yield from enlist(table, player)
    if "relocate" in gains:
        yield from relocate(table, player, here)


def relocate(table: Table, player: Player, here: str) -> Gaining:
    """Promo card 42: own units to one empty land territory beside (Q 155)."""
    places = [
        place
        for place in table.board.beside(here)
        if not table.board.is_lake(place)
        and not any(someone.units_at(place) for someone in table.players)
        and table.builder_at(place) is None
        and place not in table.faction_tokens
    ]
    if not places:
        return
    to = yield from ask(player.seat, "relocate to", [*places, "done"])
    if to == "done":
        return
    going = 0
    if player.character == here and (yield from ask_number(player.seat, "relocate number", 1)):
        player.character = to
        going += 1
    mechs = player.mechs_at(here)
    if mechs:
        number = yield from ask_number(player.seat, "relocate number", len(mechs))
        for mech in mechs[:number]:
            player.mechs[mech] = to
        going += number
    workers = player.workers[here]
    if workers:
        number = yield from ask_number(player.seat, "relocate number", workers)
        player.move_worker(here, to, number)
        going += number
    if not going:
        return
    for resource in RESOURCES:
        present = table.tokens[here][resource]
        if present:
            number = yield from ask_number(player.seat, "relocate number", min(16, present))
            table.tokens[here][resource] -= number
            table.tokens[to][resource] += number


def factory_gains(table: Table, player: Player, gains: dict[str, int]) -> Gaining:
    """FA3: the gains of a Factory card; places as on the mat (Q 161)."""
    yield from gain_goods(table, player, gains)
    if "any" in gains and (places := table.with_worker(player)):
        place = yield from ask(player.seat, "tokens to", [*places, "done"])
        if place != "done":
            yield from free_tokens(table, player, place, gains["any"])
    if "worker" in gains and player.workers_left:
        places = [place for place in table.controlled(player) if player.mechs_at(place)]
        if places:
            place = yield from ask(player.seat, "worker to", [*places, "done"])
            if place != "done":
                new_worker(player, place)
    if "upgrade" in gains:
        yield from upgrade(table, player)
    if "deploy" in gains:
        yield from deploy(table, player)
    if "build" in gains:
        yield from build(table, player)
    if "enlist" in gains:
        yield from enlist(table, player)
    if "produce" in gains:
        yield from produce(table, player, gains["produce"], mill=False)
