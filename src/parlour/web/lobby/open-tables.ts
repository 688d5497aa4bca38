/** The tables of this server: join one with an open seat, or watch one in play. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { seatToken } from "../kit/seats.js";
import { sentenceOf, server } from "../kit/server.js";
import { store } from "../kit/store.js";
import { shared } from "../kit/styles.js";
import type { Game, Seat, Table } from "../kit/types.js";
import { when } from "../kit/relative-time.js";
import { Polling } from "./polling.js";
import { botLabel, shortenName } from "./setup.js";
import { join } from "./start.js";

const EVERY = 5_000;

@customElement("open-tables")
export class OpenTables extends LitElement {
  @property({ attribute: false }) games: Game[] = [];
  @state() tables: Table[] | null = null;
  @state() away = "";
  @state() joining: string | null = null;
  @state() trouble = "";
  @state() busy = false;

  static override styles = [
    shared,
    css`
      h2 {
        margin-bottom: var(--space-3);
      }
      ul {
        display: grid;
        gap: var(--space-3);
      }
      .table {
        display: grid;
        gap: var(--space-2);
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: var(--space-1) var(--space-3);
      }
      .head h3 {
        flex: 1 1 auto;
      }
      .seats {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-1) var(--space-4);
      }
      .seats li {
        display: inline-flex;
        align-items: center;
        gap: var(--space-1);
        max-width: 100%;
        overflow-wrap: anywhere;
      }
      .open {
        color: var(--soft);
        font-style: italic;
      }
      form {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-3);
        align-items: end;
        padding-top: var(--space-2);
        border-top: 1px solid var(--line);
      }
      form label {
        display: grid;
        gap: var(--space-1);
        font-size: var(--size-s);
      }
      form label:first-of-type {
        flex: 1 1 160px;
      }
      .empty {
        gap: var(--space-2);
        padding: var(--space-8) var(--space-4);
        border: 1px dashed var(--edge);
        border-radius: var(--radius);
      }
      .empty .icon {
        width: 36px;
        height: 36px;
        color: var(--gold);
      }
    `,
  ];

  private polling = new Polling(
    this,
    async () => {
      try {
        this.tables = await server.tables();
        this.away = "";
      } catch (trouble) {
        this.away = sentenceOf(trouble);
      }
    },
    EVERY,
  );

  private async sit(event: SubmitEvent, table: Table): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    this.busy = true;
    this.trouble = "";
    try {
      await join(table, Number(form.get("seat")), String(form.get("name")));
    } catch (trouble) {
      this.trouble = sentenceOf(trouble);
      void this.polling.now();
    }
    this.busy = false;
  }

  private async offer(id: string): Promise<void> {
    this.joining = this.joining === id ? null : id;
    this.trouble = "";
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLInputElement>("form input")?.focus();
  }

  override render() {
    return html`<section aria-labelledby="head">
      <h2 id="head">Open tables</h2>
      ${this.away ? html`<p class="notice bad" role="status">${this.away}</p>` : nothing}
      ${
        this.tables === null
          ? this.away
            ? nothing
            : html`<p class="soft">Looking round the room…</p>`
          : this.tables.length
            ? html`<ul>
                ${this.tables.map(
                  (table) => html`<li class="card table" data-table=${table.id}>${this.row(table)}</li>`,
                )}
              </ul>`
            : html`<div class="empty centred">
                ${icon("dice")}
                <p><strong>The room is quiet.</strong></p>
                <p class="soft">
                  No table is open right now. Start one with Quick Play and choose “Each on their own”: it is then
                  listed here for others to join.
                </p>
              </div>`
      }
    </section>`;
  }

  private row(table: Table) {
    const open = table.seats.filter((seat) => seat.player === "open");
    const game = this.games.find((one) => one.id === table.game);
    const label = `${table.title}, ${
      table.seats
        .filter((seat) => seat.name)
        .map((seat) => seat.name)
        .join(", ") || "nobody yet"
    }`;
    return html` <div class="head">
        <h3>${table.title}</h3>
        <span class="soft small">${when(table.created)}</span>
        ${
          table.clock
            ? html`<span class="tag"
                >${icon("clock")} ${Math.round(table.clock.bank / 60)}
                min${table.clock.increment ? ` + ${table.clock.increment} s` : ""}</span
              >`
            : nothing
        }
        ${table.watchers ? html`<span class="tag">${icon("eye")} ${table.watchers} watching</span>` : nothing}
      </div>
      <ul class="seats" aria-label="Seats">
        ${table.seats.map((seat) => html`<li>${seatToken(seat.seat)} ${who(seat)}</li>`)}
      </ul>
      <div class="row">
        ${
          open.length && table.state === "waiting"
            ? html`<button
                class=${this.joining === table.id ? "" : "primary"}
                aria-expanded=${this.joining === table.id ? "true" : "false"}
                @click=${() => this.offer(table.id)}
              >
                Sit down<span class="unseen"> at ${label}</span>
              </button>`
            : nothing
        }
        <a class="button" href="/t/${table.id}">${icon("eye")} Watch<span class="unseen"> ${label}</span></a>
        <span class="soft small">${table.state === "waiting" ? `waiting for ${open.length} more` : "playing"}</span>
      </div>
      ${
        this.joining === table.id && open.length
          ? html`<form @submit=${(event: SubmitEvent) => this.sit(event, table)}>
              <label
                >Your name
                <input
                  name="name"
                  autocomplete="nickname"
                  .defaultValue=${game ? shortenName(game, store.name) : store.name}
                  maxlength=${game?.longest_name ?? nothing}
                  placeholder="Player ${open[0]!.seat + 1}"
              /></label>
              <label
                >Seat
                <select name="seat">
                  ${open.map((seat) => html`<option value=${seat.seat}>Seat ${seat.seat + 1}</option>`)}
                </select></label
              >
              <button class="primary" ?disabled=${this.busy}>${icon("check")} Take the seat</button>
              ${this.trouble ? html`<p class="notice bad" role="alert">${this.trouble}</p>` : nothing}
            </form>`
          : nothing
      }`;
  }
}

function who(seat: Seat) {
  if (seat.player === "open") return html`<span class="open">open</span>`;
  if (seat.player !== "human")
    return html`${seat.name || botLabel(seat.player)} <span class="soft">${icon("bot", "bot")}</span>`;
  return html`${seat.name}`;
}
