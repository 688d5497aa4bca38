"""The full-screen form for a new match: seats, players, names, options."""

from __future__ import annotations

from dataclasses import replace

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Footer, Input, Label, Select, Static, Switch

from parlour.bots import EXTERNAL_PREFIXES
from parlour.kernel.game import Game
from parlour.kernel.options import Option, Value, offered_options
from parlour.kernel.problem import Problem
from parlour.play.local_match import LocalMatch
from parlour.play.open_match import open_match
from parlour.play.play_setup import (
    DAILY_WORD,
    PlaySetup,
    available_players,
    default_opponent,
    default_players,
    describe_option,
    format_option,
    lower_first,
    parse_dice,
    parse_option,
)
from parlour.store.best_results import kept_results, result_notes
from parlour.table.seat import HUMAN, default_name

BY_CHANCE = "?"  # instead of a seat's value of an option


class NewMatchForm(Screen[LocalMatch | None]):
    """The full-screen form for all settings of a new match. Wrong fields are reported in the form."""

    BINDINGS = [Binding("escape", "back", "Back"), Binding("f5", "start", "Start")]

    def __init__(self, game: Game, before: PlaySetup) -> None:
        super().__init__()
        self.game = game
        if kept_results(game):  # not the first match
            before = replace(before, options={**game.traits.again, **before.options})
        self.initial_setup = replace(before, seats=before.seats or default_players(game, game.seats[0]))
        self.fast = False

    def compose(self) -> ComposeResult:
        yield Label(f"New game: {self.game.title}", classes="title", markup=False)
        with VerticalScroll(can_focus=False):
            yield Static("\n".join([self.game.text.blurb, *result_notes(self.game)]), classes="soft", markup=False)
            yield Static("", id="error", classes="error", markup=False)
            yield Label("Seats", classes="heading")
            if len(self.game.seats) > 1:
                with Horizontal(classes="row"):
                    yield Label("How many")
                    counts = [(str(count), count) for count in self.game.seats]
                    yield Select(counts, value=len(self.initial_setup.seats), allow_blank=False, id="count")
            for seat in range(self.game.seats[-1]):
                yield self.seat_row(seat)
            if offered_options(self.game.options):
                yield Label("Options", classes="heading")
            for option in offered_options(self.game.options):
                if option.per_seat:
                    yield from self.seat_choices(option)
                else:
                    with Horizontal(classes="row"):
                        yield Label(option.name, markup=False)
                        yield self.option_field(option)
                        if option.kind == "bool":
                            yield Label("", classes="state")
                yield Static(describe_option(option), classes="help", markup=False)
            yield Label("Dice and pace", classes="heading")
            with Horizontal(classes="row"):
                yield Label("seed")
                yield Input(placeholder="empty: new dice; a number: a match that can be repeated", id="seed")
            if self.game.traits.daily is not None:
                title = lower_first(self.game.traits.daily.title)
                yield Static(f"Type {DAILY_WORD} for {title}: today everybody has the same dice.", classes="help")
            with Horizontal(classes="row"):
                yield Label("fast")
                yield Switch(id="fast")
                yield Label("", classes="state")
            yield Static("No waiting for the reader or between what bots do.", classes="help")
        with Horizontal(classes="buttons"):
            yield Button("Start", variant="primary", id="start")
            yield Button("Back", id="back")
        yield Footer(show_command_palette=False)

    def seat_row(self, seat: int) -> Horizontal:
        players = self.initial_setup.seats
        player = players[seat] if seat < len(players) else default_opponent(self.game)
        known = [*available_players(self.game), *EXTERNAL_PREFIXES]
        name, _, argument = (player, "", "") if player in known else player.partition(":")
        names = self.initial_setup.names or default_names(self.game, players)
        return Horizontal(
            Label(f"Seat {seat + 1}"),
            Select([(word, word) for word in known], value=name, allow_blank=False, id=f"player-{seat}"),
            Input(argument, placeholder="argument", id=f"argument-{seat}", classes="argument"),
            Input(names[seat] if seat < len(names) else "", placeholder="name", id=f"name-{seat}"),
            classes=f"row of-seat-{seat}",
        )

    def seat_choices(self, option: Option) -> ComposeResult:
        """Yields a row for each seat, in which its value of the option is chosen."""
        values = str(self.initial_setup.options.get(option.name, option.default)).split(",")
        choices = [("random", BY_CHANCE), *((word, word) for word in option.per_seat)]
        for seat in range(self.game.seats[-1]):
            value = values[seat].strip().capitalize() if seat < len(values) else BY_CHANCE
            with Horizontal(classes=f"row of-seat-{seat}"):
                yield Label(f"{option.name} {seat + 1}", markup=False)
                yield Select(
                    choices,
                    value=value if value in option.per_seat else BY_CHANCE,
                    allow_blank=False,
                    id=f"option-{option.name}-{seat}",
                )

    def option_field(self, option: Option) -> Widget:
        value = self.initial_setup.options.get(option.name, option.default)
        if option.kind == "bool":
            return Switch(bool(value), id=f"option-{option.name}")
        if option.kind == "choice":
            choices = [(choice, choice) for choice in option.choices]
            return Select(choices, value=str(value), allow_blank=False, id=f"option-{option.name}")
        placeholder = "path of a file" if option.kind == "file" else ""
        return Input(format_option(value), placeholder=placeholder, id=f"option-{option.name}")

    def on_mount(self) -> None:
        self.show_seats(len(self.initial_setup.seats))
        for switch in self.query(Switch):
            self.on_switch_changed(Switch.Changed(switch, switch.value))
        self.query_one("#name-0", Input).focus()

    @on(Select.Changed, "#count")
    def count_changed(self, event: Select.Changed) -> None:
        self.show_seats(int(str(event.value)))

    @on(Select.Changed)
    def player_changed(self, event: Select.Changed) -> None:
        """Adapts a seat's form fields to its new player: a person needs a name, and only some bots take an argument."""
        word, _, seat = (event.select.id or "").partition("-")
        if word != "player":
            return
        person = event.value == HUMAN
        self.query_one(f"#argument-{seat}").display = not person and event.value not in self.game.coach.levels
        name = self.query_one(f"#name-{seat}", Input)
        name.placeholder = "name" if person else "bot's own name"
        if person and not name.value:
            name.value = default_name(self.game, HUMAN, [field.value for field in self.query(Input)])
        elif not person and name.value.startswith("Player"):
            name.value = ""

    def on_switch_changed(self, event: Switch.Changed) -> None:
        assert event.switch.parent is not None
        event.switch.parent.query_one(".state", Label).update(format_option(event.value))

    def show_seats(self, count: int) -> None:
        for seat in range(self.game.seats[-1]):
            for row in self.query(f".of-seat-{seat}"):
                row.display = seat < count

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "start":
            self.action_start()
        else:
            self.action_back()

    def on_input_submitted(self) -> None:
        self.action_start()

    def action_back(self) -> None:
        self.dismiss(None)

    def action_start(self) -> None:
        try:
            self.fast = self.query_one("#fast", Switch).value
            self.dismiss(open_match(self.read_form()))
        except Problem as problem:
            error = self.query_one("#error", Static)
            error.update(f"! {problem}")
            error.scroll_visible()

    def read_form(self) -> PlaySetup:
        """Returns the match setup that is filled in on the form; raises Problem if a field is wrong."""
        count = len(self.game.seats) > 1 and self.query_one("#count", Select).value
        players = [self.read_player_fields(seat) for seat in range(int(str(count)) if count else self.game.seats[0])]
        typed = [self.query_one(f"#name-{seat}", Input).value for seat in range(len(players))]
        names: list[str] = []
        for player, name in zip(players, typed, strict=True):
            bare = player != HUMAN and not name.strip()
            names.append(default_name(self.game, player, [*typed, *names]) if bare else name)
        options = {
            option.name: self.read_seat_choices(option, len(players))
            if option.per_seat
            else self.read_option_field(option)
            for option in offered_options(self.game.options)
        }
        seed, daily = parse_dice(self.game, self.query_one("#seed", Input).value)
        return PlaySetup(game=self.game, options=options, seats=players, names=names, seed=seed, daily=daily)

    def read_player_fields(self, seat: int) -> str:
        name = str(self.query_one(f"#player-{seat}", Select).value)
        argument = self.query_one(f"#argument-{seat}", Input).value.strip()
        plain = name == HUMAN or name in self.game.coach.levels or not argument
        return name if plain else f"{name}:{argument}"

    def read_seat_choices(self, option: Option, seats: int) -> str:
        values = [str(self.query_one(f"#option-{option.name}-{seat}", Select).value) for seat in range(seats)]
        return "" if all(value == BY_CHANCE for value in values) else ",".join(values)

    def read_option_field(self, option: Option) -> Value:
        field = self.query_one(f"#option-{option.name}")
        assert isinstance(field, Input | Switch | Select)
        before = self.initial_setup.options.get(option.name, option.default)
        if option.kind == "file" and before and field.value == format_option(before):
            return before  # the file of the last match, shown by its name
        return parse_option(option, format_option(field.value) if isinstance(field, Switch) else str(field.value))


def default_names(game: Game, players: list[str]) -> list[str]:
    """Returns default names for the people among these players; empty for bots, which get their own names later."""
    names: list[str] = []
    for player in players:
        names.append(default_name(game, HUMAN, names) if player == HUMAN else "")
    return names
