"""Who waits where: sessions, seats and settings before a match begins, and what is known of it afterwards.

It has no sockets: the door brings guests, the host takes sessions that are ready."""

from __future__ import annotations

import re
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from parlour.bots import make_bot
from parlour.contest.game_wire import WireModule
from parlour.contest.match_settings import complete_settings, parse_settings, parse_settings_query, settings_help
from parlour.contest.match_setup import id_text
from parlour.kernel.game import Game, prepare_options
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.wire_types import NAMES_KEY, REMOVED_MARK, Json, SettingValue

CLIENT, HUMAN, BOT = "client", "human", "bot"
OPEN, RUNNING, OVER = "open", "running", "over"
ANY_SESSION, NEW_SESSION = "*", "new"
LONGEST_NAME = 80  # letters of a name
TOO_LONG_NAME, UNKNOWN_NAME = "A Very Long Name", "Unknown"
MOST_FINISHED = 500  # finished sessions that are still told of
MOST_OPEN = 500  # sessions that wait at once
MOST_RUNNING = 400  # matches at once; others begin when one of them ends
MOST_SPECTATORS = 20  # in one session


@dataclass(eq=False)
class Participant:
    """Who has a seat in a session, or looks on."""

    kind: str
    name: str
    client_type: str = ""
    wanted_seat: int | None = None  # the seat it asked for
    spectating: bool = False
    meta_deltas: bool = False  # wants whole entries of the gamelog instead of deltas
    bot_spec: str = ""  # which one
    token: str = ""  # of a person: holds the seat
    is_present: bool = True  # a person's seat is kept before the person has come
    client: object = None  # the connection, of a client


@dataclass(eq=False)
class Session:
    """One match, from the first who waits for it until it is forgotten."""

    name: str
    opened_at: float
    persistent: bool = False  # stays open while nobody is there
    owner_key: str = ""  # of who opened it on the page, and may close it
    requested_settings: dict[str, SettingValue] = field(default_factory=dict)
    players: list[Participant] = field(default_factory=list)  # in order of arrival
    spectators: list[Participant] = field(default_factory=list)
    state: str = OPEN
    seats: list[Participant] = field(default_factory=list)  # by index, from the beginning on
    settings: dict[str, SettingValue] = field(default_factory=dict)
    turn: int = 0
    max_turns: int = 0
    outcome: dict[str, Json] = field(default_factory=dict)  # how it ended: gamelog, record, winners, losers


