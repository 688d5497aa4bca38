/** The waiting room before the match: taken and open seats, and how to invite others. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { styleMap } from "lit/directives/style-map.js";
import { icon } from "../kit/icons.js";
import { seatColour, seatToken } from "../kit/seats.js";
import { Refused, sentenceOf, server, type Held } from "../kit/server.js";
import { store } from "../kit/store.js";
import { shared } from "../kit/styles.js";
import { botGroups, botLabel } from "../lobby/setup.js";
import type { Game, Seat, Table } from "../kit/types.js";
import { isBot } from "./words.js";
import "./copy-button.js";

const HERE = " here"; // no bot's name begins with a space

@customElement("waiting-room")
export class WaitingRoom extends LitElement {
  @property({ attribute: false }) table!: Table;
  @property({ attribute: false }) game!: Game;
  @property({ attribute: false }) seats: Seat[] = [];
  @property({ attribute: false }) held: number[] = [];
  @property({ type: Boolean }) watch = false; // opened with the watch link
  @state() private name = store.name;
  @state() private adding: number | null = null; // the seat for another player at this device
  @state() private problem = "";
  @state() private busy = false;

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        place-items: safe center;
        padding: var(--space-4);
      }
      .card {
        width: min(640px, 100%);
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-4);
        padding: var(--space-6);
      }
      ul {
        display: grid;
        gap: var(--space-2);
      }
      li {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2) var(--space-3);
        min-height: 56px;
        padding: var(--space-2) var(--space-3);
        border: 1px solid var(--line);
        border-inline-start: 4px solid var(--seat);
        border-radius: var(--radius);
      }
      li.open {
        border-style: dashed;
        border-inline-start-style: solid;
        background: var(--sunk);
      }
      .who {
        flex: 1 1 10em;
        min-width: 0;
        overflow-wrap: anywhere;
        font-weight: 600;
      }
      .who small {
        color: var(--soft);
        font-weight: 400;
        font-size: var(--size-s);
      }
      .links {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2);
      }
      .name {
        display: grid;
        gap: var(--space-1);
        max-width: 20em;
      }
      details code {
        display: block;
        margin-top: var(--space-1);
        overflow-wrap: anywhere;
        font-family: var(--mono);
        color: var(--ink);
      }
      summary {
        cursor: pointer;
      }
      [role="alert"] {
        color: var(--red);
        font-weight: 600;
      }
      @media (max-width: 699px) {
        :host {
          padding: var(--space-2);
        }
        .card {
          padding: var(--space-4);
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const open = this.seats.filter((seat) => seat.player === "open");
    const seated = this.held.length > 0;
    const address = `${location.origin}/t/${this.table.id}`;
    return html`<div class="card">
      <h2>${open.length === 0 ? "Here we go" : seated || this.watch ? "Waiting for the others" : "Take a seat"}</h2>
      <p class="soft">
        ${this.game.title}${
          open.length
            ? html`: the match begins as soon as every seat is taken.
              ${open.length === 1 ? "One seat is" : `${open.length} seats are`} open.`
            : "."
        }
      </p>
      ${open.length && !seated && !this.watch ? this.nameField() : nothing}
      <ul aria-label="Seats">
        ${this.seats.map((seat) => this.seat(seat, seated))}
      </ul>
      ${this.problem ? html`<p role="alert">${icon("warning")} ${this.problem}</p>` : nothing}
      <div class="links">
        ${
          this.watch && open.length
            ? html`<a class="button" href=${address}>${icon("person")} Take a seat</a>`
            : nothing
        }
        ${open.length ? html`<copy-button label="Copy the invite link" .link=${address}></copy-button>` : nothing}
        <copy-button label="Copy the watch link" .link=${`${address}?watch`}></copy-button>
      </div>
      <details class="soft small">
        <summary>How do I know the dice are fair?</summary>
        <p>
          The server has fixed its part of the dice; its fingerprint is below. Your browser adds its own part when you
          sit down, so nobody can choose the results. After the match you can check them.
        </p>
        <code>${this.table.commitment}</code>
      </details>
    </div>`;
  }

  private nameField(label = "Your name"): TemplateResult {
    return html`<div class="name">
      <label for="name">${label}</label>
      <input
        id="name"
        autocomplete="nickname"
        maxlength=${this.game.longest_name}
        .value=${this.name}
        @input=${(event: InputEvent) => (this.name = (event.target as HTMLInputElement).value)}
      />
    </div>`;
  }

  private seat(seat: Seat, seated: boolean): TemplateResult {
    const open = seat.player === "open";
    const mine = this.held.includes(seat.seat);
    return html`<li class=${open ? "open" : ""} style=${styleMap({ "--seat": seatColour(seat.seat) })}>
      ${seatToken(seat.seat)}
      <span class="who"
        >${open ? html`<span class="soft">Open seat</span>` : seat.name}
        ${isBot(seat) ? html`<small>${icon("bot")} ${seat.player}</small>` : nothing}${
          mine ? html`<small>you</small>` : nothing
        }
        ${seat.player === "human" && !seat.here && !mine ? html`<small>away</small>` : nothing}</span
      >
      ${
        open && !seated && !this.watch
          ? html`<button class="primary" ?disabled=${this.busy} @click=${() => this.sit(seat.seat)}>Sit here</button>`
          : nothing
      }
      ${open && seated ? (this.adding === seat.seat ? this.another(seat.seat) : this.fill(seat.seat)) : nothing}
    </li>`;
  }

  /** A seated player may add a bot, or another player at this device. */
  private fill(seat: number): TemplateResult {
    const place = (event: Event) => {
      const choice = event.target as HTMLSelectElement;
      const bot = choice.value;
      choice.value = "";
      if (bot === HERE) {
        this.adding = seat;
        this.name = "";
        void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>("#name")?.focus());
      } else if (bot) void this.attempt(() => server.placeBot(this.table.id, seat, bot));
    };
    return html`<select aria-label="Fill seat ${seat + 1}" ?disabled=${this.busy} @change=${place}>
      <option value="" selected>Seat a bot…</option>
      <option value=${HERE}>Another player at this device</option>
      ${botGroups(this.game).map(
        ({ label, bots }) =>
          html`<optgroup label=${label}>
            ${bots.map((bot) => html`<option value=${bot}>${botLabel(bot)}</option>`)}
          </optgroup>`,
      )}
    </select>`;
  }

  private another(seat: number): TemplateResult {
    return html`${this.nameField("Their name")}
      <span class="row"
        ><button class="primary" ?disabled=${this.busy} @click=${() => this.sit(seat)}>Sit here</button
        ><button class="quiet" @click=${() => (this.adding = null)}>Not now</button></span
      >`;
  }

  private async sit(seat: number): Promise<void> {
    const name = this.name.trim();
    if (!name) {
      this.problem = "Enter your name first, so that the others know who you are.";
      this.renderRoot.querySelector<HTMLElement>("#name")?.focus();
      return;
    }
    if (this.adding === null) store.name = name;
    await this.attempt(async () => {
      const { seat: taken, token } = await server.sit(this.table.id, { seat, name });
      store.satDown(this.table, [taken]);
      this.adding = null;
      this.dispatchEvent(new CustomEvent<Held>("seated", { detail: { seat: taken, token } }));
    });
  }

  private async attempt(what: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      await what();
    } catch (trouble) {
      this.problem = sentenceOf(trouble);
      if (!(trouble instanceof Refused)) console.error(trouble);
    } finally {
      this.busy = false;
    }
  }
}
