/** Cards like matchbox labels: in the market, stacked in a city, on a chip. */
import { choiceOf } from "@parlour/kit/question";
import { html, nothing, svg, type TemplateResult } from "lit";
import { bestOf, citySpot, marketSpot, opened, type Scene } from "./scene.js";
import {
  COLOURS,
  cardOf,
  coinWord,
  hitsOf,
  invests,
  type Card,
  type Catalogue,
  type Colour,
  type Stack,
} from "./sight.js";

/** Waves, a leaf, a flame and a crown: the four colours for those who do not see them. */
const SIGNS: Record<Colour, string> = {
  blue: "M1.5 6q2.2-3 4.300 0t4.300 0 4.400 0M1.5 11q2.200-3 4.300 0t4.300 0 4.400 0",
  green: "M2.500 13.500C2.500 6 7 2.500 13.500 2.500c0 7-3.500 10.500-8.500 9.500M2.500 13.500 9 7",
  red:
    "M8 1.500c.5 3.500 4.500 4.500 4.500 8.500a4.500 4.500 0 0 1-9 0c0-2 1-3.200 2-4 .3 1.500 1 2 1.700 2" +
    "C8 6 6.500 4 8 1.500z",
  purple: "M2 12.500 1.500 4.500 5.300 7.500 8 2.500l2.700 5 3.800-3-.5 8z",
};
export const sign = (colour: Colour): TemplateResult =>
  html`<svg class="sign" viewBox="0 0 16 16" aria-hidden="true">${svg`<path d=${SIGNS[colour]} />`}</svg>`;

const HOUSE = html`<svg class="art" viewBox="0 0 64 64" aria-hidden="true">
  ${svg`<path class="house" d="M10 30 32 12l22 18v24H10z" />
    <path class="roof" d="M6 32 32 10l26 22" />
    <path class="pane" d="M18 36h9v9h-9zM37 36h9v18h-9z" />`}
</svg>`;

/** The picture of a card: its own, else its category's, else a house. */
export function picture(book: Catalogue, { id, category }: { id: string; category?: string }): TemplateResult {
  const source = book.art[id] ?? book.art[`category_${category}`];
  return source === undefined ? HOUSE : html`<img class="art" src=${source} alt="" draggable="false" />`;
}

export const coin = (count: number, word = "costs"): TemplateResult =>
  html`<span class="coin" title="${word} ${coinWord(count)}">${count}</span>`;

/** A card in words, for those who listen. */
export const wordsOf = (card: Card): string =>
  `${card.name}, ${card.colour}, ${COLOURS[card.colour].when}, fires on ${hitsOf(card)}`;

/** The first thing the coach says, short enough for a card: "+0.50 a round". */
export const briefly = (text: string): string => text.split(/[,;]/)[0]!.replace(" coins a round", " a round");

/** What the coach thinks of an answer, on the card itself; where there is little room, the figure alone. */
export function worthOf(
  { hints }: Scene,
  action: string,
  room: "wide" | "small" | "best" = "wide",
): TemplateResult | typeof nothing {
  const hint = hints.find((one) => one.action === action);
  const best = hint !== undefined && hint === bestOf(hints);
  if (hint === undefined || (room === "best" && !best)) return nothing;
  return html`<span class="worth ${best ? "best" : ""}" title=${hint.text}
    >${best ? html`<span aria-hidden="true">★ </span><span class="unseen">The best: </span>` : nothing}${
      room === "small" ? briefly(hint.text).split(" ")[0] : briefly(hint.text)
    }</span
  >`;
}

/** What every spot does: it is pointed at, looked at and pressed. */
export function handlers(scene: Scene, spot: string) {
  return {
    enter: (event: PointerEvent) => event.pointerType !== "touch" && scene.point(spot),
    leave: () => scene.point(""),
    focus: (event: FocusEvent) => (event.target as Element).matches(":focus-visible") && scene.point(spot),
    press: () => scene.press(spot),
  };
}

