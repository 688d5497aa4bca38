"""Moments: a town in the middle of each question, and of each thing that takes more than one answer."""

from __future__ import annotations

from parlour.games.harmonictook.rules import state as phases
from parlour.games.harmonictook.tests.positions import (
    STATION_BUILT,
    WITH_BOTH,
    WITH_HARBOR,
    WITH_ROW,
    Position,
    position,
)

BUSINESS_CENTER_CITIES = {0: {"business_center": 1, "ranch": 1}, 1: {"mine": 1}}


def position_in_phase(phase: int) -> Position:
    """A town in which the active seat is asked just that."""
    if phase == phases.ROLLING:
        return position(landmarks={0: STATION_BUILT})
    if phase == phases.TOWER:
        return position(landmarks={0: ["radio_tower"]}).roll(1)
    if phase == phases.HARBOR:
        return position(landmarks={0: ["train_station", "harbor"]}, **WITH_HARBOR).roll(5, 5)
    if phase == phases.TARGET:
        return position(4, coins=[0, 3, 9, 9], cards={0: {"tv_station": 1}}).roll(6)
    if phase == phases.PARTNER:
        return position(cards=BUSINESS_CENTER_CITIES).roll(6)
    if phase == phases.TAKING:
        return position(cards=BUSINESS_CENTER_CITIES).roll(6).play_lines("seat 2")
    if phase == phases.GIVING:
        return position(cards=BUSINESS_CENTER_CITIES).roll(6).play_lines("seat 2", "take mine")
    moving = {0: {"moving_company": 1, "mine": 1, "wheat_field": 1}}
    if phase == phases.GIFTING:
        return position(3, cards=moving, landmarks={0: STATION_BUILT}, **WITH_ROW).roll(4, 5)
    if phase == phases.RECEIVER:
        return position(3, cards=moving, landmarks={0: STATION_BUILT}, **WITH_ROW).roll(4, 5).play_lines("give mine")
    if phase == phases.DEMOLITION:
        landmarks = {0: ["amusement_park", "train_station", "harbor"]}
        return position(cards={0: {"demolition_company": 1}}, landmarks=landmarks, **WITH_BOTH).roll(4)
    if phase == phases.CLOSING:
        return position(cards={0: {"renovation_company": 1, "mine": 1}}, landmarks={0: STATION_BUILT}, **WITH_ROW).roll(
            4, 4
        )
    if phase == phases.EXHIBITION:
        return position(cards={0: {"exhibit_hall": 1, "mine": 1}}, landmarks={0: STATION_BUILT}, **WITH_ROW).roll(4, 6)
    if phase == phases.BUILDING:
        return position(coins=[60, 0]).roll(6)
    return position(cards={0: {"tech_startup": 1}}, **WITH_ROW).roll(6).play_lines("pass")


def tuna_roll() -> Position:
    at = position(cards={0: {"tuna_boat": 1}}, landmarks={0: ["train_station", "harbor"]}, **WITH_BOTH)
    return at.roll(6, 6).play_lines("raise")


def pending_demolition() -> Position:
    landmarks = {0: ["train_station", "shopping_mall", "amusement_park"]}
    at = position(cards={0: {"exhibit_hall": 1, "demolition_company": 2}}, landmarks=landmarks, **WITH_ROW)
    return at.roll(4, 6).play_lines("exhibit demolition_company")


def second_gift() -> Position:
    at = position(3, cards={0: {"moving_company": 2, "ranch": 2}}, landmarks={0: ["train_station"]}, **WITH_ROW).roll(
        4, 5
    )
    return at.play_lines("give ranch", "seat 2", "give ranch")


def closed_card_swap() -> Position:
    at = position(cards=BUSINESS_CENTER_CITIES, closed={1: {"mine": 1}}, **WITH_ROW).roll(6)
    return at.play_lines("seat 2", "take mine closed")


def half_laid_out_market() -> Position:
    names = ("mine", "ranch", "forest", "cafe", "bakery")
    at = position(
        coins=[9, 9],
        market="variable",
        market_size=5,
        offer=dict.fromkeys(names, 1),
        deck={"stadium": 2, "park": 1},
        **WITH_ROW,
    )
    return at.roll(1).play_lines("buy forest")
