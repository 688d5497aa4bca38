/** A few small synthesised sounds; silent if switched off or forbidden by the browser. */
import { store } from "../kit/store.js";

export type Sound = "turn" | "move" | "end";
type Note = readonly [pitch: number, at: number, length: number, loudness: number];

const NOTES: Record<Sound, readonly Note[]> = {
  turn: [
    [587, 0, 0.18, 0.1],
    [880, 0.12, 0.3, 0.09],
  ],
  move: [
    [196, 0, 0.07, 0.09],
    [147, 0.05, 0.08, 0.07],
  ],
  end: [
    [523, 0, 0.25, 0.09],
    [659, 0.14, 0.25, 0.09],
    [784, 0.28, 0.3, 0.09],
    [1047, 0.42, 0.6, 0.08],
  ],
};
let room: AudioContext | null = null;

export function play(sound: Sound): void {
  const welcome = navigator.userActivation?.hasBeenActive ?? true; // browsers allow sound only after a click or a key
  if (!store.sound || !welcome || typeof AudioContext === "undefined" || (document.hidden && sound === "move")) return;
  try {
    room ??= new AudioContext();
    if (room.state === "suspended") void room.resume();
    for (const note of NOTES[sound]) strike(room, note);
  } catch {
    room = null;
  }
}

function strike(room: AudioContext, [pitch, at, length, loudness]: Note): void {
  const start = room.currentTime + at;
  const tone = room.createOscillator();
  const gain = room.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(gain).connect(room.destination);
  tone.start(start);
  tone.stop(start + length + 0.05);
}
