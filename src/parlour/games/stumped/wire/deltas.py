"""Encodes the deltas for contest clients: first the whole game, then what changed (section 5 of the protocol)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from parlour.games.stumped.rules.state import CHOOSING, OVER, Valley
from parlour.games.stumped.rules.wire_changes import SentState, listed_beavers, lodges_of
from parlour.games.stumped.wire.objects import (
    ATTRIBUTES,
    BEAVER,
    JOB,
    PLAYER,
    SPAWNER,
    TILE,
    ObjectRegistry,
    as_list,
    constant_attributes,
    list_change,
)
from parlour.games.stumped.wire.texts import end_reasons
from parlour.kernel.state import NOBODY
from parlour.kernel.wire_types import LENGTH_MARK, Document, Json

SEATS = (0, 1)
Objects = dict[str, Document]  # by id: the attributes to send


class DeltaEncoder:
    """An encoder of a match for contest clients: the whole game first, then what changed since the last message."""

    def __init__(
        self,
        valley: Valley,
        registry: ObjectRegistry,
        constants: Mapping[str, Json],
        player_constants: Sequence[Document],
        times: Sequence[int],
    ) -> None:
        self.valley = valley
        self.registry = registry
        self.constants = constants  # constant attributes of the game that are not in the book
        self.player_constants = player_constants  # constant attributes of players, by seat
        self.times = list(times)
        self.reasons = ("", "")  # why each seat won or lost, if not by the rules alone
        self.logs: dict[str, list[str]] = {}  # by id
        self.reset()

    def reset(self) -> None:
        """Forgets everything that was sent to the contest clients."""
        self.logs_to_send: list[str] = []  # ids of the objects with new log lines
        self.sent_state = SentState(self.valley)
        self.sent_facts: list[Document] = [{}, {}]  # plain attributes of players, by seat
        self.sent_times: list[int | None] = [None, None]
        self.sent_lists: dict[tuple[str, str], list[int]] = {}  # by id and name; the game's own lists have no id
        self.sent_root: Document = {}
        self.sent_logs: dict[str, int] = {}  # number of lines, by id
        self.known_ids: set[str] = set()  # ids that were sent before

    def encode_full(self) -> Document:
        """Returns the first delta for contest clients: the complete game with all its objects."""
        self.reset()
        objects = {
            name: self.first_attributes(kind, index)
            for kind, names in self.registry.ids.items()
            for index, name in enumerate(names)
        }
        for seat in SEATS:
            objects[self.registry.ids[PLAYER][seat]].update(self.player_constants[seat])
        book = self.valley.book
        root: Document = {
            **self.constants,
            "freeBeaversCount": int(book.free_beavers),
            "lodgesToWin": int(book.lodges_to_win),
            "mapHeight": int(book.height),
            "mapWidth": int(book.width),
            "maxTurns": int(book.turns),
            "spawnerHarvestConstant": int(book.harvest_factor),
            "gameObjects": objects,
        }
        for key, kind in (("jobs", JOB), ("players", PLAYER), ("spawner", SPAWNER), ("tiles", TILE)):
            root[key] = as_list([{"id": name} for name in self.registry.ids[kind]])
        self.encode(root, objects)
        return root

    def encode_changes(self) -> Document:
        """Returns a delta for contest clients: what changed since the last delta; empty if nothing did."""
        root: Document = {}
        objects: Objects = {}
        self.encode(root, objects)
        if objects:
            root["gameObjects"] = objects
        return root

    def first_attributes(self, kind: str, index: int) -> Document:
        """Returns a game object's constants and its log lines so far, for the delta in which contest clients first see
        the object; later lines are sent by `encode_logs`."""
        name = self.registry.ids[kind][index]
        self.known_ids.add(name)
        logs = self.logs.get(name, [])
        self.sent_logs[name] = len(logs)
        return {**constant_attributes(self.registry, self.valley, kind, index), "logs": as_list(logs)}

    def encode(self, root: Document, objects: Objects) -> None:
        if not self.sent_state.is_current(self.valley):
            turn_changed = self.sent_state.turn != self.valley.turn or self.valley.phase != CHOOSING
            self.encode_objects(objects)
            self.encode_lodges(root, objects)
            if turn_changed:  # only then the lists of beavers change
                self.encode_beavers(root, objects)
                self.encode_turn(root)
            for seat in SEATS:
                self.encode_player_facts(objects, seat, self.player_facts(seat))
        if self.sent_times != self.times:
            self.encode_times(objects)
        if self.logs_to_send:
            self.encode_logs(objects)

    def encode_objects(self, objects: Objects) -> None:
        """Adds the changed attributes of tiles, spawners and beavers to a delta for contest clients."""
        registry = self.registry
        numbers = self.sent_state.collect_changes(self.valley)
        for at in range(0, len(numbers), 3):
            index = int(numbers[at + 1])
            kind, key, what = ATTRIBUTES[int(numbers[at])]
            name = registry.ids[kind][index]
            changed = objects.get(name)
            if changed is None:
                changed = objects[name] = {} if name in self.known_ids else self.first_attributes(kind, index)
            changed[key] = registry.value(what, int(numbers[at + 2]))

    def encode_beavers(self, root: Document, objects: Objects) -> None:
        """Adds the changed lists of beavers, the whole game's and each player's, to a delta for contest clients."""
        self.encode_list(root, objects, "", "beavers", BEAVER, listed_beavers(self.valley, NOBODY))
        for seat in SEATS:
            owner = self.registry.ids[PLAYER][seat]
            self.encode_list(root, objects, owner, "beavers", BEAVER, listed_beavers(self.valley, seat))

    def encode_lodges(self, root: Document, objects: Objects) -> None:
        for seat in SEATS:
            owner = self.registry.ids[PLAYER][seat]
            self.encode_list(root, objects, owner, "lodges", TILE, lodges_of(self.valley, seat))

    def encode_list(
        self, root: Document, objects: Objects, owner: str, key: str, kind: str, indices: Iterable[int]
    ) -> None:
        """Adds a list of game objects to a delta if it has changed; `owner` is a player's id, or empty for the game."""
        before, now = self.sent_lists.get((owner, key), []), list(indices)
        if before == now and (owner, key) in self.sent_lists:
            return
        self.sent_lists[owner, key] = now
        ids = self.registry.ids[kind]
        table = objects.setdefault(owner, {}) if owner else root
        table[key] = list_change([{"id": ids[index]} for index in before], [{"id": ids[index]} for index in now])

    def encode_turn(self, root: Document) -> None:
        now: Document = {
            "currentTurn": int(self.valley.turn),
            "currentPlayer": self.registry.reference(PLAYER, int(self.valley.player)),
        }
        for key, value in now.items():
            if self.sent_root.get(key) != value:
                self.sent_root[key] = root[key] = value

    def player_facts(self, seat: int) -> Document:
        """Returns a player's simple attributes for contest clients (lodge price, won, lost, why), without the clock."""
        over = self.valley.phase == OVER
        won = over and self.valley.winner == seat
        reason = self.end_reasons()[seat] if over else ""
        return {
            "branchesToBuildLodge": int(self.valley.price(seat)),
            "won": won,
            "lost": over and not won,
            "reasonWon": reason if won else "",
            "reasonLost": "" if won else reason,
        }

    def end_reasons(self) -> tuple[str, str]:
        """Returns why each seat won or lost the match, by seat: the reasons set from outside, if any, else those by the
        rules; empty before the end."""
        return self.reasons if any(self.reasons) else end_reasons(self.valley)

    def encode_player_facts(self, objects: Objects, seat: int, now: Document) -> None:
        sent = self.sent_facts[seat]
        for key, value in now.items():
            if sent.get(key) != value:
                sent[key] = value
                objects.setdefault(self.registry.ids[PLAYER][seat], {})[key] = value

    def encode_times(self, objects: Objects) -> None:
        for seat in SEATS:
            if self.sent_times[seat] != self.times[seat]:
                objects.setdefault(self.registry.ids[PLAYER][seat], {})["timeRemaining"] = self.times[seat]
        self.sent_times = list(self.times)

    def encode_logs(self, objects: Objects) -> None:
        for name in self.logs_to_send:
            lines, sent = self.logs[name], self.sent_logs.get(name, 0)
            if sent < len(lines):
                fresh: Document = {str(index): lines[index] for index in range(sent, len(lines))}
                objects.setdefault(name, {})["logs"] = {**fresh, LENGTH_MARK: len(lines)}
                self.sent_logs[name] = len(lines)
        self.logs_to_send = []

    def add_log_line(self, name: str, line: str) -> None:
        self.logs.setdefault(name, []).append(line)
        self.logs_to_send.append(name)
