/** The board of games without their own: draws any view from its schema and the game's words. */
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import { BoardElement } from "../kit/board-element.js";
import { coloursOf, hueOf, seatToken } from "../kit/seats.js";
import {
  describe,
  humanise,
  values,
  type Branch,
  type Column,
  type Description,
  type Fact,
  type ItemList,
} from "./describe.js";

@customElement("default-board")
export class DefaultBoard extends BoardElement {
  @property({ type: Boolean }) fallback = false; // the game's own board did not load

  private description: Description | null = null;
  private seen = new Map<string, string>();
  private changed = new Set<string>();

  static override styles = css`
    :host {
      display: block;
      color: var(--ink);
      font-family: var(--sans);
    }
    .sheet {
      max-width: 760px;
      margin: 0 auto;
      display: grid;
      gap: 20px;
    }
    section,
    .caption {
      background: var(--panel);
      border: 1px solid var(--line);
      border-radius: var(--radius, 10px);
      padding: 16px 20px;
      box-shadow: var(--shadow);
    }
    h2 {
      margin: 0 0 8px;
      font: 400 20px/1.2 var(--serif);
    }
    .caption p {
      margin: 0;
      font: 400 20px/1.45 var(--serif);
      white-space: pre-line;
    }
    .wide {
      overflow-x: auto;
    }
    table {
      width: 100%;
      border-collapse: collapse;
    }
    th,
    td {
      padding: 8px 12px;
      text-align: start;
      border-top: 1px solid var(--line);
    }
    thead th {
      border-top: 0;
      color: var(--soft);
      font-size: 14px;
      font-weight: 500;
    }
    tbody tr:first-child > * {
      border-top: 0;
    }
    tbody th {
      font-weight: 600;
      overflow-wrap: anywhere;
      min-width: 8em;
    }
    .number {
      text-align: end;
      font-variant-numeric: tabular-nums;
    }
    .you {
      color: var(--soft);
      font-weight: 400;
      font-size: 14px;
    }
    .token {
      vertical-align: -0.25em;
      margin-inline-end: 4px;
    }
    dl.facts {
      display: grid;
      grid-template-columns: minmax(0, max-content) minmax(0, 1fr);
      gap: 4px 24px;
      margin: 0;
    }
    dt {
      color: var(--soft);
    }
    dd {
      margin: 0;
      font-weight: 600;
      overflow-wrap: anywhere;
      font-variant-numeric: tabular-nums;
    }
    ul {
      list-style: none;
      margin: 0;
      padding: 0;
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }
    li.chip {
      border: 1px solid var(--line);
      border-radius: 999px;
      padding: 4px 12px;
    }
    li.chip b {
      font-variant-numeric: tabular-nums;
      margin-inline-start: 8px;
    }
    li.chip.gone {
      color: var(--soft);
      border-style: dashed;
    }
    .tree ul {
      display: block;
      padding-inline-start: 16px;
    }
    .quietly {
      color: var(--soft);
      font-size: 14px;
      margin: 0;
      text-align: center;
    }
    .lit {
      outline: 3px solid var(--gold);
      outline-offset: 2px;
      border-radius: 4px;
      background: color-mix(in srgb, var(--gold) 18%, transparent);
    }
    .flash {
      animation: flash 1.6s ease-out;
      border-radius: 4px;
    }
    @keyframes flash {
      from {
        background: color-mix(in srgb, var(--gold) 45%, transparent);
        box-shadow: 0 0 0 4px color-mix(in srgb, var(--gold) 45%, transparent);
      }
    }
    @media (prefers-reduced-motion: reduce) {
      .flash {
        animation: none;
      }
    }
  `;

