/** Times in everyday words. */

const clock = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const year = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

/** "just now", "12 min ago", "today 14:05", "3 Nov", "3 Nov 2024"; "" for an invalid date. */
export function when(iso: string, now = new Date()): string {
  const then = new Date(iso);
  if (Number.isNaN(then.getTime())) return "";
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (then.toDateString() === now.toDateString()) return `today ${clock.format(then)}`;
  return then.getFullYear() === now.getFullYear() ? `${day.format(then)}, ${clock.format(then)}` : year.format(then);
}
