/** Short texts and numbers of the table page. */
import type { Seat } from "../kit/types.js";

/** "Ann", "Ann and Bob", "Ann, Bob and Cid". */
export function list(names: string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** 9:05, 1:00:00; below ten seconds with a tenth. */
export function clockFace(seconds: number): string {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
  const whole = Math.floor(left);
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    String(whole % 60).padStart(2, "0"),
  ];
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

export const NEARLY_GONE = 20; // seconds

export function timeLeft(clock: { left: number; runs: boolean }, updated: number, now: number): number {
  return Math.max(0, clock.left - (clock.runs ? (now - updated) / 1000 : 0));
}

export const isBot = (seat: Seat): boolean => seat.player !== "human" && seat.player !== "open";

export const nameOf = (seat: Seat): string =>
  seat.name || (seat.player === "open" ? "Open seat" : `Seat ${seat.seat + 1}`);

/** Whom the table waits for, for viewers who are not asked. */
export function waitingFor(seats: Seat[], lights: number[]): string {
  const owing = seats.filter((seat) => lights.includes(seat.seat));
  if (owing.length === 0) return "One moment.";
  const names = list(owing.map(nameOf));
  if (owing.every(isBot)) return `${names} ${owing.length > 1 ? "are" : "is"} thinking.`;
  return `Waiting for ${names}.`;
}

/** "43 %"; only a certainty is shown as 0 % or 100 %. */
export function percent(chance: number): string {
  if (chance > 0 && chance < 0.01) return "under 1 %";
  if (chance < 1 && chance > 0.99) return "over 99 %";
  return `${Math.round(chance * 100)} %`;
}

/** 1st, 2nd, 3rd, 4th, 11th, 21st. */
export function ordinal(rank: number): string {
  const teen = rank % 100 > 10 && rank % 100 < 14;
  return `${rank}${teen ? "th" : (["th", "st", "nd", "rd"][rank % 10] ?? "th")}`;
}
