/** The store: goods, prices, sizes, and the load after buying. */
import { html, nothing, type TemplateResult } from "lit";
import { picture } from "./pieces.js";
import { act, type Scene } from "./scene.js";
import { BATTERY, BULLET, ITEMS, type Book, type HunterView } from "./view.js";

export interface Ware {
  item: number;
  price: number;
  printed: number;
  size: number;
  held: number;
  load: number;
  over: boolean;
  full: boolean;
}

/** The goods for a seat: its ammunition first, then the list, each with the load it would make. */
export function wares(sight: HunterView, book: Book, seat: number): Ware[] {
  const prices = sight.prices[seat] ?? [];
  const room = sight.capacity[seat] ?? 0;
  return [BULLET, BATTERY, 0, 1, 2, 3, 4, 5]
    .filter((item) => (prices[item] ?? 0) > 0)
    .map((item) => {
      const { size = 1, price: printed = 0, most = 0 } = book.item[item] ?? {};
      const held = sight.items[seat]?.[item] ?? 0;
      const load = (sight.used[seat] ?? 0) + size;
      return {
        item,
        price: prices[item]!,
        printed,
        size,
        held,
        load,
        over: size > 0 && load > room,
        full: most > 0 && held >= most,
      };
    });
}

export function store(scene: Scene): TemplateResult {
  const { sight, book, mine } = scene;
  return html`<div class="panel vertical shop" data-look="store" role="group" aria-labelledby="stage">
    <header>
      <h2 id="stage">The store</h2>
      <p class="soft">Buy what you like, one at a time. Your board is open for use as well.</p>
    </header>
    <ul class="wares">
      ${wares(sight, book, mine).map((ware) => wareCard(scene, ware))}
    </ul>
  </div>`;
}

function wareCard(scene: Scene, ware: Ware): TemplateResult {
  const { book, sight, mine, sure } = scene;
  const { name, text } = book.item[ware.item]!;
  const action = `buy ${ITEMS[ware.item]}`;
  const doubtful = sure === action;
  const words = html`<s ?hidden=${ware.printed <= ware.price}>$${ware.printed}</s><b>$${ware.price}</b>`;
  return html`<li class="ware ${ware.over ? "over" : ""}" data-look="item:${ITEMS[ware.item]}">
    ${picture(book, `item-${ITEMS[ware.item]}`)}
    <div class="words">
      <b>${name}</b><span class="soft small">size ${ware.size}${ware.held ? ` · you have ${ware.held}` : ""}</span>
    </div>
    <p class="text small" title=${text}>${text}</p>
    ${
      doubtful
        ? html`<div class="doubt row" role="alertdialog" aria-label="Buy ${name} and overfill?">
            <span class="small">${ware.load} of ${sight.capacity[mine]}: too full. Buy it anyway?</span
            >${act(scene, action, "Buy anyway", { style: "small strong sure" })}<button
              type="button"
              class="act small"
              data-cancel
              @click=${() => scene.doubt("")}
            >
              Cancel
            </button>
          </div>`
        : html`${act(scene, action, `Buy ${name}`, {
            style: "buy",
            words: html`<span>Buy</span>${words}`,
            doubt: ware.over,
            name: `Buy ${name} for $${ware.price}`,
          })}
          ${
            ware.over
              ? html`<span class="warn small">over capacity: ${ware.load} / ${sight.capacity[mine]}</span>`
              : ware.full
                ? html`<span class="warn small">maximum ammunition</span>`
                : nothing
          }`
    }
  </li>`;
}
