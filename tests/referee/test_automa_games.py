"""Whole games with Automas before the referee alone: what always holds, and games followed by documents."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from scythe_env.core.testing.differential import first_difference

from . import adapter
from .components import FACTIONS, automa_cards, factions, mats, tiles
from .documents import Document, document_of, referee_of
from .following import Follower
from .policy import Policy
from .positions import level, scramble
from .referee import Referee
from .table import Automa, Config, Deal, Options, RefereeError, Table
from .test_differential import seeds

LONGEST = 20000  # decisions of a game


def deal(seed: int, humans: int | None = None, stops: bool = False, play_forced: bool = False) -> Referee:
    """A game with Automas, drawn from a seed, its number of humans too unless it is given.

    With ``stops`` it waits before each Automa's turn.
    """
    draw = random.Random(seed)
    seats = draw.choice((2, 2, 3, 3, 4, 5, 6, 7))
    least = 1 if stops else max(1, seats - adapter.MOST_UNWATCHED)
    human_seats = draw.sample(range(seats), draw.randint(least, seats - 1) if humans is None else humans)
    chosen = sorted(draw.sample(FACTIONS, seats), key=FACTIONS.index)
    turn = draw.randrange(seats)
    chosen = chosen[turn:] + chosen[:turn]
    mat = iter(draw.sample(list(mats()), seats))
    objectives = draw.sample(range(1, 28), 2 * seats)
    cards = [value for value, number in {2: 16, 3: 12, 4: 8, 5: 6}.items() for _ in range(number)]
    draw.shuffle(cards)
    hands = [Counter(cards.pop() for _ in range(factions()[faction]["combat_cards"])) for faction in chosen]
    config = Config(
        factions=chosen,
        mats=[next(mat) if seat in human_seats else None for seat in range(seats)],
        tile=draw.choice(list(tiles())),
        options=Options(
            decline_gains=draw.random() < 0.25,
            **{name: draw.random() < 0.5 for name in adapter.RULE_OPTIONS},
            ask_automas=stops,
            play_forced=play_forced,
        ),
        automas={seat: draw.randint(1, 4) for seat in range(seats) if seat not in human_seats},
        cooperative=draw.random() < 0.5,
        one_deck=draw.random() < 0.5,
    )
    dealt = Deal(
        objectives=[objectives[2 * seat : 2 * seat + 2] if seat in human_seats else [] for seat in range(seats)],
        hands=hands,
        factory_cards=draw.sample(range(1, 13), seats + 1),
    )
    return Referee(config, dealt, seed)


def check(table: Table) -> None:
    """What holds whenever a decision is due outside a combat."""
    hands = sum((+player.hand for player in table.players), Counter[int]())
    assert +(hands + table.deck + table.discard) == {2: 16, 3: 12, 4: 8, 5: 6}
    for place in table.board.hexes:
        assert place in table.turn.combats or sum(player.units_at(place) > 0 for player in table.players) <= 1
        for automa in table.automas:
            assert automa.fighters_at(place) <= 1
    for automa in table.automas:
        assert automa.popularity == 10
        assert 0 <= automa.power <= 16
        assert automa.workers.total() + automa.workers_left == 8
        assert automa.stars["combat_wins"] <= 2
        assert automa.stars.keys() <= {"combat_wins", "power", "tracker"}
        reached = sum(space <= automa.space for space in automa.tracker["stars_at"])
        assert automa.stars["tracker"] == min(reached, 6 - automa.stars["combat_wins"] - automa.stars["power"])
        assert automa.deck.cards <= set(automa_cards())
        if not automa.water_open:
            assert not any(table.board.is_lake(place) for place in automa.units())


def play_out(referee: Referee, policy: Policy) -> int:
    """Play a game to its end; returns the number of decisions."""
    for number in range(LONGEST):
        if referee.decision is None:
            return number
        check(referee.table)
        assert referee.seat is not None
        automa = isinstance(referee.table.players[referee.seat], Automa)
        assert automa == (referee.decision == adapter.AUTOMA_DECISION)
        referee.apply(policy.choose(referee))
    raise AssertionError("the game goes on")


@pytest.mark.rule("A2", "A11", "A50", "A86", "A87", "A89", "A98")
@pytest.mark.parametrize("seed", seeds(1, 4, 40))
def test_whole_games_with_humans(seed: int) -> None:
    referee = deal(seed, stops=True)
    play_out(referee, Policy(seed))
    assert referee.table.status == "ended" or referee.table.round == 100
    assert len(referee.scores()) == len(referee.table.players)


@pytest.mark.rule("A19", "A36", "A103")
@pytest.mark.parametrize("seed", seeds(1, 4, 40))
def test_whole_games_of_automas_among_themselves(seed: int) -> None:
    referee = deal(seed, humans=0, stops=True)
    turns = play_out(referee, Policy(seed))
    assert referee.table.status == "ended"
    assert max(player.stars.total() for player in referee.table.players) == 6
    assert turns <= 60 * len(referee.table.players)


# -- following ---------------------------------------------------------------------------------------------------------


def written(referee: Referee) -> Document:
    """The document of a referee's game, as an engine would write it."""
    table, options = referee.table, referee.table.options
    names = ("relentless_factory", "camaraderie_always", "decline_gains", "play_forced", "max_rounds")
    team, decks = ("cooperative" if table.cooperative else "competitive"), {id(a.deck) for a in table.automas}
    shared = len(decks) < len(table.automas)
    start: Document = {
        "version": 1,
        "options": {name: getattr(options, name) for name in (*names, *adapter.RULE_OPTIONS)}
        | {"automa_team": team, "automa_shared_deck": shared, "promo_encounters": False},
    }
    return document_of(referee, start)