class Lobby:
    """All sessions of one contest."""

    def __init__(
        self,
        game: Game,
        wiring: WireModule,
        options: Options,
        password: str = "",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game = game
        self.wire_module = wiring
        self.options = {**wiring.PROFILE, **options}
        self.password = password
        self.now = now
        self.refresh_session: Callable[[Session], None] = lambda session: (
            None
        )  # is asked whether a match is over by now
        self.seat_count = max(game.seats)
        self.active_sessions: dict[str, Session] = {}  # open and running, by name, the oldest first
        self.finished_sessions: deque[Session] = deque(maxlen=MOST_FINISHED)
        self.last_number = 0

    # Names.

    def official_game_name(self, alias: Json) -> str:
        """The proper name of a game, from any of its names."""
        known = {name.lower() for name in (self.wire_module.NAME, self.game.name, *self.wire_module.ALIASES)}
        if not isinstance(alias, str) or alias.lower() not in known:
            raise Problem(f"There is no game {_quote(alias)} here; this contest is of {self.wire_module.NAME}.")
        return self.wire_module.NAME

    def find_session(self, name: str) -> Session | None:
        """The session of that name, or the last one that had it."""
        return self.active_sessions.get(name) or next(
            (past for past in self.finished_sessions if past.name == name), None
        )

    def all_sessions(self) -> Iterator[Session]:
        """The newest first: those that wait or run, then those that are over."""
        yield from reversed(self.active_sessions.values())
        yield from self.finished_sessions

    # Coming and going.

    def join(self, play: Mapping[str, Json], guest: object) -> tuple[Session, Participant]:
        """What a client's `play` asks for; a Problem if it cannot be."""
        if play.get("gameName") != self.wire_module.NAME:
            raise Problem(f"There is no game {_quote(play.get('gameName'))} here; ask with alias for its name.")
        if self.password and play.get("password") != self.password:
            raise Problem("The password is wrong.")
        player = Participant(
            CLIENT,
            clean_name(play.get("playerName")),
            clean_name(play.get("clientType")),
            self._parse_seat_index(play.get("playerIndex")),
            play.get("spectating") is True,
            play.get("metaDeltas") is True,
            client=guest,
        )
        query = play.get("gameSettings")
        asked = parse_settings_query(self.wire_module.SETTINGS, text_or_empty(query)) if query else None
        if asked is not None:
            self.check_settings(asked)
        session = self._requested_session(play.get("requestedSession"), player)
        self.add_participant(session, player)
        if asked is not None:
            session.requested_settings = asked
        return session, player

    def add_participant(self, session: Session, player: Participant) -> None:
        """A place in an open session, or a Problem."""
        if session.state != OPEN:
            raise Problem(f"The session {session.name} is running already.")
        if player.spectating:
            if len(session.spectators) >= MOST_SPECTATORS:
                raise Problem(f"Enough spectators look on at the session {session.name}.")
            session.spectators.append(player)
        else:
            if len(session.players) >= self.seat_count:
                raise Problem(f"The session {session.name} is full.")
            if player.wanted_seat is not None and player.wanted_seat in {
                other.wanted_seat for other in session.players
            }:
                raise Problem(f"Slot {player.wanted_seat} is not free.")
            session.players.append(player)
        self.active_sessions[session.name] = session

    def remove_participant(self, session: Session, player: Participant) -> None:
        """Before the match begins; a session nobody is in is gone."""
        if session.state != OPEN:
            return
        session.players = [other for other in session.players if other is not player]
        session.spectators = [other for other in session.spectators if other is not player]
        if not session.players and not session.spectators and not session.persistent:
            self.active_sessions.pop(session.name, None)

    def open_session(self, name: str, asked: dict[str, SettingValue], kept: bool = False) -> Session:
        """A new session; it is listed once somebody is in it, or at once if it is kept."""
        if len(self.active_sessions) >= MOST_OPEN + self.running_count():
            raise Problem("Too many sessions are open already.")
        if name in self.active_sessions:
            raise Problem(f"There is a session {name} already.")
        self.check_settings(asked)
        session = Session(name, self.now(), kept, requested_settings=asked)
        if kept:
            session.owner_key = secrets.token_urlsafe(18)
            self.active_sessions[name] = session
        return session

    def close_session(self, session: Session) -> None:
        """A session that has not begun is gone, whoever waits in it."""
        if session.state != OPEN:
            raise Problem(f"The match of the session {session.name} has begun.")
        if self.active_sessions.get(session.name) is session:
            del self.active_sessions[session.name]

    def running_count(self) -> int:
        """Matches that are being played."""
        return sum(session.state == RUNNING for session in self.active_sessions.values())

    def next_session_name(self) -> str:
        """The name of a session that was not named."""
        self.last_number += 1
        while str(self.last_number) in self.active_sessions:
            self.last_number += 1
        return str(self.last_number)

    def check_settings(self, asked: Mapping[str, SettingValue]) -> None:
        """Settings that the rules cannot play by are a Problem, in the words of who asked for them."""
        try:
            self.options_for(complete_settings(self.wire_module.SETTINGS, asked))
        except Problem as problem:
            sentence = str(problem)
            for setting in self.wire_module.SETTINGS:
                if setting.option:
                    sentence = re.sub(rf"\b(Option )?{re.escape(setting.option)}\b", setting.key, sentence)
            raise Problem(f"{sentence} {settings_help(self.wire_module.SETTINGS)}") from None

    def options_for(self, settings: Mapping[str, SettingValue]) -> Options:
        return prepare_options(self.game, self.seat_count, {**self.options, **self.wire_module.options_of(settings)})

    def parse_settings(self, settings: Mapping[str, Json]) -> dict[str, SettingValue]:
        """Settings that came as a JSON object."""
        return parse_settings(self.wire_module.SETTINGS, list(settings.items()))

    def _requested_session(self, requested: Json, player: Participant) -> Session:
        name = text_or_empty(requested).strip()
        if name in ("", ANY_SESSION):
            for session in self.active_sessions.values():
                if session.state == OPEN and (player.spectating or len(session.players) < self.seat_count):
                    return session
            return self.open_session(self.next_session_name(), {})
        if name == NEW_SESSION:
            return self.open_session(self.next_session_name(), {})
        if name in self.active_sessions and self.active_sessions[name].state == RUNNING:
            self.refresh_session(self.active_sessions[name])
        return self.active_sessions.get(name) or self.open_session(check_session_name(name), {})

    def _parse_seat_index(self, asked: Json) -> int | None:
        if asked is None or asked == "" or asked is False:
            return None
        try:
            index = int(id_text(asked))
        except ValueError:
            raise Problem(f"A player's index is a number below {self.seat_count}, not {_quote(asked)}.") from None
        if index == -1:
            return None
        if not 0 <= index < self.seat_count:
            raise Problem(f"There is no slot {index}; a player's index is a number below {self.seat_count}.")
        return index

    # Seats of others.

    def make_person(self, name: str, index: int | None = None) -> Participant:
        return Participant(HUMAN, clean_name(name), "Human", index, token=secrets.token_urlsafe(18), is_present=False)

    def make_bot_participant(self, spec: str, index: int | None = None) -> Participant:
        if ":" in spec:
            raise Problem("A bot of a contest is called by its name alone.")
        make_bot(self.game, spec)
        return Participant(BOT, clean_name(spec), "Parlour", index, bot_spec=spec)

    def fill_with_bots(self, session: Session, spec: str) -> None:
        """Bots for all who are missing."""
        while len(session.players) < self.seat_count:
            self.add_participant(session, self.make_bot_participant(spec))

    # Beginning and end.

    def assign_seats(self, session: Session) -> list[Participant | None]:
        """Who would have which seat: those that asked for one have it, the others fill the rest as they came."""
        seats: list[Participant | None] = [None] * self.seat_count
        for player in session.players:
            if player.wanted_seat is not None:
                seats[player.wanted_seat] = player
        for player in session.players:
            if player.wanted_seat is None:
                seats[seats.index(None)] = player
        return seats

    def is_ready(self, session: Session) -> bool:
        return (
            session.state == OPEN
            and len(session.players) == self.seat_count
            and all(player.is_present for player in session.players)
            and self.running_count() < MOST_RUNNING
        )

    def begin_match(self, session: Session) -> None:
        """Seats and settings are what they are from here on."""
        session.state = RUNNING
        session.seats = [player for player in self.assign_seats(session) if player is not None]
        session.settings = complete_settings(self.wire_module.SETTINGS, session.requested_settings)
        names = session.settings.get(NAMES_KEY, ())
        for player, name in zip(session.seats, names if isinstance(names, tuple) else (), strict=False):
            if name:
                player.name = clean_name(name)

    def end_match(self, session: Session, outcome: dict[str, Json]) -> None:
        session.state = OVER
        session.outcome = outcome
        for player in (*session.players, *session.spectators):
            player.client = None
        if self.active_sessions.get(session.name) is session:
            del self.active_sessions[session.name]
        self.finished_sessions.appendleft(session)

    def remove_abandoned(self, age: float) -> None:
        """Forgets sessions that were opened long ago, and nobody came."""
        for session in list(self.active_sessions.values()):
            here = any(player.is_present and player.kind != BOT for player in (*session.players, *session.spectators))
            if session.state == OPEN and not here and self.now() - session.opened_at >= age:
                del self.active_sessions[session.name]

    def overdue_sessions(self, patience: float) -> list[Session]:
        """Open sessions in which somebody has waited too long for others."""
        return [
            session
            for session in self.active_sessions.values()
            if session.state == OPEN
            and self.now() - session.opened_at >= patience
            and 0 < len(session.players) < self.seat_count
            and all(player.is_present for player in session.players)
        ]


def text_or_empty(value: Json) -> str:
    """Clients send numbers as texts and texts as numbers; anything else says nothing."""
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def clean_name(name: Json) -> str:
    """A name as deltas can hold it: one that is the mark of a removal would remove itself."""
    text = text_or_empty(name)
    return TOO_LONG_NAME if len(text) > LONGEST_NAME else UNKNOWN_NAME if text in ("", REMOVED_MARK) else text


def check_session_name(name: str) -> str:
    if len(name) > LONGEST_NAME or not name.isprintable() or name == REMOVED_MARK:
        raise Problem(f"The name of a session has at most {LONGEST_NAME} letters, all of which can be seen.")
    return name


def _quote(value: Json) -> str:
    return repr(text_or_empty(value)[:LONGEST_NAME])
