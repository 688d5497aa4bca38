/** The orders of the selected unit, each with its key; with no selection, a line on how to begin. */
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { icon } from "@parlour/kit/icons";
import type { BoardContext } from "./board-context.js";
import { figures } from "./inspector.js";
import { advisedTiles, priceOf } from "./marks.js";
import { answerFor, harms, label, most, ordersOf, stepCost, targetOf, warning, type Order } from "./orders.js";
import { portrait } from "./portrait.js";
import { FOOD, JOBS, place, goodsWords, type Job } from "./view.js";

const RANK = { build: 0, harvest: 1, attack: 2, pickup: 3, drop: 4, recruit: 5, move: 6 } as const;
const LAST = 7;
const ADVICE = 5; // hints that are shown
const ARROWS = ["↑", "→", "↓", "←"];
const NAMES = ["North", "East", "South", "West"];

/**
 * The order of the card: building and harvesting first, then attacks, loads and steps; orders that harm the player come
 * last.
 */
export function sorted(context: BoardContext, orders: readonly Order[]): Order[] {
  const rank = (order: Order): number => (harmful(context, order) ? LAST : RANK[order.kind]);
  return [...orders].sort((one, other) => rank(one) - rank(other) || one.number - other.number);
}

/** The orders of keys 1 to 9: those of the card, without steps and without harmful ones. */
export function numbered(context: BoardContext): Order[] {
  const orders = context.among ?? (context.selected < 0 ? [] : ordersOf(context.sight, context.selected));
  return sorted(context, orders)
    .filter((order) => !harmful(context, order) && (order.kind !== "move" || context.among !== null))
    .slice(0, 9);
}

const harmful = ({ valley, selected }: BoardContext, order: Order): boolean => harms(valley, selected, order);
const kindOf = ({ kind, goods }: Order): string => `${kind} ${goods}`;

/** The chosen amount: all, unless the player chose less. */
export function amountOf(context: BoardContext, order: Order): number {
  const top = most(context.valley, context.selected, order);
  return Math.min(context.amounts.get(kindOf(order)) ?? top, top);
}

function key(context: BoardContext, order: Order): TemplateResult | typeof nothing {
  const at = numbered(context).findIndex(({ number }) => number === order.number);
  return at < 0 ? nothing : html`<kbd aria-hidden="true">${at + 1}</kbd>`;
}

function button(context: BoardContext, order: Order): TemplateResult {
  const { sight, valley, selected } = context;
  const grave = warning(valley, selected, order, amountOf(context, order));
  return html`<button
    class="act order ${order.kind}"
    data-action=${answerFor(sight, valley, selected, order, amountOf(context, order))}
    ?disabled=${!context.mine}
    @click=${() => context.act(order)}
  >
    ${key(context, order)}<span
      >${label(
        sight,
        valley,
        selected,
        order,
        amountOf(context, order),
      )}${grave ? html` <em>${grave}</em>` : nothing}</span
    >
  </button>`;
}

function stepper(context: BoardContext, order: Order): TemplateResult {
  const top = most(context.valley, context.selected, order);
  const now = amountOf(context, order);
  const kind = kindOf(order);
  const word = order.goods === FOOD ? "food" : "branches";
  const by = (change: number) => () => context.measure(kind, Math.min(top, Math.max(1, now + change)));
  const typed = (event: Event) =>
    context.measure(
      kind,
      Math.min(top, Math.max(1, Math.round(Number((event.target as HTMLInputElement).value)) || top)),
    );
  return html`<span class="stepper" role="group" aria-label="How many ${word}">
    <button class="act small" ?disabled=${now <= 1} @click=${by(-1)}>
      <span aria-hidden="true">−</span><span class="unseen">Fewer ${word}</span></button
    ><input
      type="number"
      inputmode="numeric"
      min="1"
      max=${top}
      aria-label="How many ${word}"
      .value=${live(String(now))}
      @change=${typed}
    /><span>of ${top}</span>
    <button class="act small" ?disabled=${now >= top} @click=${by(1)}>
      <span aria-hidden="true">+</span><span class="unseen">More ${word}</span>
    </button></span
  >`;
}

/** An order with a stepper for its amount, if it has one. */
function measured(context: BoardContext, order: Order): TemplateResult {
  const several = most(context.valley, context.selected, order) > 1;
  return html`${button(context, order)}${several ? stepper(context, order) : nothing}`;
}

