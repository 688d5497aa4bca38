/** The market: piles of cards in the order one likes, all of them or those one can pay for. */
import { html, nothing, type TemplateResult } from "lit";
import { pile } from "./card.js";
import { marketSpot, stopIn, type Scene } from "./scene.js";
import { cardOf, coinWord, sorted, sum, type Catalogue, type Order, type Sight } from "./sight.js";

export interface Taste {
  order: Order;
  affordable: boolean;
  worth: boolean;
}
const KEPT = "parlour.harmonictook";
const PLAIN: Taste = { order: "number", affordable: false, worth: false };
const ORDERS: Order[] = ["number", "cost", "colour"];

/** How this device likes its market; whatever it remembers wrongly is forgotten. */
export function tasteKept(): Taste {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Taste>;
    return {
      order: ORDERS.includes(kept.order as Order) ? kept.order! : PLAIN.order,
      affordable: kept.affordable === true,
      worth: kept.worth === true,
    };
  } catch {
    return PLAIN;
  }
}
export const keepTaste = (taste: Taste): void => localStorage.setItem(KEPT, JSON.stringify(taste));

/** The piles to be shown: a fixed market keeps the place of what is sold out. */
export function piles(sight: Sight, book: Catalogue, taste: Taste, fixed: boolean, coins: number): number[] {
  const there = sight.cards.filter((card) => fixed || (sight.market[card] ?? 0) > 0);
  return sorted(
    taste.affordable
      ? there.filter((card) => (sight.market[card] ?? 0) > 0 && cardOf(book, card).cost <= coins)
      : there,
    book,
    taste.order,
  );
}

const GAP = 8;
const SHAPE = 0.95;
const WIDEST = 190;
const TALLEST = 220; // pixels; width by height of a label that looks right
/** Into how many columns so many cards go, so that they are as large as they can be in their shape. */
export function columnsFor(count: number, width: number, height: number): number {
  let best = 1;
  let most = 0;
  for (let columns = 1; columns <= Math.max(count, 1); columns += 1) {
    const wide = Math.min((width - GAP * (columns - 1)) / columns, WIDEST);
    const rows = Math.ceil(count / columns);
    const high = Math.min((height - GAP * (rows - 1)) / rows, TALLEST);
    const size = Math.min(wide, high * SHAPE);
    if (size > most + 0.5) [best, most] = [columns, size];
  }
  return best;
}

export function market(scene: Scene, taste: Taste, change: (taste: Taste) => void, columns: number): TemplateResult {
  const { sight, book, mine, viewer, fixed } = scene;
  const coins = sight.coins[mine] ?? 0;
  const shown = piles(sight, book, taste, fixed, coins);
  const deck = sum(sight.deck);
  const stop = stopIn(scene, "market", shown.map(marketSpot));
  return html`<section class="market" aria-label="Market">
    <header class="tools row">
      <h2>Market</h2>
      ${deck > 0 ? html`<span class="soft deck">${deck} more in the deck</span>` : nothing}
      <span class="bank" data-purse="-1" title="The bank never runs out"
        ><span class="coin" aria-hidden="true"></span>Bank</span
      >
      <label class="sort soft"
        ><span>Sort by </span
        ><select
          aria-label="Sort by"
          @change=${(event: Event) => change({ ...taste, order: (event.target as HTMLSelectElement).value as Order })}
        >
          ${ORDERS.map((order) => html`<option value=${order} ?selected=${order === taste.order}>${order}</option>`)}
        </select></label
      >
      ${
        viewer === null
          ? nothing
          : html` <button
                type="button"
                class="switch"
                aria-pressed=${taste.affordable}
                title="Only what you can pay for"
                @click=${() => change({ ...taste, affordable: !taste.affordable })}
              >
                Affordable
              </button>
              <button
                type="button"
                class="switch"
                aria-pressed=${taste.worth}
                title="What the coach thinks each would bring, whenever you may build"
                @click=${() => change({ ...taste, worth: !taste.worth })}
              >
                Worth
              </button>`
      }
    </header>
    <ul
      class="shelf"
      data-group="market"
      aria-label="Cards on offer"
      .style=${`--columns:${columns}`}
      data-crowd=${shown.length > 24 ? "many" : shown.length > 15 ? "some" : "few"}
    >
      ${shown.map((card) => pile(scene, card, stop))}
      ${
        shown.length === 0
          ? html`<li class="none soft">
              ${taste.affordable ? `Nothing here for ${coinWord(coins)}.` : "The market is empty."}
            </li>`
          : nothing
      }
    </ul>
  </section>`;
}
