"""A table for rule tests: a situation from a short document, decisions as texts, results by name.

    table = Table(seat("saxony", character="F2", mechs={"speed": "F2"}), seat("nordic", workers={"F3": 2}))
    table.start("move").play("units").move("mech F2", "F3")
    assert table["nordic"].workers == {"nordic base": 2}

The keys of a seat and of the table are those of ``docs/notation.md``. The first seat begins its turn unless ``active``
names another one; forced decisions are asked, and nobody has an objective that is easily completed. ``encounter_deck``
names the only cards left, so that it is certain which one is drawn.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from scythe_env.scythe import engine, steps
from scythe_env.scythe.actions import CUBES, GOODS, NUM_ACTIONS, PLACES, SECTIONS, action_text, parse_action
from scythe_env.scythe.components import (
    AUTOMA_ACTS,
    BOTTOM_ACTIONS,
    FACTIONS,
    HEX_NAMES,
    MATS,
    RESOURCES,
    STAR_GOALS,
    STRUCTURES,
    load_components,
)
from scythe_env.scythe.constants import RUNNING
from scythe_env.scythe.notation import from_json, to_json

CARGO = ("workers", "walked workers", *RESOURCES)
SCORE_PARTS = ("coins", "stars", "territories", "resources", "structures", "meander", "total", "rank")
QUIET_OBJECTIVES = (23, 9, 18, 20, 21, 19, 12, 2, 7, 22, 1, 3, 4, 10)
"""Objectives that situations hardly complete by accident, two for each of seven players."""


def seat(faction: str, mat: str | None = None, **keys: Any) -> dict[str, Any]:
    """A player of a document; without a mat it gets the lowest one that is free."""
    return {"faction": faction, "mat": mat, **keys}


def automa(faction: str, *deck: int, level: int = 2, space: int = 0, of: Mapping[str, Any] | None = None, **keys: Any):
    """An Automa of a document; ``deck`` names the cards in its deck, ``of`` what else it has of its own."""
    own = {"level": level, "space": space, **({"deck": list(deck)} if deck else {}), **(of or {})}
    return {"faction": faction, "automa": own, "combat_cards": {}, **keys}


def give_mats(players: Collection[dict[str, Any]]) -> None:
    """Give the players without a mat one, from the first mat up."""
    free = [mat for mat in MATS if mat not in {player["mat"] for player in players}]
    for player in players:
        player["mat"] = player["mat"] or free.pop(0)


def give_objectives(players: Collection[dict[str, Any]]) -> None:
    """Complete the objectives of the players to two each, by quiet ones."""
    wanted = {card for player in players for card in player.get("objectives", ())}
    free = [card for card in QUIET_OBJECTIVES if card not in wanted]
    for player in players:
        cards = list(player.get("objectives", ()))
        while len(cards) < 2:
            cards.append(free.pop(0))
        player["objectives"] = cards


def amounts(row: Any, names: Collection[str]) -> dict[str, int]:
    """The numbers of a row that are not zero, by name."""
    return {name: int(number) for name, number in zip(names, row, strict=True) if number}


def places(row: Any, names: Collection[str]) -> dict[str, str]:
    """The places of a row, by name."""
    return {name: PLACES[place] for name, place in zip(names, row, strict=True) if place >= 0}


class Side:
    """What a player has, by name."""

    def __init__(self, state: Any, number: int) -> None:
        data = load_components()
        self.faction = FACTIONS[state["faction"][number]]
        self.mat = None if state["mat"][number] < 0 else MATS[state["mat"][number]]
        self.power = int(state["power"][number])
        self.popularity = int(state["popularity"][number])
        self.coins = int(state["coins"][number])
        self.hand = amounts(state["cards"][number], "2345")
        self.cards = sum(self.hand.values())
        self.character = None if state["character"][number] < 0 else PLACES[state["character"][number]]
        self.workers = amounts(state["workers"][number], PLACES)
        self.workers_left = int(state["workers_left"][number])
        self.mechs = places(state["mechs"][number], data.factions[state["faction"][number]].mechs)
        self.structures = places(state["structures"][number], STRUCTURES)
        self.recruits = {name for name, mark in zip(BOTTOM_ACTIONS, state["recruits"][number], strict=True) if mark}
        self.bonuses = {name for name, mark in zip(GOODS, state["one_time"][number], strict=True) if mark}
        self.benefits = {name for name, mark in zip(CUBES, state["cubes"][number], strict=True) if mark}
        self.boxes = amounts(state["boxes"][number], BOTTOM_ACTIONS)
        self.stars = amounts(state["stars"][number], STAR_GOALS)
        self.factory_card = int(state["factory_card"][number]) + 1 or None
        self.section = None if state["section"][number] < 0 else SECTIONS[state["section"][number]]
        self.objectives = [
            int(card) + 1
            for card, mark in zip(state["objective"][number], state["objective_state"][number], strict=True)
            if mark == 0
        ]
        # of an Automa
        self.level, self.space = int(state["level"][number]), int(state["space"][number])
        self.card = int(state["automa_card"][state["pile"][number]]) + 1 or None
        self.deck = {card for card, mark in enumerate(state["automa_deck"][state["pile"][number]], 1) if mark}
        self.face_down = {card for card, mark in enumerate(state["face_down"][number], 1) if mark}
        _, act, _, origin, place = state["last"][number].tolist()
        self.last = None if act < 0 else (AUTOMA_ACTS[act], PLACES[origin], PLACES[place])


class Table:
    """A game under way."""

    def __init__(self, *players: dict[str, Any], active: str | None = None, **document: Any) -> None:
        given = copy.deepcopy(list(players))
        agents = [player for player in given if "automa" not in player]
        give_mats(agents)
        give_objectives(agents)
        turn = {"active": active or given[0]["faction"], **document.pop("turn", {})}
        options = {"play_forced": False, **document.pop("options", {})}
        stacked = document.pop("encounter_deck", None)
        self.states = from_json({"players": given, "turn": turn, "options": options, **document})
        if stacked is not None:  # fewer cards than encounter tokens, which a document may not have
            self.state["encounter_deck"][:] = 0
            self.state["encounter_deck"][[card - 1 for card in stacked]] = 1
        self.mask = np.zeros(NUM_ACTIONS, np.int8)
        self.kernel.resume(self.states, 0, self.mask)

    @property
    def state(self) -> Any:
        """The record."""
        return self.states[0]

    @property
    def kernel(self) -> Any:
        """What plays the game."""
        return engine.kernel_of(self.states)

    # -- what is on the table ------------------------------------------------------------------------------------------

    def __getitem__(self, faction: str) -> Side:
        """What the player with a faction has."""
        return Side(self.state, int(self.state["seat_of"][FACTIONS.index(faction)]))

    def tokens(self, place: str) -> dict[str, int]:
        """Resource tokens on a place."""
        return amounts(self.state["tokens"][PLACES.index(place)], RESOURCES)

    @property
    def all_tokens(self) -> dict[str, dict[str, int]]:
        """Resource tokens by place."""
        return {place: self.tokens(place) for place in PLACES if self.tokens(place)}

    @property
    def encounters(self) -> set[str]:
        """Territories with an encounter token."""
        return {name for name, mark in zip(HEX_NAMES, self.state["encounters"], strict=True) if mark}

    @property
    def flags(self) -> set[str]:
        """Territories with a flag."""
        return {name for name, token in zip(HEX_NAMES, self.state["faction_tokens"], strict=True) if token == 1}

    @property
    def traps(self) -> dict[str, str]:
        """Traps by territory: what they take, and whether they are armed."""
        marks = zip(HEX_NAMES, self.state["faction_tokens"], self.state["armed"], strict=True)
        return {
            name: f"{GOODS[token - 2]} {('disarmed', 'armed')[armed]}" for name, token, armed in marks if token >= 2
        }

    @property
    def deck(self) -> dict[str, int]:
        """The combat deck by value."""
        return amounts(self.state["deck"], "2345")

    @property
    def discard(self) -> dict[str, int]:
        """The discarded combat cards by value."""
        return amounts(self.state["discard"], "2345")

    @property
    def factory(self) -> set[int]:
        """Cards on the Factory."""
        return {number for number, mark in enumerate(self.state["factory_deck"], 1) if mark}

    # -- what is due ---------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.state["status"] != RUNNING)

    @property
    def decision(self) -> str | None:
        """The decision that is due."""
        return None if self.over else steps.DECISIONS[self.state["decision"]]

    @property
    def actor(self) -> str | None:
        """The faction that decides."""
        return None if self.over else FACTIONS[self.state["faction"][self.state["seat_to_act"]]]

    @property
    def active(self) -> str:
        """The faction whose turn it is."""
        return FACTIONS[self.state["faction"][self.state["active"]]]

    @property
    def legal(self) -> set[str]:
        """The legal actions, as texts; each is marked by a one."""
        assert self.mask.max() <= 1
        return {self._text(action) for action in np.flatnonzero(self.mask)}

    def _text(self, action: int) -> str:
        faction = int(self.state["faction"][self.state["seat_to_act"]])
        return action_text(int(action), int(self.state["decision"]), faction)

    # -- playing -------------------------------------------------------------------------------------------------------

    def play(self, *texts: str) -> Table:
        """Play decisions; each must be legal."""
        for text in texts:
            assert not self.over, f"the game is over, {text!r} cannot be played"
            assert text in self.legal, f"{text!r} is not legal in {self.decision!r}: {sorted(self.legal)}"
            faction = int(self.state["faction"][self.state["seat_to_act"]])
            self.kernel.apply(self.states, 0, parse_action(text, int(self.state["decision"]), faction), self.mask)
        if self.over:  # all open steps lapse (R185)
            assert not {"move", "produce", "encounter"} & to_json(self.states)["in_progress"].keys()
        return self

    def copy(self) -> Table:
        """The same game once more."""
        other = copy.copy(self)
        other.states, other.mask = self.states.copy(), self.mask.copy()
        return other

    def start(self, section: str) -> Table:
        """Choose a section and take its top action."""
        return self.play(f"section {section}", "take")

    def bottom(self, section: str) -> Table:
        """Choose a section, skip its top action and take its bottom action."""
        self.play(f"section {section}")
        if self.decision == "top action":
            self.play("done")
        return self.play("take")

    def move(self, unit: str, *path: str, take: Mapping[str, int] | None = None) -> Table:
        """Move a unit along a path; ``take`` says what goes along in each step, the rest stays where it may."""
        self.play(unit)
        for number, place in enumerate(path):
            if number:
                self.play("take")
            self.load(take)
            self.play(place)
        if self.decision == "onward":
            self.play("done")
        return self

    def load(self, take: Mapping[str, int] | None = None) -> Table:
        """Answer what goes along."""
        while self.decision == "cargo":
            kind = CARGO[self.state["step_a"][self.state["depth"] - 1]]
            self.play(str((take or {}).get(kind, 0)))
        return self

    def units(self) -> Table:
        """Choose to move units."""
        return self.start("move").play("units")

    def reach(self, unit: str) -> set[str]:
        """Where a unit may go with its first step of a Move action."""
        other = self.copy()
        if other.decision == "section":
            other.units()
        return other.play(unit).load().legal

    def end_turn(self) -> Table:
        """Pass until the next player's turn."""
        active = self.active
        while not self.over and self.active == active:
            self.play("done")
        return self

    def fight(self, attack: tuple[str, ...], defence: tuple[str, ...]) -> Table:
        """Play the secret choices of a combat, the dial and then the cards of each side: ``("3", "card 5")``."""
        for choice in (attack, defence):
            self.play(*choice)
            if self.decision == "combat card":
                self.play("done")
        return self

    def scores(self) -> dict[str, dict[str, int]]:
        """Score parts by faction, as if the game ended now."""
        out = np.zeros((7, len(SCORE_PARTS)), np.int32)
        self.kernel.score(self.states, 0, out)
        return {
            FACTIONS[self.state["faction"][number]]: dict(zip(SCORE_PARTS, map(int, out[number]), strict=True))
            for number in range(self.state["players"])
        }


def fighter(faction: str, **keys) -> dict:
    """A seat without cards, workers at its base."""
    return seat(faction, **{"power": 7, "combat_cards": {}, "workers": {"base": 2}} | keys)
