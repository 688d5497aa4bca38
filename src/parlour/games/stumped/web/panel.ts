/** Both players in figures, the history charts, and everything as a list. */
import { html, nothing, type TemplateResult } from "lit";
import { seatToken } from "@parlour/kit/seats";
import { nameOf, type BoardContext } from "./board-context.js";
import { answerFor, label, ordersOf, unitsOf } from "./orders.js";
import { portrait } from "./portrait.js";
import { JOBS, place, turnsLeft, type StumpedView } from "./view.js";
import "./history-chart.js";

const SEATS = [0, 1];
const STORED = new Set(["Branches", "Food"]); // counted in lodges only

/** The number of a player's beavers, by job. */
export const jobsOf = (sight: StumpedView, seat: number): number[] =>
  JOBS.map((_, job) => sight.beavers.filter(([, owner, kind]) => owner === seat && kind === job).length);

/** The figures of both players in a table. */
export function standing(context: BoardContext): TemplateResult {
  const { sight } = context;
  const over = sight.ended > 0;
  const jobs = SEATS.map((seat) => jobsOf(sight, seat));
  const rows: [string, (seat: number) => unknown][] = [
    ["Lodges", (seat) => html`<b>${sight.lodge_count[seat]}</b> <small>of ${sight.lodges_to_win}</small>`],
    [
      "Next lodge",
      (seat) => html`${sight.price[seat]} <small>${sight.price[seat] === 1 ? "branch" : "branches"}</small>`,
    ],
    ["Branches", (seat) => sight.stored_branches[seat]],
    ["Food", (seat) => sight.stored_food[seat]],
    ["Beavers", (seat) => sight.beaver_count[seat]],
  ];
  return html`<section class="standing" aria-label="Both players">
    <p class="turn">
      <b>Turn ${sight.turn}</b> of
      ${sight.turns}${over ? nothing : html` <span class="soft">(${turnsLeft(sight)} left)</span>`}
    </p>
    ${context.captions.undecided ? html`<p class="undecided" role="status">${context.captions.undecided}</p>` : nothing}
    <table>
      <thead>
        <tr>
          <td></td>
          ${SEATS.map(
            (seat) =>
              html`<th scope="col" class=${!over && sight.player === seat ? "moves" : ""}>
                ${seatToken(seat)}
                <span class="who">${nameOf(context, seat)}</span
                >${!over && sight.player === seat ? html`<span class="unseen"> (to move)</span>` : nothing}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([title, value]) =>
            html`<tr title=${STORED.has(title) ? "in lodges" : nothing}>
              <th scope="row">${title}${STORED.has(title) ? html`<span class="unseen"> in lodges</span>` : nothing}</th>
              ${SEATS.map((seat) => html`<td>${value(seat)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
    <table class="jobs">
      <thead>
        <tr>
          <td></td>
          ${JOBS.map(
            ({ title }, job) =>
              html`<th scope="col" title=${title}>
                ${portrait(job, context.viewer ?? 0, 24)}<span class="unseen">${title}</span>
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${SEATS.map(
          (seat) =>
            html`<tr>
              <th scope="row">${seatToken(seat, nameOf(context, seat))}</th>
              ${jobs[seat]!.map((count) => html`<td class=${count ? "" : "none"}>${count}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

/** The charts of the finished rounds and the current position. */
export function curves(context: BoardContext): TemplateResult | typeof nothing {
  const { sight } = context;
  const now = [...sight.lodge_count, ...sight.beaver_count, ...sight.stored_branches];
  return html`<section class="curves" aria-label="How the match went">
    <history-chart
      .history=${[...sight.history, now]}
      .names=${SEATS.map((seat) => nameOf(context, seat))}
      .colours=${["var(--side-0)", "var(--side-1)"]}
    ></history-chart>
  </section>`;
}

/** The position as text and buttons, for players who cannot see the map. */
export function list(context: BoardContext): TemplateResult {
  const { sight, valley, listed, mine } = context;
  const seen = listed ? unitsOf(sight) : [];
  return html`<details
    class="list"
    ?open=${listed}
    @toggle=${(event: Event) => context.list((event.target as HTMLDetailsElement).open)}
  >
    <summary>Units and orders as a list</summary>
    ${
      listed
        ? html`${seen.length ? nothing : html`<p class="soft">No unit can act.</p>`}
            <ul>
              ${seen.map((tile) => {
                const beaver = valley.at.get(tile);
                const title = `${beaver ? JOBS[beaver.job]!.title : "Lodge"} at ${place(valley, tile)}`;
                return html`<li>
                  <button class="act small unit" @click=${() => context.select(tile)}>${title}</button>
                  <ul>
                    ${ordersOf(sight, tile).map(
                      (order) =>
                        html`<li>
                          <button
                            class="act small"
                            ?disabled=${!mine}
                            data-listed=${answerFor(sight, valley, tile, order)}
                            @click=${() => {
                              context.select(tile);
                              context.act(order);
                            }}
                          >
                            ${
                              order.kind === "recruit"
                                ? `Recruit ${label(sight, valley, tile, order)}`
                                : label(sight, valley, tile, order)
                            }
                          </button>
                        </li>`,
                    )}
                  </ul>
                </li>`;
              })}
            </ul>`
        : nothing
    }
  </details>`;
}