def compared(referee: Referee, document: Document) -> Any:
    """The first difference between a document and that of a referee."""
    return first_difference(adapter.comparable(document), adapter.comparable(written(referee)))


def follow(referee: Referee, policy: Policy, rounds: int = 100) -> None:
    """Play a game to its end, or for some rounds, before a second referee that sees its documents only."""
    document = written(referee)
    follower = Follower(document, compared)
    if rounds < 100:
        follower.begin_turn(document)
    for _ in range(LONGEST):
        assert follower.difference is None, follower.tried_all
        if referee.decision in ("section", adapter.AUTOMA_DECISION, None):
            follower.begin_turn(document)
            assert follower.difference is None
            assert follower.referee.scores() == referee.scores()
        assert follower.referee.legal() == referee.legal()
        if referee.decision is None or referee.table.round > rounds:
            return
        text = policy.choose(referee)
        referee.apply(text)
        document = written(referee)
        follower.play(text, document)
    raise AssertionError("the game goes on")


@pytest.mark.parametrize("seed", seeds(100, 4, 30))
def test_a_game_is_followed_by_its_documents_alone(seed: int) -> None:
    follow(deal(seed, play_forced=seed % 2 == 0), Policy(seed))


@pytest.mark.parametrize("seed", seeds(200, 4, 30))
def test_a_game_that_stops_before_the_turns_of_automas(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "ASKS_AUTOMAS", True)
    follow(deal(seed, humans=0 if seed % 2 else None, stops=True), Policy(seed))


@pytest.mark.parametrize("seed", seeds(300, 10, 100))
def test_random_positions_are_followed(seed: int) -> None:
    document = scramble(written(deal(seed)), seed)
    leveled = written(referee_of(level(document, seed)))
    assert compared(referee_of(leveled), leveled) is None
    referee = referee_of(document)
    assert compared(referee_of(written(referee)), written(referee)) is None
    check(referee.table)
    follow(referee, Policy(seed), rounds=3)


def test_what_chance_cannot_have_done_is_found() -> None:
    referee = deal(103)
    assert any(isinstance(player, Automa) for player in referee.table.players)
    follower = Follower(written(referee), compared)
    policy = Policy(1)
    while True:
        round_now, text = referee.table.round, policy.choose(referee)
        referee.apply(text)
        document = written(referee)
        if referee.table.round > round_now:
            break
        follower.play(text, document)
    automa = next(entry for entry in document["players"] if adapter.is_automa(entry))
    automa["coins"] += 1
    follower.play(text, document)
    found = follower.difference
    assert found is not None
    assert found[0].endswith("coins")
    automa["combat_cards"] = {"2": 40}
    with pytest.raises(RefereeError):
        follower.play(text, document)