/** The drops of one kind of goods: how many, and where. */
function drops(context: BoardContext, orders: Order[]): TemplateResult | typeof nothing {
  const [first] = orders;
  if (!first) return nothing;
  const word = first.goods === FOOD ? "food" : "branches";
  const { valley, selected, sight } = context;
  return html`<div class="drops row">
    <span class="what">Drop ${word}</span>${most(valley, selected, first) > 1 ? stepper(context, first) : nothing}<span
      class="ways"
      >${orders.map((order) => {
        const target = targetOf(valley, selected, order);
        const lodge = valley.lodges.has(target);
        const words = label(sight, valley, selected, order, amountOf(context, order));
        return html`<button
          class="act small ${lodge ? "into" : ""}"
          title=${words}
          data-action=${answerFor(sight, valley, selected, order, amountOf(context, order))}
          ?disabled=${!context.mine}
          @click=${() => context.act(order)}
        >
          ${key(context, order)}<span aria-hidden="true"
            >${order.direction < 0 ? "here" : ARROWS[order.direction]}${lodge ? " lodge" : ""}</span
          ><span class="unseen">${words}</span>
        </button>`;
      })}</span
    >
  </div>`;
}

function steps(context: BoardContext, orders: Order[]): TemplateResult | typeof nothing {
  if (!orders.length) return nothing;
  const { sight, valley, selected } = context;
  return html`<div class="drops row">
    <span class="what">Go</span
    ><span class="ways"
      >${orders.map(
        (order) =>
          html`<button
            class="act small"
            title="${NAMES[order.direction]} (Shift and arrow)"
            data-action=${answerFor(sight, valley, selected, order)}
            ?disabled=${!context.mine}
            @click=${() => context.act(order)}
          >
            <span aria-hidden="true"
              >${ARROWS[order.direction]}
              <small
                >${stepCost(valley.land, selected, targetOf(valley, selected, order), order.direction)}</small
              ></span
            ><span class="unseen">${label(sight, valley, selected, order)}</span>
          </button>`,
      )}</span
    >
  </div>`;
}

/** The figures of a job; the signs are those of the legend. */
const FIGURES: readonly { sign: string; word: string; of(job: Job): number }[] = [
  { sign: "♥", word: "health", of: ({ health }) => health },
  { sign: "➤", word: "moves", of: ({ moves }) => moves },
  { sign: "⚔", word: "attack", of: ({ damage }) => damage },
  { sign: "✱", word: "actions", of: ({ actions }) => (actions === 1 ? 0 : actions) }, // nearly always 1
  { sign: "♣", word: "harvest of trees", of: ({ chopping }) => chopping },
  { sign: "⚘", word: "harvest of cattails", of: ({ munching }) => munching },
  { sign: "▣", word: "carries", of: ({ carry }) => carry },
  { sign: "☆", word: "distracts", of: ({ distraction }) => distraction },
];

/** The jobs a lodge can recruit, with prices and figures in columns. */
function recruits(context: BoardContext, orders: Order[]): TemplateResult {
  const { sight, selected, valley } = context;
  const food = valley.goods.get(selected)?.food ?? 0;
  const rows = valley.jobs.map((job, number) => ({
    job,
    number,
    order: orders.find((one) => one.job === number),
    price: priceOf(sight, sight.player, job),
  }));
  return html`<p class="legend" aria-hidden="true">
      ${FIGURES.filter(({ of }) => valley.jobs.some(of)).map(({ sign, word }) => html`<span>${sign} ${word}</span> `)}
    </p>
    <ul class="recruits">
      ${rows.map(({ job, number, order, price }) => {
        const words = `Recruit ${job.title}, ${price ? `${price} food` : "free"}: ${job.does}`;
        const why = order ? "" : `This takes ${price} food; the lodge has ${food}.`;
        const all = FIGURES.filter(({ of }) => of(job))
          .map(({ word, of }) => `${word} ${of(job)}`)
          .join(", ");
        return html`<li data-look="job:${job.title.toLowerCase().replace(" ", "-")}">
          <button
            class="act recruit"
            title=${why || `${job.does}: ${all}`}
            aria-disabled=${order ? nothing : "true"}
            ?disabled=${!context.mine}
            data-action=${order ? answerFor(sight, valley, selected, order) : nothing}
            @click=${() => order && context.act(order)}
          >
            ${portrait(number, sight.player, 30)}<span class="unseen">${words}; ${all}${why ? `. ${why}` : ""}</span>
            <span class="job" aria-hidden="true"
              ><b>${job.title}</b
              ><small class="figures"
                >${FIGURES.filter(({ of }) => of(job)).map(({ sign, of }) => html`<i>${sign}${of(job)}</i>`)}</small
              ></span
            >
            <span class="price" aria-hidden="true">${price ? html`${price}<small> food</small>` : "free"}</span
            >${order ? key(context, order) : nothing}
          </button>
        </li>`;
      })}
    </ul>`;
}

