/** Before the dice are rolled: which totals fire how many cards, one's own and those that cost. */
import { html, type TemplateResult } from "lit";
import type { Scene } from "./scene.js";
import { cardOf, sum, type Catalogue, type Sight } from "./sight.js";

const TOTALS = Array.from({ length: 14 }, (_, index) => index + 1);

/** Open cards that fire on a total if this seat rolls it: those that work for it, and the red ones of the others. */
export function firing(sight: Sight, book: Catalogue, seat: number, total: number): { mine: number; theirs: number } {
  const open = (who: number, card: number) => (sight.owned[who]?.[card] ?? 0) - (sight.closed[who]?.[card] ?? 0);
  const hit = sight.cards.filter((card) => cardOf(book, card).hits_on.includes(total));
  const red = (card: number) => cardOf(book, card).colour === "red";
  return {
    mine: sum(hit.filter((card) => !red(card)).map((card) => open(seat, card))),
    theirs: sum(hit.filter(red).map((card) => sum(sight.coins.map((_, who) => (who === seat ? 0 : open(who, card)))))),
  };
}

/** A column a total: what fires for you above the line, against you below it. */
export function outlook({ sight, book, mine }: Scene): TemplateResult {
  const columns = TOTALS.map((total) => ({ total, ...firing(sight, book, mine, total) }));
  const last = Math.max(12, ...columns.filter((one) => one.mine + one.theirs > 0).map((one) => one.total));
  const shown = columns.slice(0, last);
  const most = Math.max(1, ...shown.map((one) => Math.max(one.mine, one.theirs)));
  const said = shown
    .filter((one) => one.mine + one.theirs > 0)
    .map((one) => `${one.total}: ${one.mine} for you${one.theirs ? `, ${one.theirs} against you` : ""}`)
    .join("; ");
  return html`<div
    class="outlook ${shown.some((one) => one.theirs > 0) ? "" : "calm"}"
    role="img"
    aria-label="Cards that fire on a total. ${said || "None."}"
    title="Cards that fire on each total: for you above, against you below"
  >
    ${shown.map(
      ({ total, mine: good, theirs: bad }) =>
        html`<span class="column ${total === sight.total ? "now" : ""}">
          <i class="good" .style=${`--high:${good / most}`}>${good || ""}</i><b>${total}</b
          ><i class="bad" .style=${`--high:${bad / most}`}>${bad || ""}</i></span
        >`,
    )}
  </div>`;
}
