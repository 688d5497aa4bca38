/** Whose view the screen shows if one device holds several seats. */

export interface ActiveSeat {
  seat: number | null; // whose view; null: the public view of a watcher
  curtain: number | null; // who must take the device first; nothing is shown until then
}

/**
 * With one seat there is nothing to hide. With several, a private view is shown only to the player who lifted the
 * curtain last, and only while they are asked. In a game without secrets there is no curtain: the screen shows whoever
 * is asked, until another player is. In a game that is `ordered`, those who are asked at once are asked in seat order.
 */
export function chooseActiveSeat(
  held: number[],
  asked: number[],
  last: number | null,
  secrets = true,
  ordered = false,
): ActiveSeat {
  if (held.length < 2) return { seat: held[0] ?? null, curtain: null };
  const waiting = held.filter((seat) => asked.includes(seat)).sort((a, b) => a - b);
  if (last !== null && (ordered ? waiting[0] === last : waiting.includes(last))) return { seat: last, curtain: null };
  const next = (ordered ? undefined : waiting.find((seat) => seat > (last ?? -1))) ?? waiting[0];
  return secrets
    ? { seat: null, curtain: next ?? null }
    : { seat: next ?? (last !== null && held.includes(last) ? last : null), curtain: null };
}
