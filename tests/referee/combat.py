"""Combats (chapter H, sequence 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator

from .automa_deck import Pledge, automa_pledge
from .components import tracks
from .gains import left_behind
from .table import Ask, Automa, AutomaDeck, Deciding, Player, Table, ask, ask_number, hand_options

Pledging = Generator[Ask, str, Pledge]


def combats(table: Table) -> Deciding:
    """CO0 to CO9: one combat after another, in the attacker's order."""
    while table.turn.combats:
        due = [place for place in table.board.hexes if place in table.turn.combats]
        place = due[0]
        if len(due) > 1:
            place = yield from ask(table.active, "combat", due)
        yield from combat(table, place)
        table.end_if_six()


def combat(table: Table, place: str) -> Deciding:
    """One combat. An Automa decides nothing: its card comes when the humans have chosen (A61, A62)."""
    attacker = table.player
    defender = table.enemy_fighters_at(attacker, place)
    assert defender is not None
    yield from abilities(table, place, attacker, defender, attacking=True)
    yield from abilities(table, place, defender, attacker, attacking=False)
    sides = (attacker, defender)
    pledged: dict[int, Pledge] = {}
    for player in sides:
        if not isinstance(player, Automa):
            pledged[player.seat] = yield from pledge(table, place, player)
    opened: list[tuple[AutomaDeck, int]] = []  # Automa cards
    for player in sides:
        if isinstance(player, Automa):
            pledged[player.seat] = automa_pledge(table, place, player, opened)
    totals = []
    for player in sides:
        dial, cards = pledged[player.seat]
        player.power -= dial
        for value in cards:
            table.spend_card(player, value)
        totals.append(dial + sum(cards))
    attacker_won = totals[0] >= totals[1]
    winner, loser = (attacker, defender) if attacker_won else (defender, attacker)
    revealed = totals[1] if attacker_won else totals[0]

    driven = loser.workers[place]
    yield from retreat(table, place, loser)
    if attacker_won and not isinstance(attacker, Automa):
        if not attacker.has("camaraderie"):
            attacker.popularity = max(0, attacker.popularity - driven)
        if driven:
            table.turn.drove_off = True
        if isinstance(loser, Automa):
            yield from left_behind(table, attacker, loser, place)
    if revealed >= 1:
        yield from table.gain(loser, "combat cards", 1)
    unlimited = winner.faction == "saxony" and not isinstance(winner, Automa)
    if unlimited or winner.stars["combat_wins"] < tracks()["star_goals"]["combat_wins"]:
        table.place_star(winner, "combat_wins")
    table.turn.combats.discard(place)


def abilities(table: Table, place: str, player: Player, opponent: Player, attacking: bool) -> Deciding:
    """CO2, CO3: the abilities that a side uses before the dials (R119, R120)."""

    def wanted() -> Generator[Ask, str, bool]:
        if not table.options.decline_gains:
            return True
        return (yield from ask(player.seat, "combat ability", ["take", "done"])) == "take"

    if (
        player.has("artillery")
        and player.power >= 1
        and (yield from ask(player.seat, "combat ability", ["take", "done"])) == "take"
    ):
        player.power -= 1
        opponent.power = max(0, opponent.power - 2)
    if player.has("disarm") and table.is_tunnel_for(player, place):
        opponent.power = max(0, opponent.power - 2)
    if player.has("sword") and attacking:
        opponent.power = max(0, opponent.power - 2)
    shield = player.has("shield") and not attacking
    ronin = player.has("ronin") and player.fighters_at(place) == 1 and not player.workers[place]
    if (shield or ronin) and (yield from wanted()):
        player.power = min(tracks()["power_max"], player.power + 2)
        table.place_stars(player, ["power"])
    if player.has("scout") and opponent.cards and (yield from wanted()):
        table.steal_random_card(player, opponent)


def pledge(table: Table, place: str, player: Player) -> Pledging:
    """CO4, CO5: the dial and the cards of a side; they leave track and hand at the reveal."""
    dial = yield from ask_number(player.seat, "dial", min(tracks()["dial_max"], player.power))
    limit = player.fighters_at(place)
    limit += player.has("peoples_army") and player.workers[place] >= 1
    limit += player.has("suiton") and table.board.is_lake(place)
    cards: list[int] = []
    while len(cards) < limit and player.hand - Counter(cards):
        answer = yield from ask(player.seat, "combat card", [*hand_options(player.hand - Counter(cards)), "done"])
        if answer == "done":
            break
        cards.append(int(answer.removeprefix("card ")))
    return dial, cards


def retreat(table: Table, place: str, loser: Player) -> Deciding:
    """CO7: the loser's units leave; Seaworthy allows lakes (R204, R205)."""
    if loser.has("seaworthy"):
        lakes = [lake for lake in table.board.beside(place) if free_lake(table, loser, lake)]
        mech_lakes: list[str] = []
        if lakes:
            fighters = ["character"] if loser.character == place else []
            for unit in [*fighters, *loser.mechs_at(place)]:
                to = yield from ask(loser.seat, "retreat unit", [loser.base, *lakes])
                if unit == "character":
                    loser.character = to
                else:
                    loser.mechs[unit] = to
                    if to in lakes:
                        mech_lakes.append(to)
        while loser.workers[place] and mech_lakes:
            to = yield from ask(loser.seat, "retreat worker", [loser.base, *mech_lakes])
            loser.move_worker(place, to)
    table.send_home(loser, place)


def free_lake(table: Table, loser: Player, lake: str) -> bool:
    """Whether the loser may retreat to a lake (Q 129)."""
    if not table.board.is_lake(lake) or table.enemies_at(loser, lake):
        return False
    return lake not in table.armed or loser.faction == "togawa"
