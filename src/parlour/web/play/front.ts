/** Whose eyes the screen shows, where one device holds several seats. */

export interface Front {
  seat: number | null; // through whose eyes; null: the common view, what any watcher may see
  curtain: number | null; // who must take the device first; nothing is shown until then
}

/**
 * With one seat there is nothing to hide. With several, only the one who lifted the curtain last sees an own view, and
 * only while asked. In a game without secrets no curtain falls: whoever is asked is in front, and stays there until
 * another one is.
 */
export function front(held: number[], asked: number[], last: number | null, secrets = true): Front {
  if (held.length < 2) return { seat: held[0] ?? null, curtain: null };
  if (last !== null && asked.includes(last)) return { seat: last, curtain: null };
  const waiting = held.filter((seat) => asked.includes(seat)).sort((a, b) => a - b);
  const next = waiting.find((seat) => seat > (last ?? -1)) ?? waiting[0];
  return secrets
    ? { seat: null, curtain: next ?? null }
    : { seat: next ?? (last !== null && held.includes(last) ? last : null), curtain: null };
}
