/** The menu of the table: links, saves, sound, leaving the seat. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { hueOf, seatToken } from "../kit/seats.js";
import type { Held } from "../kit/server.js";
import { store } from "../kit/store.js";
import { shared } from "../kit/styles.js";
import { switchTheme, themeNow } from "../kit/theme.js";
import type { Seat, Table } from "../kit/types.js";
import { paceChoice } from "./pace.js";
import { nameOf } from "./words.js";
import "./copy-button.js";

@customElement("table-menu")
export class TableMenu extends LitElement {
  @property({ attribute: false }) table!: Table;
  @property({ attribute: false }) seats: Seat[] = [];
  @property({ attribute: false }) held: Held[] = [];
  @property({ attribute: false }) colours: readonly number[] = []; // dealt by the game, by seat
  @property({ type: Boolean }) savable = false;
  @state() private leaving: number | null = null;
  @state() private turn = 0; // redraws after a switch
  @query("dialog") private dialog!: HTMLDialogElement;

  static override styles = [
    shared,
    css`
      dialog {
        width: min(420px, calc(100vw - 24px));
        padding: var(--space-4);
        max-height: calc(100dvh - 24px);
      }
      header {
        display: flex;
        align-items: center;
      }
      header h2 {
        overflow-wrap: anywhere;
      }
      section {
        display: grid;
        gap: var(--space-1);
        padding-block: var(--space-2);
        border-top: 1px solid var(--line);
      }
      section > button,
      section > .button {
        width: 100%;
        justify-content: start;
      }
      h3 {
        font: 600 var(--size-s) / 1.5 var(--sans);
        color: var(--soft);
        overflow-wrap: anywhere;
      }
      copy-button {
        display: grid;
      }
      .setting {
        min-height: 40px;
        padding-inline: var(--space-4);
        font-weight: 500;
      }
      .setting label {
        flex: 1;
        font-weight: 500;
      }
      .state {
        margin-inline-start: auto;
        color: var(--soft);
        font-weight: 400;
      }
    `,
  ];

  async show(): Promise<void> {
    this.leaving = null;
    await this.updateComplete;
    if (!this.dialog.open) this.dialog.showModal();
  }

  protected override render(): TemplateResult {
    const address = `${location.origin}/t/${this.table.id}`;
    const open = this.seats.some((seat) => seat.player === "open");
    return html`<dialog aria-labelledby="title" data-turn=${this.turn} @click=${this.outside}>
      <header>
        <h2 id="title">${this.table.title}</h2>
        <button class="quiet" aria-label="Close" @click=${() => this.dialog.close()}>${icon("close")}</button>
      </header>
      <section aria-label="Look up">
        <button class="quiet" @click=${() => this.pick("look-up")}>${icon("eye")} Look up</button>
        <a class="button quiet" href="/rules/${this.table.game}" target="_blank"
          >${icon("book")} Rules (in a new tab)</a
        >
        ${
          this.savable
            ? html`<button class="quiet" @click=${() => this.pick("save")}>${icon("download")} Save this match</button>`
            : nothing
        }
      </section>
      <section aria-label="Links">
        ${open ? html`<copy-button label="Copy the invite link" .link=${address}></copy-button>` : nothing}
        <copy-button label="Copy the watch link" .link=${`${address}?watch`}></copy-button>
      </section>
      ${this.held.map((held) => this.seat(held, address))}
      <section aria-label="Settings">
        <button class="quiet" aria-pressed=${store.sound} @click=${this.switchSound}>
          ${icon(store.sound ? "sound-on" : "sound-off")} Sound <span class="state">${store.sound ? "on" : "off"}</span>
        </button>
        ${
          this.seats.length > 1
            ? html`<div class="setting line">
                ${icon("play")} <label for="menu-pace">Speed of other moves</label>${paceChoice("menu-pace")}
              </div>`
            : nothing
        }
        <button class="quiet" @click=${this.switchLight}>
          ${icon(themeNow() === "dark" ? "moon" : "sun")} Theme
          <span class="state">${themeNow() === "dark" ? "dark" : "light"}</span>
        </button>
      </section>
      <section>
        <a class="button quiet" href="/" @click=${() => this.dialog.close()}>${icon("door")} Back to the parlour</a>
      </section>
    </dialog>`;
  }

  private seat(held: Held, address: string): TemplateResult {
    const seat = this.seats[held.seat];
    const playing = this.table.state === "playing";
    const away = seat !== undefined && (seat.left || seat.player !== "human");
    return html`<section aria-label="Your seat">
      <h3 class="line">
        ${seatToken(hueOf(this.colours, held.seat))} ${seat ? nameOf(seat) : `Seat ${held.seat + 1}`}
      </h3>
      <copy-button
        label="Take my seat to another device"
        .link=${`${address}#${held.seat}.${held.token}`}
      ></copy-button>
      <p class="soft small">Whoever has this link plays this seat.</p>
      ${
        playing && away
          ? html`<button class="quiet" @click=${() => this.pick("return", held.seat)}>
              ${icon("again")} Return to my seat
            </button>`
          : nothing
      }
      ${
        playing && !away && this.leaving !== held.seat
          ? html`<button class="quiet" @click=${() => (this.leaving = held.seat)}>
              ${icon("door")} Leave my seat
            </button>`
          : nothing
      }
      ${
        this.leaving === held.seat
          ? html`<div class="notice stack" role="alert">
              <p>Stand up and go? The others may let a bot play for you; you can return while the match lasts.</p>
              <div class="row">
                <button class="danger" @click=${() => this.pick("leave", held.seat)}>Leave</button
                ><button @click=${() => (this.leaving = null)}>Stay</button>
              </div>
            </div>`
          : nothing
      }
    </section>`;
  }

  private pick(name: string, detail?: number): void {
    this.dialog.close();
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  private outside = (event: MouseEvent): void => {
    if (event.target === this.dialog) this.dialog.close();
  };

  private switchSound = (): void => {
    store.sound = !store.sound;
    this.turn += 1;
  };

  private switchLight = (): void => {
    switchTheme();
    this.turn += 1;
  };
}
