/** The matches of a tournament, by round or newest first, each a link to its replay. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "../kit/icons.js";
import { sentenceOf, server, type TournamentMatch } from "../kit/server.js";
import { shared } from "../kit/styles.js";
import type { Tournament, TournamentRound, TournamentTable } from "../kit/types.js";
import { arena } from "./arena-styles.js";
import { alone, count, placeOf, roundName, signed, sizeWord } from "./tournament-text.js";

const SHOWN = 48; // matches at once; more on a click
const ROUNDS = 12; // rounds at once

export const numberOf = (match: string): number => Number(match.slice(match.lastIndexOf("-") + 1));

/** A stored match in the form of a round's tables. */
export function tableOf(match: TournamentMatch): TournamentTable {
  const order = match.names.map((_, seat) => seat).sort((a, b) => match.standings[b]! - match.standings[a]! || a - b);
  const by = (figures: number[]) => Object.fromEntries(match.names.map((name, seat) => [name, figures[seat]!]));
  return {
    table: order.map((seat) => match.names[seat]!),
    seats: match.names,
    finish_scores: by(match.points),
    standings: by(match.standings),
    elo_deltas: {},
    match: match.id,
    seed: "",
    digest: "",
    faults: by(match.faults),
  };
}

/** A ladder's newest matches followed by those already seen, newest first; null if matches in between are missing. */
export function joined(newest: readonly TournamentTable[], seen: readonly TournamentTable[]): TournamentTable[] | null {
  const sorted = [...newest].sort((a, b) => numberOf(b.match) - numberOf(a.match));
  const last = sorted.at(-1);
  const older = last ? seen.filter((table) => numberOf(table.match) < numberOf(last.match)) : [...seen];
  return last && older.length && numberOf(older[0]!.match) < numberOf(last.match) - 1 ? null : [...sorted, ...older];
}

const keyOf = ({ day, round }: TournamentRound): string => `${day}.${round}`;

@customElement("match-list")
export class MatchList extends LitElement {
  @property({ attribute: false }) tournament!: Tournament;
  @property() who = ""; // only the matches of this entrant
  @property() against = ""; // and only those against this one
  @state() open: Record<string, boolean> = {}; // groups that the reader opened or closed
  @state() most: Record<string, number> = {};
  @state() seen: TournamentTable[] = []; // of a ladder, newest first
  @state() behind = false; // newer matches than those shown have arrived
  @state() start = false; // nothing older is left
  @state() busy = false;
  @state() trouble = "";

  static override styles = [
    shared,
    arena,
    css`
      :host {
        display: grid;
        gap: var(--space-3);
      }
      .filter {
        gap: var(--space-2) var(--space-3);
      }
      .filter label {
        color: var(--soft);
        font-size: var(--size-s);
        min-width: 0;
      }
      select {
        max-width: 230px;
      }
      details {
        border-top: 1px solid var(--line);
      }
      summary {
        display: flex;
        align-items: baseline;
        gap: var(--space-3);
        padding: var(--space-3) 0;
        cursor: pointer;
        list-style: none;
      }
      summary::-webkit-details-marker {
        display: none;
      }
      summary .icon {
        align-self: center;
        color: var(--soft);
        transition: transform var(--quick);
      }
      details[open] > summary .icon {
        transform: rotate(90deg);
      }
      summary strong {
        font: 700 var(--size-l) / 1.2 var(--serif);
      }
      .matches {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 250px), 1fr));
        gap: var(--space-3);
        padding: 0 0 var(--space-4);
      }
      .matches.lone {
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr));
        gap: 0 var(--space-6);
      }
      .match {
        position: relative;
        height: 100%;
        padding: var(--space-2) var(--space-3);
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--ground);
        transition:
          border-color var(--quick),
          box-shadow var(--quick);
      }
      .match:hover,
      .match:focus-within {
        border-color: var(--edge);
        box-shadow: var(--shadow);
      }
      .match > a {
        display: flex;
        justify-content: space-between;
        gap: var(--space-2);
        color: var(--soft);
        font-size: var(--size-s);
        text-decoration: none;
      }
      .match > a::after {
        content: "";
        position: absolute;
        inset: 0;
        border-radius: inherit;
      }
      .match > a .watch {
        color: var(--info);
        text-decoration: underline;
        text-underline-offset: 3px;
      }
      ol {
        margin: 2px 0 0;
      }
      ol li {
        display: grid;
        grid-template-columns: 1.2em minmax(0, 1fr) auto 3.6em;
        gap: var(--space-1);
        align-items: baseline;
      }
      ol .place {
        color: var(--soft);
        font-size: var(--size-s);
      }
      ol li.won .name {
        font-weight: 700;
      }
      ol .delta {
        color: var(--soft);
        font-size: var(--size-s);
        text-align: right;
      }
      .score {
        display: flex;
        justify-content: space-between;
        gap: var(--space-2);
        padding: 5px 0;
        border-bottom: 1px solid var(--line);
      }
      .older {
        justify-self: start;
      }
    `,
  ];