  protected override willUpdate(changes: PropertyValues): void {
    super.willUpdate(changes);
    if (!changes.has("view") && !changes.has("game") && !changes.has("company")) return;
    this.description = this.view && this.game ? describe(this.game, this.company, this.view) : null;
    const now = this.description ? values(this.description) : new Map<string, string>();
    const fresh = this.seen.size === 0 || this.quiet;
    this.changed = new Set(
      fresh ? [] : [...now].filter(([path, text]) => this.seen.get(path) !== text).map(([path]) => path),
    );
    this.seen = now;
  }

  protected override render(): TemplateResult {
    const description = this.description;
    return html`<div class="sheet">
      ${
        this.fallback
          ? html`<p class="quietly">The board of ${this.game.title} did not load; this is the plain one.</p>`
          : nothing
      }
      ${Object.entries(this.captions).map(([name, text]) =>
        text ? html`<div class="caption" role="group" aria-label=${humanise(name)}><p>${text}</p></div>` : nothing,
      )}
      ${
        description === null
          ? html`<p class="quietly">The match has not begun.</p>`
          : html`${description.facts.length ? this.facts(description.facts) : nothing}
            ${description.columns.length ? this.seats(description.columns) : nothing}
            ${description.lists.map((list) => this.list(list))}
            ${description.rest.length ? html`<section class="tree">${this.tree(description.rest)}</section>` : nothing}`
      }
    </div>`;
  }

  protected override updated(changes: PropertyValues): void {
    super.updated(changes);
    if (changes.has("lesson")) this.renderRoot.querySelector(".lit")?.scrollIntoView({ block: "nearest" });
  }

  /** Marks a field of the view that the lesson points at. */
  private lit(field: string): string {
    return this.lesson?.look.includes(`field:${field}`) ? "lit" : "";
  }

  private value(fact: Fact): TemplateResult {
    return html`${keyed(
      fact.text,
      html`<span class=${this.changed.has(fact.path) ? "flash" : ""} title=${fact.title ?? nothing}
        >${fact.text}</span
      >`,
    )}`;
  }

  private facts(facts: Fact[]): TemplateResult {
    return html`<section>
      <dl class="facts">
        ${facts.map(
          (fact) =>
            html`<dt>${fact.label}</dt>
              <dd class=${this.lit(fact.path)}>${this.value(fact)}</dd>`,
        )}
      </dl>
    </section>`;
  }

  private seats(columns: Column[]): TemplateResult {
    const { names, viewer } = this.company;
    const colours = coloursOf(this.view);
    const side = (column: Column): string => `${column.number ? "number" : ""} ${this.lit(column.path)}`;
    return html`<section class="wide" tabindex="0" role="group" aria-label="Seats">
      <table>
        <thead>
          <tr>
            <th scope="col">Seat</th>
            ${columns.map((column) => html`<th scope="col" class=${side(column)}>${column.label}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${names.map(
            (name, seat) =>
              html`<tr>
                <th scope="row">
                  ${seatToken(hueOf(colours, seat))}
                  ${name}${seat === viewer ? html` <span class="you">(you)</span>` : nothing}
                </th>
                ${columns.map((column) => html`<td class=${side(column)}>${this.value(column.cells[seat]!)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </section>`;
  }

  private list(list: ItemList): TemplateResult {
    return html`<section class=${this.lit(list.path)}>
      <h2>${list.label}</h2>
      ${
        list.items.length === 0
          ? html`<p class="quietly">none</p>`
          : html`<ul>
              ${list.items.map(
                (item) =>
                  html`<li class="chip ${item.text === "0" ? "gone" : ""}" title=${item.title ?? nothing}>
                    ${item.label}${item.label ? html`<b>${this.value(item)}</b>` : this.value(item)}
                  </li>`,
              )}
            </ul>`
      }
    </section>`;
  }

  private tree(branches: Branch[]): TemplateResult {
    return html`<ul>
      ${branches.map(
        (one) =>
          html`<li>
            ${"twigs" in one ? html`${one.label}${this.tree(one.twigs)}` : html`${one.label}: <b>${one.text}</b>`}
          </li>`,
      )}
    </ul>`;
  }
}
