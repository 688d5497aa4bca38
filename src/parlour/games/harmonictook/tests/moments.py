"""Moments: a town in the middle of each question, and of each thing that takes more than one answer."""

from __future__ import annotations

from parlour.games.harmonictook.rules import state as phases
from parlour.games.harmonictook.tests.sheets import BOTH, HARBOR, ROW, STATION, Scene, town

CENTER = {0: {"business_center": 1, "ranch": 1}, 1: {"mine": 1}}


def asked(phase: int) -> Scene:
    """A town in which the active seat is asked just that."""
    if phase == phases.ROLLING:
        return town(landmarks={0: STATION})
    if phase == phases.TOWER:
        return town(landmarks={0: ["radio_tower"]}).roll(1)
    if phase == phases.HARBOR:
        return town(landmarks={0: ["train_station", "harbor"]}, **HARBOR).roll(5, 5)
    if phase == phases.TARGET:
        return town(4, coins=[0, 3, 9, 9], cards={0: {"tv_station": 1}}).roll(6)
    if phase == phases.PARTNER:
        return town(cards=CENTER).roll(6)
    if phase == phases.TAKING:
        return town(cards=CENTER).roll(6).tell("seat 2")
    if phase == phases.GIVING:
        return town(cards=CENTER).roll(6).tell("seat 2", "take mine")
    moving = {0: {"moving_company": 1, "mine": 1, "wheat_field": 1}}
    if phase == phases.GIFTING:
        return town(3, cards=moving, landmarks={0: STATION}, **ROW).roll(4, 5)
    if phase == phases.RECEIVER:
        return town(3, cards=moving, landmarks={0: STATION}, **ROW).roll(4, 5).tell("give mine")
    if phase == phases.DEMOLITION:
        landmarks = {0: ["amusement_park", "train_station", "harbor"]}
        return town(cards={0: {"demolition_company": 1}}, landmarks=landmarks, **BOTH).roll(4)
    if phase == phases.CLOSING:
        return town(cards={0: {"renovation_company": 1, "mine": 1}}, landmarks={0: STATION}, **ROW).roll(4, 4)
    if phase == phases.EXHIBITION:
        return town(cards={0: {"exhibit_hall": 1, "mine": 1}}, landmarks={0: STATION}, **ROW).roll(4, 6)
    if phase == phases.BUILDING:
        return town(coins=[60, 0]).roll(6)
    return town(cards={0: {"tech_startup": 1}}, **ROW).roll(6).tell("pass")


def tuna() -> Scene:
    at = town(cards={0: {"tuna_boat": 1}}, landmarks={0: ["train_station", "harbor"]}, **BOTH)
    return at.roll(6, 6).tell("raise")


def shown_demolition() -> Scene:
    landmarks = {0: ["train_station", "shopping_mall", "amusement_park"]}
    at = town(cards={0: {"exhibit_hall": 1, "demolition_company": 2}}, landmarks=landmarks, **ROW)
    return at.roll(4, 6).tell("exhibit demolition_company")


def second_gift() -> Scene:
    at = town(3, cards={0: {"moving_company": 2, "ranch": 2}}, landmarks={0: ["train_station"]}, **ROW).roll(4, 5)
    return at.tell("give ranch", "seat 2", "give ranch")


def swap_for_closed() -> Scene:
    at = town(cards=CENTER, closed={1: {"mine": 1}}, **ROW).roll(6)
    return at.tell("seat 2", "take mine closed")


def half_laid_out() -> Scene:
    names = ("mine", "ranch", "forest", "cafe", "bakery")
    at = town(
        coins=[9, 9],
        market="variable",
        market_size=5,
        offer=dict.fromkeys(names, 1),
        deck={"stadium": 2, "park": 1},
        **ROW,
    )
    return at.roll(1).tell("buy forest")
