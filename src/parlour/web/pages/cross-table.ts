/** The cross-table: what the entrant on the left has won against the one above. */
import { LitElement, css, html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { shared } from "../kit/styles.js";
import type { Score, Tournament } from "../kit/types.js";
import { arena } from "./arena-styles.js";
import { count, rankColour } from "./tournament-text.js";

const STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const FEW = 9; // most meetings that a cell counts; above that it shows a percentage

/** The share of wins; a tie counts half. */
export const shareOf = ({ wins, ties, losses }: Score): number => (wins + ties / 2) / (wins + ties + losses);
const figure = (number: number) => (Number.isInteger(number) ? `${number}` : number.toFixed(1));
export const meetings = ({ wins, ties, losses }: Score): number => wins + ties + losses;

/** The text of a cell: "2–1", with ties "2–1–1" (won, tied, lost), or a percentage after many meetings. */
export function cellText(score: Score, often: boolean): string {
  if (often) return `${Math.round(100 * shareOf(score))}`;
  return (score.ties ? [score.wins, score.ties, score.losses] : [score.wins, score.losses]).map(figure).join("–");
}

@customElement("cross-table")
export class CrossTable extends LitElement {
  @property({ attribute: false }) tournament!: Tournament;
  @property({ attribute: false }) raised: string[] = [];

  static override styles = [
    shared,
    arena,
    css`
      .wide {
        max-height: 80vh;
        overflow: auto;
      }
      table {
        width: auto;
        border-collapse: separate;
        border-spacing: 0;
        font-size: var(--size-s);
      }
      th,
      td {
        padding: 0;
        vertical-align: middle;
        border-bottom: 1px solid var(--line);
      }
      thead th {
        position: sticky;
        top: 0;
        z-index: 1;
        min-width: 38px;
        padding: 4px 2px;
        background: var(--panel);
        text-align: center;
      }
      thead th:first-child {
        left: 0;
        z-index: 2;
        text-align: left;
      }
      thead th.raised,
      tbody tr.raised th {
        background: var(--sunk);
        color: var(--ink);
      }
      tbody th {
        position: sticky;
        left: 0;
        z-index: 1;
        max-width: 240px;
        padding: 2px var(--space-3) 2px 0;
        background: var(--panel);
        color: var(--ink);
        font-weight: 500;
      }
      tbody th .rank {
        min-width: 38px;
      }
      td {
        height: 30px;
        text-align: center;
        white-space: nowrap;
      }
      td.met {
        padding: 0 5px;
        background: color-mix(in oklab, var(--tint) calc(var(--much) * 46%), var(--panel));
        cursor: pointer;
      }
      td.met:hover,
      td.met:focus-visible {
        box-shadow: inset 0 0 0 2px var(--ink);
      }
      td.self {
        background: repeating-linear-gradient(135deg, var(--line) 0 1px, transparent 1px 5px);
      }
      tbody tr.raised td:not(.met),
      td.column:not(.met) {
        background-color: var(--sunk);
      }
      .key {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-1) var(--space-4);
        margin: 0 0 var(--space-3);
      }
      .key span {
        display: inline-flex;
        gap: 6px;
        align-items: center;
      }
      .key i {
        width: 16px;
        height: 16px;
        border-radius: 3px;
        background: color-mix(in oklab, var(--tint) 40%, var(--panel));
      }
      @media (max-width: 720px) {
        tbody th {
          max-width: 152px;
        }
      }
    `,
  ];

  private meet(a: string, b: string): void {
    this.dispatchEvent(new CustomEvent("meet", { bubbles: true, composed: true, detail: { a, b } }));
  }

  /** Tab reaches one cell; arrows move on from there and skip pairs that never met. */
  private steer(event: KeyboardEvent): void {
    const cell = event.target as HTMLElement;
    const step = STEPS[event.key];
    if (!cell.matches(".met")) return;
    if (event.key === "Enter" || event.key === " ") cell.click();
    else if (step) this.next(cell, ...step)?.focus();
    else return;
    event.preventDefault();
  }

  private next(from: HTMLElement, down: number, right: number): HTMLElement | undefined {
    const rows = [...from.closest("tbody")!.children].map((row) => [...row.children] as HTMLElement[]);
    let row = rows.findIndex((cells) => cells.includes(from));
    let column = rows[row]!.indexOf(from);
    let cell: HTMLElement | undefined;
    do cell = rows[(row += down)]?.[(column += right)];
    while (cell && !cell.matches(".met"));
    return cell;
  }

  private reach(cell: HTMLElement | null): void {
    if (!cell?.matches(".met")) return;
    this.renderRoot.querySelectorAll<HTMLElement>("td[tabindex='0']").forEach((other) => {
      other.tabIndex = -1;
    });
    cell.tabIndex = 0;
  }

  protected override updated(): void {
    if (!this.renderRoot.querySelector("td[tabindex='0']"))
      this.reach(this.renderRoot.querySelector<HTMLElement>("td.met"));
  }

  protected override render(): TemplateResult {
    const { standings, cross } = this.tournament;
    const of = standings.length;
    const often = Object.values(cross).some((row) => Object.values(row).some((score) => meetings(score) > FEW));
    return html`<p class="key soft small">
        <span
          >${
            often
              ? "Points won of a hundred (a tie is half), by the entrant at the left against the one above."
              : "Wins and losses (ties between them) of the entrant at the left against the one above."
          }</span
        >
        <span><i style="--tint:var(--info)"></i> won more</span><span><i style="--tint:var(--red)"></i> lost more</span
        ><span>Click a cell to see the matches, or use the arrow keys and Enter.</span>
      </p>
      <div class="wide" tabindex="0" role="region" aria-label="Cross table">
        <table
          role="grid"
          aria-label="Everybody against everybody"
          @keydown=${this.steer}
          @focusin=${(event: FocusEvent) => this.reach(event.target as HTMLElement)}
        >
          <thead>
            <tr>
              <th scope="col">Entrant</th>
              ${standings.map(
                (row) =>
                  html`<th scope="col" title=${row.entrant} class=${this.raised.includes(row.entrant) ? "raised" : ""}>
                    <span aria-hidden="true">${row.rank}</span><span class="unseen">${row.entrant}</span>
                  </th>`,
              )}
            </tr>
          </thead>
          <tbody>
            ${repeat(
              standings,
              (row) => row.entrant,
              ({ entrant: mine, rank }) =>
                html`<tr class=${this.raised.includes(mine) ? "raised" : ""}>
                  <th scope="row" title=${mine}>
                    <div class="line">
                      <span class="rank" style="--mark:${rankColour(rank, of)}">${rank}</span
                      ><span class="name clipped">${mine}</span>
                    </div>
                  </th>
                  ${standings.map(({ entrant: other }) => this.cell(mine, other, cross[mine]?.[other], often))}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }

  private cell(mine: string, other: string, score: Score | undefined, often: boolean): TemplateResult {
    const column = this.raised.includes(other) ? "column" : "";
    if (mine === other) return html`<td class="self"></td>`;
    if (!score || !meetings(score)) return html`<td class=${column}></td>`;
    const share = shareOf(score);
    const tint = share >= 0.5 ? "var(--info)" : "var(--red)";
    return html`<td
      class="met ${column}"
      tabindex="-1"
      style="--tint:${tint};--much:${Math.abs(2 * share - 1).toFixed(2)}"
      title="${mine} against ${other}: ${count(score.wins, "win")}${
        score.ties ? `, ${count(score.ties, "tie")}` : ""
      }, ${count(score.losses, "loss", "losses")}"
      @click=${() => this.meet(mine, other)}
    >
      ${cellText(score, often)}
    </td>`;
  }
}
