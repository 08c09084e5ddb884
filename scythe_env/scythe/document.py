"""The shape of a document of :mod:`scythe_env.scythe.notation`: keys, types and names, checked by pydantic.

Names are read as the indices that the record uses; the rules are no matter of this module. It is imported only when a
document is read, as pydantic takes a while to load.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainValidator, ValidationError, model_validator

from .components import BOTTOM_ACTIONS, FACTIONS, HEX_NAMES, MATS, RESOURCES, STAR_GOALS, STRUCTURES, TILE_KINDS
from .constants import NUM_ENCOUNTERS, NUM_FACTORY_CARDS, NUM_OBJECTIVES
from .names import CARD_VALUES, CUBES, GOODS, LETTERS, PLACES, SECTIONS, SIDES, STATUSES
from .notation import FORMAT
from .state import STACK_SIZE


def reader(kind: str, names: Sequence[str]) -> Callable[[object], int]:
    """A function that reads a name as its index in ``names``."""
    indices = {name: index for index, name in enumerate(names)}

    def read(value: object) -> int:
        index = indices.get(value) if isinstance(value, str) else None
        if index is None:
            raise ValueError(f"{value!r} is no {kind}; allowed are {', '.join(names)}")
        return index

    return read


def _no_repeats(values: list[int]) -> list[int]:
    if len(set(values)) < len(values):
        raise ValueError("an entry occurs twice")
    return values


FactionName = Annotated[int, PlainValidator(reader("faction", FACTIONS))]
MatName = Annotated[int, PlainValidator(reader("player mat", MATS))]
HexName = Annotated[int, PlainValidator(reader("hex", HEX_NAMES))]
PlaceName = Annotated[int, PlainValidator(reader("place", PLACES))]
OwnPlace = Annotated[int, PlainValidator(reader("place", (*PLACES, "base")))]
ResourceName = Annotated[int, PlainValidator(reader("resource", RESOURCES))]
CardValue = Annotated[int, PlainValidator(reader("combat card value", CARD_VALUES))]
SectionName = Annotated[int, PlainValidator(reader("section", SECTIONS))]
CubeName = Annotated[int, PlainValidator(reader("upgradable benefit", CUBES))]
BottomName = Annotated[int, PlainValidator(reader("bottom action", BOTTOM_ACTIONS))]
GoodName = Annotated[int, PlainValidator(reader("good", GOODS))]
StructureName = Annotated[int, PlainValidator(reader("structure", STRUCTURES))]
StarName = Annotated[int, PlainValidator(reader("kind of star", STAR_GOALS))]
TileName = Annotated[int, PlainValidator(reader("structure bonus tile", TILE_KINDS))]
StatusName = Annotated[int, PlainValidator(reader("status", STATUSES))]
SideName = Annotated[int, PlainValidator(reader("side", SIDES))]
OptionName = Annotated[int, PlainValidator(reader("option", LETTERS))]
Objective = Annotated[int, Field(ge=1, le=NUM_OBJECTIVES)]
Encounter = Annotated[int, Field(ge=1, le=NUM_ENCOUNTERS)]
FactoryCard = Annotated[int, Field(ge=1, le=NUM_FACTORY_CARDS)]
Count = Annotated[int, Field(ge=0, le=100)]
Amount = Annotated[int, Field(ge=0, le=10_000)]
Word = Annotated[int, Field(ge=0, lt=2**32)]
Objectives = Annotated[list[Objective], AfterValidator(_no_repeats), Field(max_length=2)]
Cards = dict[CardValue, Count]
Resources = dict[ResourceName, Amount]


class Model(BaseModel):
    """An object of a document; unknown keys are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, value: Any) -> Any:
        allowed = cls.model_fields
        if isinstance(value, Mapping):
            for key in value:
                if key not in allowed:
                    raise ValueError(f"unknown key {key!r}; allowed are {', '.join(allowed)}")
        return value


class Options(Model):
    """The keywords of :class:`~scythe_env.scythe.config.ScytheConfig`, which has the defaults and checks the values."""

    factions: list[str | None] | None = None
    mats: list[str | None] | None = None
    tile: str | None = None
    promo_encounters: bool | None = None
    promo_factory: bool | None = None
    promo_objectives: bool | None = None
    exclude_banned_pairs: bool | None = None
    relentless_factory: bool | None = None
    camaraderie_always: bool | None = None
    decline_gains: bool | None = None
    play_forced: bool | None = None
    max_rounds: int | None = None


class Upgrades(Model):
    """The cubes that were taken off the top row, and the costs that they cover now."""

    benefits: Annotated[list[CubeName], AfterValidator(_no_repeats)]
    costs: dict[BottomName, Count]


