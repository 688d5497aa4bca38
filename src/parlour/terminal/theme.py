"""The colours of the full-screen terminal client, dark and light, and its style sheet."""

from __future__ import annotations

from textual.theme import Theme

from parlour.terminal.inks import INKS

LOG_MARKS = {  # in place of the icons of log lines
    "round": "=",
    "selection": ">",
    "gain": "+",
    "store": "$",
    "battle": "x",
    "system": ".",
    "dice": "#",
    "book": "~",
    "door": "^",
    "eye": "o",
    "hint": "?",
    "person": "@",
    "clock": ":",
    "again": "&",
    "check": "*",
    "close": "-",
    "warning": "!",
}

LOG_COLOURS = {  # dark, light
    "orange": ("#e09a4f", "#a8580f"),
    "amber": ("#d07a2a", "#bf7100"),
    "yellow": ("#f2c179", "#7d6210"),
    "green": ("#86c27a", "#2f6b2f"),
    "blue": ("#7fb4e8", "#1d4f91"),
    "purple": ("#b79ae0", "#6b3fa0"),
    "red": ("#ef7d72", "#a02a24"),
    "grey": ("#a89b8c", "#6b5d52"),
}
# Orange, green, blue, purple, red, yellow and black, as in the browser.
DARK_SEATS = ("#ffa734", "#83fac4", "#1092ff", "#cab8ff", "#ff2f1e", "#f7fe3d", "#8f828b")
LIGHT_SEATS = ("#cc7715", "#479b76", "#2e2ee8", "#4f0e8b", "#8f1230", "#846303", "#010000")


def make_theme(dark: bool) -> Theme:
    def tone(by_night: str, by_day: str) -> str:
        return by_night if dark else by_day

    log = {name: tone(*tones) for name, tones in LOG_COLOURS.items()}
    return Theme(
        name=tone("parlour-dark", "parlour-light"),
        dark=dark,
        background=tone("#17130f", "#f6f1e7"),
        surface=tone("#221c17", "#fffdf8"),
        panel=tone("#2c241d", "#ece3d3"),
        foreground=tone("#f1e7d8", "#2b2420"),
        primary=tone("#e88a7d", "#8a2f2a"),
        secondary=tone("#6fc2b4", "#1f5f57"),
        accent=tone("#e0b45c", "#8a6410"),
        warning=tone("#e0b45c", "#8a6410"),
        error=log["red"],
        success=log["green"],
        variables={
            "soft": tone("#b9a892", "#6b5d52"),
            "line": tone("#3d332a", "#d9cdbb"),
            "block-cursor-background": tone("#e0b45c", "#8a2f2a"),
            "block-cursor-foreground": tone("#17130f", "#fffdf8"),
            "footer-key-foreground": tone("#e0b45c", "#8a6410"),
            **{f"log-{name}": colour for name, colour in log.items()},
            **{f"ink-{name}": log[name] for name in INKS},
            **{f"seat-{seat}": colour for seat, colour in enumerate(DARK_SEATS if dark else LIGHT_SEATS)},
        },
    )


DARK, LIGHT = make_theme(dark=True), make_theme(dark=False)

STYLESHEET = """
Screen { background: $background; color: $foreground; }
Footer { background: $surface; }
OptionList { background: $surface; border: none; padding: 0 1; }
OptionList:focus { border: none; background-tint: $foreground 0%; }
OptionList > .option-list--option-disabled { color: $soft; }
Input { background: $background; border: tall $line; }
Input:focus { border: tall $accent; }

.title { height: 1; padding: 0 2; background: $surface; color: $accent; text-style: bold; }
.soft { color: $soft; }
.error { color: $error; height: auto; }

#middle { height: 1fr; }
KeyHints { height: 1; padding: 0 1; background: $surface; link-style: none; link-color: $foreground; }
#log { width: 42; background: $background; border-right: solid $line; padding: 0 1 0 0; display: none; }
.-log #log { display: block; }
.-log.-narrow #log { width: 1fr; border: none; }
.-log.-narrow #table { display: none; }
.line { height: auto; padding: 0 1; color: $soft; }
.line.new { color: $foreground; background: $surface; }
.line.orange { border-left: outer $log-orange; }
.line.amber { border-left: outer $log-amber; }
.line.yellow { border-left: outer $log-yellow; }
.line.green { border-left: outer $log-green; }
.line.blue { border-left: outer $log-blue; }
.line.purple { border-left: outer $log-purple; }
.line.red { border-left: outer $log-red; }
.line.grey { border-left: outer $log-grey; }

#felt { height: 1fr; align: center middle; }
#board { width: auto; height: auto; padding: 0 2; }
#bar { height: auto; max-height: 75%; background: $surface; border-top: solid $line; padding: 0 1; }
#story { height: auto; max-height: 9; padding: 0 1; }
#story.-strip { max-height: 3; scrollbar-size: 0 0; }
#coach { height: auto; max-height: 12; padding: 0 1; border: round $accent; border-title-color: $accent;
  border-subtitle-color: $soft; }
#question { height: auto; padding: 0 1; color: $accent; text-style: bold; }
#note { height: auto; padding: 0 1; color: $error; }
#note.-info { color: $secondary; }
#choices { height: auto; max-height: 10; }
#typing { height: 3; }

Popup { align: center middle; background: $background 60%; }
Popup > Vertical { width: 80; max-width: 100%; height: auto; max-height: 96%; padding: 0 1; background: $surface;
  border: round $accent; border-subtitle-color: $soft; }
Popup OptionList { max-height: 12; }
Popup .text { height: auto; }
Popup VerticalScroll { height: auto; max-height: 80vh; }
Popup TabbedContent { height: auto; }
Popup TabPane { height: auto; padding: 1 0 0 0; }
Popup DataTable { height: auto; max-height: 10; margin: 1 0; background: $surface; }
Popup Horizontal { height: auto; }
Popup Button { margin-right: 1; }
Popup Horizontal Input { width: 1fr; margin-right: 1; }
PassCurtain { align: center middle; }
PassCurtain Static { width: auto; text-align: center; }

MainMenu { align: center middle; }
MainMenu > Vertical { width: 84; max-width: 100%; height: auto; max-height: 100%; padding: 1 2; }
MainMenu .name { color: $accent; text-style: bold; text-align: center; width: 100%; }
MainMenu .welcome { color: $soft; text-align: center; width: 100%; margin-bottom: 1; }
MainMenu OptionList { height: auto; max-height: 1fr; padding: 1 1; }

NewMatchForm > VerticalScroll { padding: 0 2; height: 1fr; }
NewMatchForm .row { height: auto; }
NewMatchForm .row Label { width: 12; padding: 1 1 0 0; }
NewMatchForm .row Select { width: 22; }
NewMatchForm .row Input { width: 1fr; }
NewMatchForm .row .argument { width: 16; }
NewMatchForm .row .state { width: 6; }
NewMatchForm .help { color: $soft; padding: 0 0 0 12; height: auto; }
NewMatchForm .heading { color: $accent; text-style: bold; padding-top: 1; }
NewMatchForm .buttons { height: 3; dock: bottom; }
"""
