"""The referee: a game of Scythe that is told the decisions and what chance did, and says what is legal."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from .components import CARD_VALUES, RESOURCES, STAR_KINDS
from .scoring import scores
from .table import Ask, Config, Deal, Player, RefereeError, Table
from .turn import game


@dataclass
class Chance:
    """What another engine drew in answer to a decision: the cards as they lie afterwards, and the encounter card."""

    hands: list[dict[int, int]]
    deck: dict[int, int]
    discard: dict[int, int]
    encounter_card: int | None = None


class Referee:
    """One game. Without :class:`Chance` it draws cards by itself."""

    def __init__(self, config: Config, deal: Deal, seed: int = 0) -> None:
        """Set up a game and stop at the first decision."""
        self.table = Table(config, deal, seed)
        self._start()

    def _start(self) -> None:
        self._game = game(self.table)
        self._due: Ask | None = next(self._game)

    def restart_turn(self, seat: int | None = None) -> None:
        """Begin the turn of a seat in the position that now lies on the table: for tests that arrange pieces."""
        if seat is not None:
            self.table.active = seat
        self.table.status = "running"
        self._start()

    def arrange(self, position: dict[str, Any]) -> None:
        """Lay out a position as :meth:`board` writes it, and begin the turn of its active seat."""
        table = self.table
        table.status, table.round, table.active = position["status"], position["round"], position["active"]
        for player, entry in zip(table.players, position["players"], strict=True):
            arrange_player(player, entry)
        table.tokens = {place: Counter(position["tokens"].get(place, {})) for place in table.board.places}
        table.encounters = set(position["encounters"])
        table.faction_tokens, table.armed = dict(position["faction tokens"]), set(position["armed"])
        table.factory_cards = set(position["factory cards"])
        table.deck, table.discard = Counter(position["deck"]), Counter(position["discard"])
        self._start()

    # -- what is due -------------------------------------------------------------------------------------------------
    @property
    def decision(self) -> str | None:
        """The name of the decision that is due, None when the game is over."""
        return None if self._due is None else self._due.decision

    @property
    def seat(self) -> int | None:
        """Whose decision it is."""
        return None if self._due is None else self._due.seat

    def legal(self) -> list[str]:
        """The texts of the legal actions."""
        return [] if self._due is None else list(self._due.options)

    def apply(self, text: str, chance: Chance | None = None) -> None:
        """Play an action.

        Raises:
            RefereeError: the action is not legal, or chance cannot have done what it is said to have done.
        """
        if self._due is None:
            raise RefereeError("the game is over")
        if text not in self._due.options:
            raise RefereeError(f"{text!r} is not legal in {self._due.decision!r}: {self.legal()}")
        table = self.table
        before = [Counter(player.hand) for player in table.players]
        deck, discard = Counter(table.deck), Counter(table.discard)
        table.forget_chance()
        if chance is not None:
            table.next_encounter = chance.encounter_card
        try:
            self._due = self._game.send(text)
        except StopIteration:
            self._due = None
        if chance is not None:
            self._adopt(chance, before, deck, discard)

    def _adopt(self, chance: Chance, before: list[Counter[int]], deck: Counter[int], discard: Counter[int]) -> None:
        """Check the numbers of cards against what was drawn, then take over their values."""
        table = self.table

        def complain(what: str, here: Counter[int], there: Counter[int]) -> None:
            raise RefereeError(f"cards of {what}: referee {dict(here)}, chance {dict(there)}")

        hands = [clean(hand) for hand in chance.hands]
        for player, hand in zip(table.players, hands, strict=True):
            known = before[player.seat] - table.spent_by.get(player.seat, Counter())
            luck = table.random_hands.get(player.seat, set())
            if (
                player.cards != hand.total()
                or (not luck and clean(player.hand) != hand)
                or (luck == {"gained"} and known - hand)
                or (luck == {"lost"} and hand - known)
            ):
                complain(player.faction, player.hand, hand)
        new_deck, new_discard = clean(chance.deck), clean(chance.discard)
        if table.deck.total() != new_deck.total() or (not table.reshuffled and new_deck - deck):
            complain("the deck", table.deck, new_deck)
        lost = any("lost" in luck for luck in table.random_hands.values())
        if (
            table.discard.total() != new_discard.total()
            or (not table.reshuffled and (discard + table.spent) - new_discard)
            or (not table.reshuffled and not lost and clean(table.discard) != new_discard)
        ):
            complain("the discard pile", table.discard, new_discard)
        if sum(hands, Counter()) + new_deck + new_discard != Counter({2: 16, 3: 12, 4: 8, 5: 6}):
            complain("the whole game", Counter(), sum(hands, Counter()) + new_deck + new_discard)
        for player, hand in zip(table.players, hands, strict=True):
            player.hand = hand
        table.deck, table.discard = new_deck, new_discard

    # -- the position ------------------------------------------------------------------------------------------------
    def board(self) -> dict[str, Any]:
        """The position as a plain dictionary: places and kinds with nothing on them are left out."""
        table = self.table
        return {
            "status": table.status,
            "round": table.round,
            "active": table.active,
            "players": [player_board(player) for player in table.players],
            "tokens": {
                place: {resource: tokens[resource] for resource in RESOURCES if tokens[resource]}
                for place, tokens in table.tokens.items()
                if tokens.total()
            },
            "encounters": sorted(table.encounters),
            "encounter card": table.encounter_card,
            "faction tokens": dict(sorted(table.faction_tokens.items())),
            "armed": sorted(table.armed),
            "factory cards": sorted(table.factory_cards),
            "deck": plain(table.deck),
            "discard": plain(table.discard),
            "combats due": sorted(table.turn.combats),
        }

    def scores(self) -> list[dict[str, int]]:
        """The score of every seat in parts, with total and rank, as the position stands."""
        return scores(self.table)


def clean(cards: dict[int, int]) -> Counter[int]:
    """Cards by value, without zeros."""
    return Counter({value: number for value, number in cards.items() if number})


def plain(cards: dict[int, int]) -> dict[int, int]:
    """Cards by value as a plain dictionary in order."""
    return {value: cards[value] for value in CARD_VALUES if cards.get(value)}


def player_board(player: Player) -> dict[str, Any]:
    """One player's side of the position."""
    return {
        "faction": player.faction,
        "mat": player.mat,
        "power": player.power,
        "popularity": player.popularity,
        "coins": player.coins,
        "cards": plain(player.hand),
        "objectives": dict(sorted(player.objectives.items())),
        "factory card": player.factory_card,
        "section": player.section,
        "cubes": sorted(player.cubes),
        "boxes": dict(player.boxes),
        "recruits": sorted(player.recruits),
        "one time": sorted(player.one_time),
        "stars": {kind: player.stars[kind] for kind in STAR_KINDS if player.stars[kind]},
        "workers left": player.workers_left,
        "workers": {place: number for place, number in sorted(player.workers.items()) if number},
        "character": player.character,
        "mechs": {mech: place for mech, place in player.mechs.items() if place is not None},
        "structures": {structure: place for structure, place in player.structures.items() if place is not None},
    }


def arrange_player(player: Player, entry: dict[str, Any]) -> None:
    """Lay out one player's side of a position."""
    player.power, player.popularity, player.coins = entry["power"], entry["popularity"], entry["coins"]
    player.hand = Counter(entry["cards"])
    player.objectives = dict(entry["objectives"])
    player.factory_card, player.section = entry["factory card"], entry["section"]
    player.cubes, player.boxes = set(entry["cubes"]), dict(entry["boxes"])
    player.recruits, player.one_time = set(entry["recruits"]), set(entry["one time"])
    player.stars = Counter(entry["stars"])
    player.workers_left, player.workers = entry["workers left"], Counter(entry["workers"])
    player.character = entry["character"]
    player.mechs = {mech: entry["mechs"].get(mech) for mech in player.mechs}
    player.structures = {structure: entry["structures"].get(structure) for structure in player.structures}