class Player(Model):
    """A seat."""

    faction: FactionName
    mat: MatName
    power: Annotated[int, Field(ge=0, le=16)] | None = None
    popularity: Annotated[int, Field(ge=0, le=18)] | None = None
    coins: Amount | None = None
    combat_cards: Cards | None = None
    knows: dict[FactionName, Cards] | None = None
    objectives: Objectives | None = None
    completed_objectives: Objectives | None = None
    left_objectives: Objectives | None = None
    factory_card: FactoryCard | None = None
    section: SectionName | None = None
    upgrades: Upgrades | None = None
    mechs: dict[str, OwnPlace] | None = None
    structures: dict[StructureName, HexName] | None = None
    recruits: Annotated[list[BottomName], AfterValidator(_no_repeats)] | None = None
    one_time_bonuses: Annotated[list[GoodName], AfterValidator(_no_repeats)] | None = None
    character: OwnPlace | None = None
    workers: dict[OwnPlace, Count] | None = None
    workers_on_mat: Count | None = None
    stars: dict[StarName, Count] | None = None


class Trap(Model):
    """A trap on the board: what it takes, and whether it is armed."""

    takes: GoodName
    armed: bool | None = None


class Turn(Model):
    """Where the game stands."""

    status: StatusName | None = None
    round: Annotated[int, Field(ge=1, le=30_001)] | None = None
    first: FactionName | None = None
    active: FactionName | None = None
    decision: str | None = None
    to_act: FactionName | None = None


class MoveUnderWay(Model):
    """The Move action under way; units are named ``character``, ``worker`` or by the mech's ability."""

    unit: str | None = None
    place: PlaceName | None = None
    steps_left: Count | None = None
    stopped: bool | None = None
    encounter_due: bool | None = None
    token_due: bool | None = None
    cargo: dict[str, Amount] | None = None
    moved: list[str] | None = None
    walked: dict[PlaceName, Count] | None = None
    origin: dict[str, PlaceName] | None = None
    ended: dict[str, PlaceName] | None = None
    came_workers: dict[str, Count] | None = None
    came_tokens: dict[str, Resources] | None = None
    rearm_due: list[str] | None = None
    combat_due: Annotated[list[HexName], AfterValidator(_no_repeats)] | None = None


class ProduceUnderWay(Model):
    """The Produce action under way."""

    left: Count | None = None
    mill: PlaceName | None = None
    producers: dict[HexName, Count] | None = None


class EncounterUnderWay(Model):
    """The encounter under way."""

    card: Encounter | None = None
    options_taken: Annotated[list[OptionName], AfterValidator(_no_repeats)] | None = None


class CombatUnderWay(Model):
    """The combat under way, or what stays of the last one."""

    place: PlaceName | None = None
    defender: FactionName | None = None
    winner: FactionName | None = None
    driven: Count | None = None
    dial: dict[SideName, Annotated[int, Field(ge=0, le=7)]] | None = None
    played: dict[SideName, Cards] | None = None
    retreat_lakes: Annotated[list[HexName], AfterValidator(_no_repeats)] | None = None


class InProgress(Model):
    """What the engine remembers within a turn; ``steps`` is its stack from bottom to top."""

    steps: Annotated[list[dict[str, int | str | None]], Field(max_length=STACK_SIZE)]
    coercion_used: bool | None = None
    river_crossed: bool | None = None
    drove_off: bool | None = None
    new_recruits: Annotated[list[BottomName], AfterValidator(_no_repeats)] | None = None
    new_structures: Annotated[list[StructureName], AfterValidator(_no_repeats)] | None = None
    move: MoveUnderWay | None = None
    produce: ProduceUnderWay | None = None
    encounter: EncounterUnderWay | None = None
    combat: CombatUnderWay | None = None


class Document(Model):
    """A whole document."""

    version: Annotated[int, Field(ge=FORMAT, le=FORMAT)] | None = None
    seed: Word | None = None
    options: Options = Options()
    players: Annotated[list[Player], Field(min_length=1, max_length=7)]
    tokens: dict[PlaceName, Resources] | None = None
    encounters: Annotated[list[HexName], AfterValidator(_no_repeats)] | None = None
    flags: Annotated[list[HexName], AfterValidator(_no_repeats), Field(max_length=4)] | None = None
    traps: dict[HexName, Trap] | None = None
    combat_deck: Cards | None = None
    combat_discard: Cards | None = None
    encounter_deck: Annotated[list[Encounter], AfterValidator(_no_repeats)] | None = None
    factory_cards: Annotated[list[FactoryCard], AfterValidator(_no_repeats)] | None = None
    tile: TileName | None = None
    turn: Turn | None = None
    in_progress: InProgress | None = None
    rng: Annotated[list[Word], Field(min_length=4, max_length=4)] | None = None


def read(document: object) -> Document:
    """Check the shape of a document.

    Raises:
        ValueError: with the places in the document that are wrong and what is allowed there.
    """
    try:
        return Document.model_validate(document)
    except ValidationError as error:
        raise ValueError("\n".join(_line(entry) for entry in error.errors()[:5])) from None


def _line(entry: Any) -> str:
    """An error of pydantic as ``place in the document: what is wrong``."""
    place = ""
    for part in entry["loc"]:
        if part == "[key]":
            continue
        place += f"[{part}]" if isinstance(part, int) else f".{part}" if place else str(part)
    text = entry["msg"].removeprefix("Value error, ")
    if entry["type"] not in ("value_error", "missing"):
        text = f"{text}, not {entry['input']!r:.60}"
    return f"{place or 'the document'}: {text}"