/** A pile in the market. */
export function pile(scene: Scene, number: number, stop: string): TemplateResult {
  const { sight, book, question, mine, shown } = scene;
  const card = cardOf(book, number);
  const spot = marketSpot(number);
  const action = `buy ${card.id}`;
  const left = sight.market[number] ?? 0;
  const own = sight.owned[mine]?.[number] ?? 0;
  const reason = choiceOf(question, action)?.reason ?? null;
  const can = opened(scene, spot);
  const on = handlers(scene, spot);
  const fires = sight.total > 0 && card.hits_on.includes(sight.total);
  const said =
    `${wordsOf(card)}, costs ${coinWord(card.cost)}, ${left === 0 ? "none" : left} left, ` +
    `you own ${own === 0 ? "none" : own}. ${card.text}`;
  return html`<li
    class="label ${card.colour} ${can ? "can" : ""} ${reason || left === 0 ? "closed" : ""} ${
      scene.picked === action ? "picked" : ""
    } ${fires ? "fires" : ""} ${shown.flash === spot ? "flash" : ""}"
  >
    <button
      type="button"
      data-spot=${spot}
      tabindex=${spot === stop ? 0 : -1}
      aria-description=${reason?.sentence ?? nothing}
      aria-disabled=${reason ? "true" : nothing}
      aria-pressed=${scene.picked === action ? "true" : nothing}
      @click=${on.press}
      @pointerenter=${on.enter}
      @pointerleave=${on.leave}
      @focus=${on.focus}
      @blur=${on.leave}
    >
      <span class="unseen">${said}</span>
      <span class="face" aria-hidden="true"
        ><span class="band line"><b class="hits">${hitsOf(card)}</b>${coin(card.cost)}</span>
        <span class="window">${picture(book, card)}</span>
        <span class="title">${card.name}</span>
        <span class="foot line"
          ><span class="kind">${sign(card.colour)}<span class="when">${COLOURS[card.colour].when}</span></span
          ><span class="left">${left === 0 ? "sold out" : `×${left}`}</span></span
        >
        ${own > 0 ? html`<span class="own">${own}<span class="yours"> yours</span></span>` : nothing}</span
      >
      ${worthOf(scene, action)}
    </button>
  </li>`;
}

/** A stack of equal cards in a city. */
export function tile(scene: Scene, seat: number, stack: Stack, stop: string): TemplateResult {
  const { sight, book, shown } = scene;
  const card = cardOf(book, stack.card);
  const spot = citySpot(seat, stack.card, stack.closed);
  const can = opened(scene, spot);
  const on = handlers(scene, spot);
  const stored = invests(card) ? (sight.stored[seat] ?? 0) : 0;
  const fires = !stack.closed && shown.flash === spot;
  const said = `${stack.count} ${wordsOf(card)}${stack.closed ? ", closed for renovation" : ""}${
    stored ? `, ${coinWord(stored)} on it` : ""
  }`;
  return html`<li
    class="tile ${card.colour} ${
      hitsOf(card).length > 3 ? "long" : hitsOf(card).length > 1 && stack.count > 1 ? "tight" : ""
    } ${stack.closed ? "shut" : ""} ${can ? "can" : ""} ${fires ? "flash" : ""} ${
      scene.spot === spot && can ? "picked" : ""
    }"
  >
    <button
      type="button"
      data-spot=${spot}
      tabindex=${spot === stop ? 0 : -1}
      @click=${on.press}
      @pointerenter=${on.enter}
      @pointerleave=${on.leave}
      @focus=${on.focus}
      @blur=${on.leave}
    >
      <span class="unseen">${said}</span>
      <span class="face" aria-hidden="true"
        ><span class="strip"
          ><span class="hits">${hitsOf(card)}</span
          >${stack.count > 1 ? html`<b class="count">×${stack.count}</b>` : nothing}</span
        >
        ${picture(book, card)}
        <span class="name">${card.name}</span>
        ${stack.closed ? html`<span class="fence">closed</span>` : nothing}
        ${stored ? html`<span class="stored">${coin(stored, "holds")}</span>` : nothing}</span
      >
    </button>
  </li>`;
}
