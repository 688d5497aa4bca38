"""A scene fills the window: the start, the form for a new match, the match. A dialog can lie over it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from parlour.window.frame import Frame

if TYPE_CHECKING:
    from parlour.window.window_app import WindowApp


class Key(NamedTuple):
    """A key press: its name (`enter`, `left`, `f1`, `a`), the character it types, and whether Ctrl is held."""

    name: str
    text: str = ""
    control: bool = False


class WindowDialog:
    """Something that lies over a scene until it is closed."""

    is_open = True

    def draw(self, frame: Frame) -> None:
        raise NotImplementedError

    def key(self, key: Key) -> bool:
        if key.name == "escape":
            self.close()
            return True
        return False

    def close(self) -> None:
        self.is_open = False


class Scene:
    """One scene of the window; it draws itself, and gets the keys that no widget takes."""

    def __init__(self, app: WindowApp) -> None:
        self.app = app
        self.dialog: WindowDialog | None = None

    def draw(self, frame: Frame) -> None:
        """Draws the scene, and the dialog over it."""
        if self.dialog is not None and not self.dialog.is_open:
            self.dialog = None
        if self.dialog is None:
            self.draw_scene(frame)
            return
        with frame.asleep():
            self.draw_scene(frame)
        frame.canvas.fill(frame.box, "veil")
        self.dialog.draw(frame)

    def title(self) -> str:
        """Returns the title of the window while the scene is shown."""
        return "Parlour"

    def draw_scene(self, frame: Frame) -> None:
        raise NotImplementedError

    def press(self, key: Key) -> bool:
        if self.dialog is not None and self.dialog.is_open:
            return self.dialog.key(key)
        return self.key(key)

    def key(self, key: Key) -> bool:
        return False

    def tick(self) -> bool:
        """Lets time pass; returns whether something changed."""
        return False

    def is_moving(self) -> bool:
        return False

    def close(self) -> None:
        """Ends what the scene has running."""