function head(context: BoardContext): TemplateResult {
  const { valley, selected, sight } = context;
  const beaver = valley.at.get(selected);
  const title = beaver
    ? `${JOBS[beaver.job]!.title} at ${place(valley, selected)}`
    : `Lodge at ${place(valley, selected)}`;
  const about = beaver
    ? figures(valley, beaver)
    : `with ${goodsWords(valley.goods.get(selected) ?? { branches: 0, food: 0 }) || "nothing"}: a new beaver?`;
  return html`<header>
    ${portrait(beaver ? beaver.job : -1, sight.player, 44)}
    <div>
      <h2>${title}</h2>
      <p>${about}</p>
    </div>
    <button
      class="act small close"
      aria-label="Clear the selection (Escape)"
      title="Clear the selection (Escape)"
      @click=${context.drop}
    >
      ${icon("close")}
    </button>
  </header>`;
}

/** A line on what to do next, for new players. */
export function hint(context: BoardContext): string {
  const { sight, captions, mine, viewer } = context;
  if (context.why) return context.why;
  if (!mine) return captions.status ?? (viewer === null ? "You are watching." : "The other side moves.");
  if (context.among) return "Several things can be done there: choose one.";
  if (context.selected >= 0) return "Click where it should go or what it should take, or choose an order.";
  if (sight.open.length === 0 && context.held) return "Read what the lesson says, then go on.";
  if (sight.open.length === 0) return "No unit can act any more: end your turn.";
  return sight.lodges.some(([, owner]) => owner === sight.player)
    ? "Click a beaver, then where it should go; click a lodge for a new beaver."
    : "Click your beaver, then where it should go. With a branch it can build your first lodge.";
}

/** The coach's advice, unit by unit; a click selects the unit. */
function advice(context: BoardContext): TemplateResult | typeof nothing {
  if (context.hints.length === 0) return nothing;
  return html`<ul class="advice">
    ${context.hints.slice(0, ADVICE).map((one) => {
      const [tile] = advisedTiles(context.sight, [one]);
      return html`<li>
        ${
          tile === undefined
            ? html`${one.label}: ${one.text}`
            : html`<button class="act small" @click=${() => context.select(tile)}>
                  ${place(context.valley, tile)}
                </button>
                ${one.text}`
        }
      </li>`;
    })}
  </ul>`;
}

export function card(context: BoardContext): TemplateResult {
  const { selected, sight } = context;
  if (selected < 0 || sight.ended)
    return html`<section class="card empty" aria-label="Orders">
      <p class="hint">${sight.ended ? (context.captions.status ?? "The match is over.") : hint(context)}</p>
      ${context.recap && context.mine ? html`<p class="recap">${context.recap}</p>` : nothing}${advice(context)}
    </section>`;
  const orders = sorted(context, context.among ?? ordersOf(sight, selected));
  const beaver = context.valley.at.get(selected);
  const of = (...kinds: string[]) => orders.filter(({ kind }) => kinds.includes(kind));
  const late = of("attack", "pickup").filter((order) => harmful(context, order));
  return html`<section class="card" aria-label="Orders">
    ${head(context)} ${context.among || context.why ? html`<p class="hint">${hint(context)}</p>` : nothing}
    ${beaver || of("recruit").length === 0 ? nothing : recruits(context, of("recruit"))}
    <div class="orders">
      ${of("build", "harvest", "attack")
        .filter((order) => !harmful(context, order))
        .map((order) => button(context, order))}
      ${of("pickup")
        .filter((order) => !harmful(context, order))
        .map((order) => measured(context, order))}
    </div>
    ${drops(
      context,
      of("drop").filter(({ goods }) => goods !== FOOD),
    )}${drops(
      context,
      of("drop").filter(({ goods }) => goods === FOOD),
    )}
    ${
      context.among
        ? html`<div class="orders">${of("move").map((order) => button(context, order))}</div>`
        : steps(context, of("move"))
    }
    ${late.length ? html`<div class="orders late">${late.map((order) => measured(context, order))}</div>` : nothing}
  </section>`;
}
