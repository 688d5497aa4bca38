"""A few small synthesised sounds; silent if they are switched off or the machine has no sound."""

from __future__ import annotations

import array
import math
import os
import sys
from functools import lru_cache
from pathlib import Path

import pygame

RATE = 22_050
NOTES = {  # pitch, start, length, loudness: those of the browser
    "turn": ((587, 0.0, 0.18, 0.3), (880, 0.12, 0.3, 0.27)),
    "move": ((196, 0.0, 0.07, 0.3), (147, 0.05, 0.08, 0.22)),
    "dice": ((240, 0.0, 0.04, 0.3), (310, 0.09, 0.04, 0.3), (210, 0.17, 0.05, 0.3), (270, 0.27, 0.05, 0.25)),
    "coin": ((1318, 0.0, 0.08, 0.18), (1760, 0.06, 0.2, 0.16)),
    "end": ((523, 0.0, 0.25, 0.27), (659, 0.14, 0.25, 0.27), (784, 0.28, 0.3, 0.27), (1047, 0.42, 0.6, 0.24)),
}


def samples(name: str) -> array.array[int]:
    """Returns a sound as 16-bit samples: triangle waves that fade away."""
    notes = NOTES[name]
    wave = [0.0] * int(RATE * (max(start + length for _, start, length, _ in notes) + 0.05))
    for pitch, start, length, loudness in notes:
        first = int(start * RATE)
        for step in range(int(length * RATE)):
            phase = step * pitch / RATE % 1
            fade = min(1.0, step / (0.01 * RATE)) * math.exp(-5 * step / (length * RATE))
            wave[first + step] += loudness * fade * (4 * abs(phase - 0.5) - 1)
    return array.array("h", (int(32_000 * max(-1.0, min(1.0, value))) for value in wave))


@lru_cache(maxsize=1)
def _is_ready() -> bool:
    if sys.platform == "linux" and not any(os.environ.get(name) for name in ("SDL_AUDIODRIVER", "PULSE_SERVER")):
        if not Path("/dev/snd").exists():
            return False  # a machine without sound, on which the driver would complain
    try:
        pygame.mixer.init(RATE, -16, 1, 512)
    except (pygame.error, NotImplementedError):
        return False
    return True


@lru_cache(maxsize=8)
def _sound(name: str) -> pygame.mixer.Sound:
    return pygame.mixer.Sound(buffer=samples(name).tobytes())


def play(name: str, wanted: bool) -> None:
    """Plays a sound if sounds are wanted and the machine has any."""
    if wanted and _is_ready():
        _sound(name).play()
