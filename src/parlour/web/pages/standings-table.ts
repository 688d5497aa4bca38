/**
 * The standings: rank, rating and its certainty. A name highlights its curve; a row opens to show opponents and
 * matches.
 */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "../kit/icons.js";
import { shared } from "../kit/styles.js";
import type { Standing, Tournament, TournamentTable } from "../kit/types.js";
import { arena, rankMark, scaleOf, strength, type Scale } from "./arena-styles.js";
import {
  SWISS,
  alone,
  count,
  placeOf,
  rankColour,
  rivals,
  signed,
  span,
  tablesOf,
  countNames,
  verdict,
  wins,
} from "./tournament-text.js";

const START = 1500;
const LEAST = 80; // the starting rating, and the smallest span of a scale in points
const LISTED = 12; // most matches in an entrant's row

const reach = (row: Standing) => ({ low: row.low ?? row.elo, high: row.high ?? row.elo });
const skillOf = ({ mu, sigma }: Standing) =>
  mu === null || sigma === null ? "" : `${mu.toFixed(1)} ± ${(1.96 * sigma).toFixed(1)}`;

@customElement("standings-table")
export class StandingsTable extends LitElement {
  @property({ attribute: false }) tournament!: Tournament;
  @property({ attribute: false }) raised: string[] = [];
  @state() open: string[] = []; // the open rows

  static override styles = [
    shared,
    arena,
    css`
      .wide {
        overflow-x: auto;
      }
      th,
      td {
        padding: 5px var(--space-2);
        vertical-align: middle;
      }
      thead th {
        padding-block: var(--space-2);
        white-space: nowrap;
      }
      tbody th {
        width: 36%;
        min-width: 140px;
        color: var(--ink);
        font-size: var(--size);
        font-weight: 500;
      }
      tr.raised {
        background: var(--sunk);
      }
      tr.first th .name {
        font-weight: 700;
      }
      button.name {
        justify-content: start;
        min-height: 32px;
        padding: 2px 6px;
        margin-left: -6px;
        border-color: transparent;
        background: none;
        color: var(--ink);
        font-weight: inherit;
        text-align: left;
      }
      button.name[aria-pressed="true"] {
        border-color: var(--edge);
      }
      button.more {
        min-height: 32px;
        width: 32px;
        color: var(--soft);
      }
      button.more .icon {
        transition: transform var(--quick);
      }
      button.more[aria-expanded="true"] .icon {
        transform: rotate(90deg);
      }
      .value {
        font-weight: 700;
      }
      .up {
        color: var(--green);
      }
      .down {
        color: var(--red);
      }
      .wins {
        white-space: nowrap;
      }
      button.name span {
        display: -webkit-box;
        overflow: hidden;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 2;
      }
      .bar {
        width: 24%;
      }
      .bars {
        display: flex;
        justify-content: space-between;
        font-weight: 400;
      }
      tr.inside td {
        padding: 0 var(--space-2) var(--space-4);
      }
      .inside {
        background: var(--sunk);
      }
      .inside > td > div {
        display: grid;
        gap: var(--space-3);
        padding: var(--space-3) var(--space-2) 0;
      }
      dl {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2) var(--space-6);
        margin: 0;
      }
      dl div {
        min-width: 0;
      }
      dt {
        color: var(--soft);
        font-size: var(--size-s);
      }
      dd {
        margin: 0;
        overflow-wrap: anywhere;
      }
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 250px), 1fr));
        gap: 0 var(--space-4);
        font-size: var(--size-s);
      }
      li {
        padding: 3px 0;
        overflow-wrap: anywhere;
      }
      @media (max-width: 720px) {
        th,
        td {
          padding-inline: var(--space-1);
        }
        tbody th {
          width: auto;
          min-width: 110px;
          padding-block: var(--space-2);
        }
        button.more {
          width: 40px;
          min-height: 40px;
        }
      }
    `,
  ];

