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

DARK_LOG = {
    "log-orange": "#e09a4f",
    "log-amber": "#d07a2a",
    "log-yellow": "#f2c179",
    "log-green": "#86c27a",
    "log-blue": "#7fb4e8",
    "log-purple": "#b79ae0",
    "log-red": "#ef7d72",
    "log-grey": "#a89b8c",
}
LIGHT_LOG = {
    "log-orange": "#a8580f",
    "log-amber": "#bf7100",
    "log-yellow": "#7d6210",
    "log-green": "#2f6b2f",
    "log-blue": "#1d4f91",
    "log-purple": "#6b3fa0",
    "log-red": "#a02a24",
    "log-grey": "#6b5d52",
}

DARK_INKS = {f"ink-{name}": DARK_LOG[f"log-{name}"] for name in INKS}
LIGHT_INKS = {f"ink-{name}": LIGHT_LOG[f"log-{name}"] for name in INKS}

# Orange, green, blue, purple, red, yellow and black, as in the browser.
DARK_SEATS = ("#ffa734", "#83fac4", "#1092ff", "#cab8ff", "#ff2f1e", "#f7fe3d", "#8f828b")
LIGHT_SEATS = ("#cc7715", "#479b76", "#2e2ee8", "#4f0e8b", "#8f1230", "#846303", "#010000")

DARK = Theme(
    name="parlour-dark",
    dark=True,
    background="#17130f",
    surface="#221c17",
    panel="#2c241d",
    foreground="#f1e7d8",
    primary="#e88a7d",
    secondary="#6fc2b4",
    accent="#e0b45c",
    warning="#e0b45c",
    error="#ef7d72",
    success="#86c27a",
    variables={
        "soft": "#b9a892",
        "line": "#3d332a",
        "block-cursor-background": "#e0b45c",
        "block-cursor-foreground": "#17130f",
        "footer-key-foreground": "#e0b45c",
        **DARK_LOG,
        **DARK_INKS,
        **{f"seat-{seat}": colour for seat, colour in enumerate(DARK_SEATS)},
    },
)
LIGHT = Theme(
    name="parlour-light",
    dark=False,
    background="#f6f1e7",
    surface="#fffdf8",
    panel="#ece3d3",
    foreground="#2b2420",
    primary="#8a2f2a",
    secondary="#1f5f57",
    accent="#8a6410",
    warning="#8a6410",
    error="#a02a24",
    success="#2f6b2f",
    variables={
        "soft": "#6b5d52",
        "line": "#d9cdbb",
        "block-cursor-background": "#8a2f2a",
        "block-cursor-foreground": "#fffdf8",
        "footer-key-foreground": "#8a6410",
        **LIGHT_LOG,
        **LIGHT_INKS,
        **{f"seat-{seat}": colour for seat, colour in enumerate(LIGHT_SEATS)},
    },
)

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
