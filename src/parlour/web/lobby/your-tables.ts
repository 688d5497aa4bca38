/** The tables at which this browser has a seat. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { Refused, server } from "../kit/server.js";
import { store, type MyTable } from "../kit/store.js";
import { shared } from "../kit/styles.js";
import type { Table } from "../kit/types.js";
import { Polling } from "./polling.js";

const EVERY = 15_000;
const SHOWN = 6;

@customElement("your-tables")
export class YourTables extends LitElement {
  /** From storage at first, so that nothing moves under the pointer when the server has answered. */
  @state() tables: (Table | MyTable)[] = store.tables.slice(0, SHOWN);

  static override styles = [
    shared,
    css`
      section {
        gap: var(--space-2) var(--space-4);
        padding: var(--space-3) var(--space-4);
        border-left: 4px solid var(--gold);
      }
      h2 {
        font-size: var(--size-l);
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2);
      }
      .soft {
        font-weight: 400;
      }
    `,
  ];

  constructor() {
    super();
    new Polling(
      this,
      async () => {
        this.tables = await this.stillOn();
      },
      EVERY,
    );
  }

  /** The tables that wait or play; tables that the server no longer knows, or has closed, are forgotten. */
  private async stillOn(): Promise<Table[]> {
    const asked = await Promise.all(
      store.tables.slice(0, SHOWN).map(async (mine) => {
        try {
          const table = await server.table(mine.id);
          if (table.state === "closed" || table.state === "over") store.forgetTable(mine.id);
          return table;
        } catch (trouble) {
          if (trouble instanceof Refused && trouble.status === 404) store.forgetTable(mine.id);
          return null;
        }
      }),
    );
    return asked.filter(
      (table): table is Table => table !== null && (table.state === "waiting" || table.state === "playing"),
    );
  }

  override render() {
    if (!this.tables.length) return nothing;
    return html`<section class="row card" aria-labelledby="head">
      <h2 id="head">Your tables</h2>
      <ul>
        ${this.tables.map((table) => {
          const known = "state" in table ? table : null;
          const people = known?.seats
            .filter((seat) => seat.name && seat.player === "human")
            .map((seat) => seat.name)
            .join(", ");
          return html`<li>
            <a class="button" href="/t/${table.id}"
              >${icon(known?.state === "waiting" ? "clock" : "play")} ${table.title}
              <span class="soft small">${known?.state ?? "…"}${people ? ` · ${people}` : ""}</span></a
            >
          </li>`;
        })}
      </ul>
    </section>`;
  }
}