  private tables: TournamentTable[] = [];
  private solitaire = false;
  private tops = new Map<string, number>();
  private held: { label: string; part: string } | null = null;

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("tournament")) return;
    this.tables = tablesOf(this.tournament);
    this.solitaire = alone(this.tournament);
    this.remember();
  }

  /** Remembers the positions of the rows and the focused one, so that both survive a change of ranks. */
  private remember(): void {
    this.tops = new Map(
      [...this.renderRoot.querySelectorAll<HTMLElement>("tr[data-row]")].map((row) => [
        row.dataset.row!,
        row.offsetTop,
      ]),
    );
    const at = (this.renderRoot as ShadowRoot).activeElement as HTMLElement | null;
    const row = at?.closest<HTMLElement>("tr[data-row]");
    this.held = row && at ? { label: row.dataset.row!, part: at.classList.contains("more") ? "more" : "name" } : null;
  }

  protected override updated(): void {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const row of calm ? [] : this.renderRoot.querySelectorAll<HTMLElement>("tr[data-row]")) {
      const before = this.tops.get(row.dataset.row!);
      const moved = before === undefined ? 0 : before - row.offsetTop;
      if (moved && Math.abs(moved) < 1200)
        row.animate?.([{ transform: `translateY(${moved}px)` }, { transform: "none" }], {
          duration: 350,
          easing: "ease-out",
        });
    }
    this.tops.clear();
    const { held } = this;
    this.held = null;
    if (held && !(this.renderRoot as ShadowRoot).activeElement)
      this.renderRoot
        .querySelector<HTMLElement>(`tr[data-row="${CSS.escape(held.label)}"] button.${held.part}`)
        ?.focus({ preventScroll: true });
  }

  private raise(label: string): void {
    this.dispatchEvent(new CustomEvent("raise", { bubbles: true, composed: true, detail: { label } }));
  }

  private toggle(label: string): void {
    this.open = this.open.includes(label) ? this.open.filter((one) => one !== label) : [...this.open, label];
  }

  protected override render(): TemplateResult {
    const { standings } = this.tournament;
    const swiss = this.tournament.format === SWISS;
    const skill = standings.some((row) => row.mu !== null);
    const margin = verdict(this.tournament)?.margin ?? 0;
    const first = standings[0]!.elo;
    const scale: Scale = scaleOf(
      standings.flatMap((row) => [row.elo, row.low, row.high]),
      START,
      LEAST,
    );
    if (margin) scale.zone = [Math.max(scale.from, first - margin), first];
    return html`<div class="wide" tabindex="0" role="region" aria-label="Standings">
      <table>
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Entrant</th>
            ${this.solitaire ? html`<th scope="col" class="number">Mean score</th>` : nothing}
            <th scope="col" class="number">Elo</th>
            ${
              swiss
                ? html`<th scope="col" class="number broad"><abbr title="In the last round">Change</abbr></th>`
                : nothing
            }
            <th scope="col" class="bar broad">
              <span class="bars"
                ><span>${scale.from.toFixed(0)}</span><span class="unseen">to</span
                ><span>${scale.to.toFixed(0)}</span></span
              >
            </th>
            <th scope="col" class="number broad">Wins</th>
            ${
              skill
                ? html`<th scope="col" class="number broad">
                    <abbr title="Another measure of skill, with its 95 % interval">OpenSkill</abbr>
                  </th>`
                : nothing
            }
            <th scope="col"><span class="unseen">Details</span></th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            standings,
            (row) => row.entrant,
            (row) => this.row(row, scale, skill),
          )}
        </tbody>
      </table>
    </div>`;
  }

  private row(row: Standing, scale: Scale, skill: boolean): TemplateResult {
    const { standings } = this.tournament;
    const swiss = this.tournament.format === SWISS;
    const { entrant: label } = row;
    const mark = rankColour(row.rank, standings.length);
    const isOpen = this.open.includes(label);
    const raised = this.raised.includes(label);
    const places =
      row.low === null || row.padding ? [row.rank, row.rank] : span(reach(row), rivals(this.tournament).map(reach));
    const columns = 6 + Number(swiss) + Number(this.solitaire) + Number(skill);
    const bar = strength(row.elo, row.low, row.high, scale, mark);
    return html`<tr data-row=${label} class="${raised ? "raised" : ""} ${row.rank === 1 ? "first" : ""}">
        <td class="wins">${rankMark(row.rank, mark, places)}</td>
        <th scope="row">
          <div class="line">
            <button type="button" class="name" title=${label} aria-pressed=${raised} @click=${() => this.raise(label)}>
              <span>${label}</span>
            </button>
            ${
              row.faults
                ? html`<span class="faults small" title="Decisions forfeited: crashed, illegal or too late"
                    >${icon("warning")}${row.faults}<span class="unseen">
                      ${row.faults === 1 ? "fault" : "faults"}</span
                    ></span
                  >`
                : nothing
            }
          </div>
          ${row.padding ? html`<div class="soft small">fills the tables</div>` : nothing}
          <div class="narrow">${bar}</div>
        </th>
        ${this.solitaire ? html`<td class="number value">${row.mean_score?.toFixed(1) ?? "–"}</td>` : nothing}
        <td class="number value">${row.elo.toFixed(1)}</td>
        ${
          swiss
            ? html`<td class="number broad ${Math.abs(row.delta) < 0.05 ? "" : row.delta > 0 ? "up" : "down"}">
                ${signed(row.delta)}
              </td>`
            : nothing
        }
        <td class="bar broad">
          ${bar}${
            row.low === null || row.high === null
              ? nothing
              : html`<span class="unseen">from ${row.low.toFixed(0)} to ${row.high.toFixed(0)}</span>`
          }
        </td>
        <td class="number broad wins">${wins(row.wins)} <span class="soft">of ${row.games}</span></td>
        ${skill ? html`<td class="number broad wins">${skillOf(row)}</td>` : nothing}
        <td class="number">
          <button
            type="button"
            class="quiet round more"
            aria-expanded=${isOpen}
            aria-label="Opponents and matches of ${label}"
            @click=${() => this.toggle(label)}
          >
            ${icon("chevron")}
          </button>
        </td>
      </tr>
      ${
        isOpen
          ? html`<tr class="inside">
              <td colspan=${columns}>${this.inside(row)}</td>
            </tr>`
          : nothing
      }`;
  }

  private inside(row: Standing): TemplateResult {
    const label = row.entrant;
    const played = this.tables.filter((table) => table.seats.includes(label));
    const bot = this.tournament.entrants.find((one) => one.label === label)?.bot;
    return html`<div>
      <dl>
        ${
          bot && bot !== label
            ? html`<div>
                <dt>Bot</dt>
                <dd>${bot}</dd>
              </div>`
            : nothing
        }
        ${
          this.tournament.format === SWISS
            ? html`<div class="narrow">
                <dt>Change</dt>
                <dd>${signed(row.delta)}</dd>
              </div>`
            : nothing
        }
        <div class="narrow">
          <dt>Wins</dt>
          <dd>${wins(row.wins)} of ${row.games}</dd>
        </div>
        ${
          row.low === null || row.high === null
            ? nothing
            : html`<div>
                <dt>95 % interval</dt>
                <dd>${row.low.toFixed(1)} to ${row.high.toFixed(1)}</dd>
              </div>`
        }
        ${
          row.mu === null
            ? nothing
            : html`<div class="narrow">
                <dt>OpenSkill</dt>
                <dd>${skillOf(row)}</dd>
              </div>`
        }
        ${
          row.mean_score !== null && !this.solitaire
            ? html`<div>
                <dt>Mean finish score</dt>
                <dd>${row.mean_score.toFixed(1)}</dd>
              </div>`
            : nothing
        }
        ${
          row.opponents.length
            ? html`<div>
                <dt>Opponents, in order of meeting</dt>
                <dd>${countNames(row.opponents)}</dd>
              </div>`
            : nothing
        }
      </dl>
      ${
        played.length
          ? html`<ul aria-label="Matches of ${label}">
              ${played
                .slice(-LISTED)
                .reverse()
                .map((table) => {
                  const place = placeOf(table, label);
                  const others = table.table.filter((one) => one !== label);
                  const delta = table.elo_deltas[label];
                  return html`<li>
                    ${icon("play")}
                    <a href="/r/${table.match}"
                      >${
                        others.length
                          ? html`Place ${place} of ${table.table.length}, with ${others.join(", ")}`
                          : html`Match ${table.match}`
                      }</a
                    >: ${table.finish_scores[label]}${delta === undefined ? nothing : html` (${signed(delta)})`}
                  </li>`;
                })}
            </ul>`
          : nothing
      }
      ${
        played.length > LISTED
          ? html`<p class="soft small">
              The newest ${LISTED} of ${count(played.length, "match", "matches")}; all are in the list of matches.
            </p>`
          : nothing
      }
    </div>`;
  }
}
