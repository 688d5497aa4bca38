"""Deltas: the whole game once, then what changed (section 5 of the protocol)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from parlour.games.stumped.rules.changes import Told, listed, lodges_of
from parlour.games.stumped.rules.state import OVER, Valley
from parlour.games.stumped.wire.objects import (
    ATTRIBUTES,
    BEAVER,
    JOB,
    PLAYER,
    SPAWNER,
    TILE,
    Register,
    as_list,
    list_change,
    unchanging,
)
from parlour.kernel.state import NOBODY
from parlour.kernel.wire_types import LENGTH_MARK, Document, Json

SEATS = (0, 1)
Objects = dict[str, Document]  # by id, the attributes to be told


class Teller:
    """Remembers what clients know of a match."""

    def __init__(
        self,
        valley: Valley,
        register: Register,
        constants: Mapping[str, Json],
        badges: Sequence[Document],
        times: Sequence[int],
    ) -> None:
        self.valley = valley
        self.register = register
        self.constants = constants  # attributes of the game that never change and are not in the book
        self.badges = badges  # of players, by seat: what never changes
        self.times = list(times)
        self.reasons = ("", "")  # of the end, by seat
        self.logs: dict[str, list[str]] = {}  # by id, of things that have any
        self.forget()

    def forget(self) -> None:
        """Nothing was told yet."""
        self.touched = True  # something but clocks and logs may have changed
        self.turned = True  # a turn has ended: only then beavers come into lists, or leave them
        self.spoken: list[str] = []  # whose logs have grown
        self.told = Told(self.valley)
        self.told_facts: list[Document] = [{}, {}]  # plain attributes of players, by seat
        self.told_times: list[int | None] = [None, None]
        self.told_lists: dict[tuple[str, str], list[int]] = {}  # by id and name; the game's own has no id
        self.told_root: Document = {}
        self.told_logs: dict[str, int] = {}  # how many, by id
        self.known: set[str] = set()  # the ids that clients have heard of

    def whole(self) -> Document:
        """The complete first delta."""
        self.forget()
        objects = {
            name: self.introduction(kind, index)
            for kind, names in self.register.ids.items()
            for index, name in enumerate(names)
        }
        for seat in SEATS:
            objects[self.register.ids[PLAYER][seat]].update(self.badges[seat])
        book = self.valley.book
        root: Document = {
            **self.constants,
            "freeBeaversCount": int(book.free_beavers),
            "lodgesToWin": int(book.lodges_to_win),
            "mapHeight": int(book.height),
            "mapWidth": int(book.width),
            "maxTurns": int(book.turns),
            "spawnerHarvestConstant": int(book.harvest),
            "gameObjects": objects,
        }
        for key, kind in (("jobs", JOB), ("players", PLAYER), ("spawner", SPAWNER), ("tiles", TILE)):
            root[key] = as_list([{"id": name} for name in self.register.ids[kind]])
        self.tell(root, objects)
        return root

    def changes(self) -> Document:
        """The delta since the last one; empty if nothing changed."""
        root: Document = {}
        objects: Objects = {}
        self.tell(root, objects)
        if objects:
            root["gameObjects"] = objects
        return root

    def introduction(self, kind: str, index: int) -> Document:
        """What is only said when a thing appears."""
        name = self.register.ids[kind][index]
        self.known.add(name)
        logs = self.logs.get(name, [])
        self.told_logs[name] = len(logs)
        return {**unchanging(self.register, self.valley, kind, index), "logs": as_list(logs)}

    def tell(self, root: Document, objects: Objects) -> None:
        if self.touched:
            self.touched = False
            self.tell_things(objects)
            self.tell_lodges(root, objects)
            if self.turned:
                self.turned = False
                self.tell_beavers(root, objects)
                self.tell_turn(root)
            for seat in SEATS:
                self.tell_facts(objects, seat, self.facts(seat))
        if self.told_times != self.times:
            self.tell_times(objects)
        if self.spoken:
            self.tell_logs(objects)

    def tell_things(self, objects: Objects) -> None:
        """Tiles, spawners and beavers."""
        register = self.register
        numbers = iter(self.told.catch_up(self.valley))
        for attribute, index, value in zip(numbers, numbers, numbers, strict=True):
            kind, key, what = ATTRIBUTES[attribute]
            name = register.ids[kind][index]
            changed = objects.get(name)
            if changed is None:
                changed = objects[name] = {} if name in self.known else self.introduction(kind, index)
            changed[key] = register.value(what, value)

    def tell_beavers(self, root: Document, objects: Objects) -> None:
        """The lists of beavers: the game's own, and each player's."""
        self.tell_list(root, objects, "", "beavers", BEAVER, listed(self.valley, NOBODY))
        for seat in SEATS:
            owner = self.register.ids[PLAYER][seat]
            self.tell_list(root, objects, owner, "beavers", BEAVER, listed(self.valley, seat))

    def tell_lodges(self, root: Document, objects: Objects) -> None:
        for seat in SEATS:
            owner = self.register.ids[PLAYER][seat]
            self.tell_list(root, objects, owner, "lodges", TILE, lodges_of(self.valley, seat))

    def tell_list(
        self, root: Document, objects: Objects, owner: str, key: str, kind: str, indices: Iterable[int]
    ) -> None:
        """A list of things, if it has changed; the game is the owner that has no id."""
        before, now = self.told_lists.get((owner, key), []), list(indices)
        if before == now and (owner, key) in self.told_lists:
            return
        self.told_lists[owner, key] = now
        ids = self.register.ids[kind]
        table = objects.setdefault(owner, {}) if owner else root
        table[key] = list_change([{"id": ids[index]} for index in before], [{"id": ids[index]} for index in now])

    def tell_turn(self, root: Document) -> None:
        now: Document = {
            "currentTurn": int(self.valley.turn),
            "currentPlayer": self.register.reference(PLAYER, int(self.valley.player)),
        }
        for key, value in now.items():
            if self.told_root.get(key) != value:
                self.told_root[key] = root[key] = value

    def facts(self, seat: int) -> Document:
        """What is plain of a player, the clock left out."""
        over = self.valley.phase == OVER
        won = over and self.valley.winner == seat
        return {
            "branchesToBuildLodge": int(self.valley.price(seat)),
            "won": won,
            "lost": over and not won,
            "reasonWon": self.reasons[seat] if won else "",
            "reasonLost": self.reasons[seat] if over and not won else "",
        }

    def tell_facts(self, objects: Objects, seat: int, now: Document) -> None:
        told = self.told_facts[seat]
        for key, value in now.items():
            if told.get(key) != value:
                told[key] = value
                objects.setdefault(self.register.ids[PLAYER][seat], {})[key] = value

    def tell_times(self, objects: Objects) -> None:
        for seat in SEATS:
            if self.told_times[seat] != self.times[seat]:
                objects.setdefault(self.register.ids[PLAYER][seat], {})["timeRemaining"] = self.times[seat]
        self.told_times = list(self.times)

    def tell_logs(self, objects: Objects) -> None:
        for name in self.spoken:
            lines, told = self.logs[name], self.told_logs.get(name, 0)
            if told < len(lines):
                fresh: Document = {str(index): lines[index] for index in range(told, len(lines))}
                objects.setdefault(name, {})["logs"] = {**fresh, LENGTH_MARK: len(lines)}
                self.told_logs[name] = len(lines)
        self.spoken = []

    def write(self, name: str, line: str) -> None:
        """A line in a thing's log."""
        self.logs.setdefault(name, []).append(line)
        self.spoken.append(name)