  paged = false; // older ones were fetched

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("tournament") && this.tournament.recent) this.follow(this.tournament.recent);
    const newest = this.tournament.rounds?.at(-1);
    // Later rounds do not close it.
    if (newest && !Object.keys(this.open).length) this.open = { [keyOf(newest)]: true };
  }

  /** Shows the newest matches, unless the reader is looking at older ones. */
  private follow(newest: TournamentTable[]): void {
    const whole = joined(newest, this.seen);
    this.behind = whole === null && this.paged;
    if (!this.behind) this.seen = whole ?? joined(newest, [])!;
  }

  private catchUp = (): void => {
    this.seen = [];
    this.paged = this.start = false;
    this.follow(this.tournament.recent ?? []);
  };

  private async fetchOlder(): Promise<void> {
    const last = this.seen.at(-1);
    if (!last || this.busy) return;
    this.busy = true;
    this.trouble = "";
    try {
      const older = await server.matchesBefore(this.tournament.id, numberOf(last.match));
      const known = new Set(this.seen.map((table) => table.match));
      const fresh = older.filter((match) => !known.has(match.id));
      this.seen = [...this.seen, ...fresh.map(tableOf)];
      this.paged = true;
      this.start = fresh.length === 0;
    } catch (trouble) {
      this.trouble = sentenceOf(trouble);
    }
    this.busy = false;
  }

  private wanted = (table: TournamentTable): boolean =>
    (!this.who || table.seats.includes(this.who)) && (!this.against || table.seats.includes(this.against));

  private choose(part: "who" | "against", label: string): void {
    const to = { a: this.who, b: this.against, [part === "who" ? "a" : "b"]: label };
    this.dispatchEvent(new CustomEvent("meet", { bubbles: true, composed: true, detail: { ...to, stay: true } }));
  }

  protected override render(): TemplateResult {
    const { tournament } = this;
    const labels = tournament.standings.length
      ? tournament.standings.map((row) => row.entrant)
      : tournament.entrants.map((one) => one.label);
    const lone = alone(tournament);
    const ladder = tournament.recent !== undefined;
    const filtered = Boolean(this.who || this.against);
    const pick = (part: "who" | "against", word: string, none: string) =>
      html`<label class="line"
        >${word}
        <select
          aria-label=${word}
          .value=${this[part]}
          @change=${(event: Event) => this.choose(part, (event.target as HTMLSelectElement).value)}
        >
          <option value="">${none}</option>
          ${repeat(
            labels,
            (label) => label,
            (label) => html`<option value=${label} ?selected=${label === this[part]}>${label}</option>`,
          )}
        </select></label
      >`;
    return html`<div class="filter row">
        ${pick("who", "Matches of", "everybody")}${lone ? nothing : pick("against", "against", "anybody")}
        ${
          filtered
            ? html`<button
                class="quiet"
                @click=${() =>
                  this.dispatchEvent(
                    new CustomEvent("meet", { bubbles: true, composed: true, detail: { a: "", b: "", stay: true } }),
                  )}
              >
                ${icon("close")} All matches
              </button>`
            : nothing
        }
      </div>
      ${ladder ? this.ladder(filtered, lone) : filtered ? this.found(lone) : this.rounds(lone)}
      ${this.trouble ? html`<p class="notice bad" role="alert">${this.trouble}</p>` : nothing}`;
  }

  private ladder(filtered: boolean, lone: boolean): TemplateResult {
    const rows = this.seen.filter(this.wanted);
    return html`${
      this.behind ? html`<button class="older" @click=${this.catchUp}>${icon("again")} Newer matches</button>` : nothing
    }
    ${
      filtered
        ? html`<p class="soft">${count(rows.length, "match", "matches")} among the newest ${this.seen.length}.</p>`
        : nothing
    }${this.cards(rows, "ladder", lone)}
    ${
      this.start || !this.seen.length || numberOf(this.seen.at(-1)!.match) <= 1
        ? nothing
        : html`<button class="older" ?disabled=${this.busy} @click=${this.fetchOlder}>
            ${icon("turn-back")} ${this.busy ? "Fetching" : "Older matches"}
          </button>`
    }`;
  }

  private found(lone: boolean): TemplateResult {
    const rows = (this.tournament.rounds ?? [])
      .flatMap((round) => round.tables)
      .filter(this.wanted)
      .reverse();
    return rows.length
      ? this.cards(rows, `found ${this.who} ${this.against}`, lone)
      : html`<p class="soft">These two have not met.</p>`;
  }

  private rounds(lone: boolean): TemplateResult {
    const rounds = [...(this.tournament.rounds ?? [])].reverse();
    const most = this.most.rounds ?? ROUNDS;
    return html`${repeat(rounds.slice(0, most), keyOf, (round) => this.round(round, lone))}
    ${
      rounds.length > most
        ? html`<button
            class="older"
            @click=${() => {
              this.most = { ...this.most, rounds: most + 4 * ROUNDS };
            }}
          >
            ${icon("plus")} Earlier rounds
          </button>`
        : nothing
    }`;
  }

  private round(round: TournamentRound, lone: boolean): TemplateResult {
    const key = keyOf(round);
    const open = this.open[key] ?? false;
    const days = Math.max(...(this.tournament.rounds ?? []).map((one) => one.day));
    return html`<details
      ?open=${open}
      @toggle=${(event: Event) => {
        this.open = { ...this.open, [key]: (event.target as HTMLDetailsElement).open };
      }}
    >
      <summary>
        ${icon("chevron")}<strong>${roundName(round, days)}</strong
        ><span class="soft small">${sizeWord(round)}, ${count(round.tables.length, "match", "matches")}</span>
      </summary>
      ${open ? this.cards(round.tables, key, lone) : nothing}
    </details>`;
  }

  private cards(tables: readonly TournamentTable[], key: string, lone: boolean): TemplateResult {
    const most = this.most[key] ?? SHOWN;
    const shown = key === "ladder" ? tables : tables.slice(0, most);
    return html`<ul class="matches ${lone ? "lone" : ""}">
        ${repeat(
          shown,
          (table) => table.match,
          (table) => html`<li>${lone ? this.score(table) : this.card(table)}</li>`,
        )}
      </ul>
      ${
        shown.length < tables.length
          ? html`<button
              class="older"
              @click=${() => {
                this.most = { ...this.most, [key]: most + 4 * SHOWN };
              }}
            >
              ${icon("plus")} Show more of ${count(tables.length, "match", "matches")}
            </button>`
          : nothing
      }`;
  }

  private score(table: TournamentTable): TemplateResult {
    const label = table.seats[0]!;
    return html`<div class="score">
      <a class="clipped" href="/r/${table.match}" title=${label}>${label}</a>
      <span>${this.faults(table, label)} <strong>${table.finish_scores[label]}</strong></span>
    </div>`;
  }

  private card(table: TournamentTable): TemplateResult {
    return html`<div class="match">
      <a href="/r/${table.match}"
        ><span>Match ${numberOf(table.match) || table.match}</span><span class="unseen">${table.table.join(", ")}</span
        ><span class="watch">Watch</span></a
      >
      <ol>
        ${table.table.map(
          (label) =>
            html`<li class=${placeOf(table, label) === 1 ? "won" : ""}>
              <span class="place">${placeOf(table, label)}</span
              ><span class="name clipped" title=${label}>${label} ${this.faults(table, label)}</span>
              <span>${table.finish_scores[label]}</span
              ><span class="delta">${label in table.elo_deltas ? signed(table.elo_deltas[label]!) : ""}</span>
            </li>`,
        )}
      </ol>
    </div>`;
  }

  private faults(table: TournamentTable, label: string): TemplateResult | typeof nothing {
    const many = table.faults[label] ?? 0;
    return many
      ? html`<span class="faults small" title=${count(many, "decision forfeited", "decisions forfeited")}
          >${icon("warning")}<span aria-hidden="true">${many}</span
          ><span class="unseen">${count(many, "fault")}</span></span
        >`
      : nothing;
  }
}
