/** The page /r/ID: a finished match of this server; a new match can be started from any step. */
import { LitElement, css, html, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { go } from "../kit/route.js";
import { Refused, sentenceOf, server } from "../kit/server.js";
import { store } from "../kit/store.js";
import { shared } from "../kit/styles.js";
import type { Film } from "../kit/types.js";
import { shortenName } from "../lobby/setup.js";
import "./film-view.js";

@customElement("replay-page")
export class ReplayPage extends LitElement {
  @property() record = "";
  @state() private film: Film | null = null;
  @state() private trouble = "";
  @state() private missing = false;
  private leading = false;

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        min-height: 0;
      }
      film-view {
        min-height: 0;
      }
      .lost {
        place-self: center;
        width: min(520px, calc(100% - 2 * var(--space-4)));
        margin: var(--space-8) 0;
        padding: var(--space-8) var(--space-6);
        gap: var(--space-4);
        overflow-wrap: anywhere;
      }
      .wait {
        place-self: center;
        max-width: 560px;
        padding: var(--space-8) var(--space-4);
      }
      @media (min-width: 700px) {
        :host {
          contain: size;
        }
      }
    `,
  ];

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (!changes.has("record")) return;
    this.film = null;
    void this.see(null);
  }

  /** Shows the match from another view; a solitaire is shown as its player saw it. */
  private async see(viewer: number | null): Promise<void> {
    const record = this.record;
    this.trouble = "";
    this.missing = false;
    try {
      let film = await server.film(record, viewer);
      if (film.names.length === 1 && viewer === null) film = await server.film(record, 0);
      if (record !== this.record) return;
      this.film = film;
      document.title = `${film.game.title}, replay · Parlour`;
    } catch (problem) {
      if (record !== this.record) return;
      this.trouble = sentenceOf(problem);
      this.missing = problem instanceof Refused && problem.code === "missing";
    }
  }

  /**
   * Sets up a new table from this step. If only one person played, this browser takes the seat; else the others join by
   * the link.
   */
  private async playOn(at: number): Promise<void> {
    if (this.leading) return;
    this.leading = true;
    this.trouble = "";
    try {
      let table = await server.playOn(this.record, at);
      const open = table.seats.filter((seat) => seat.player === "open").map((seat) => seat.seat);
      if (open.length === 1) {
        const seat = open[0]!;
        const name = shortenName(this.film!.game, store.name) || this.film!.names[seat]!;
        table = (await server.sit(table.id, { seat, name })).table;
        store.satDown(table, [seat]);
      }
      go(`/t/${table.id}`);
    } catch (problem) {
      this.trouble = sentenceOf(problem);
    } finally {
      this.leading = false;
    }
  }

  protected override render(): TemplateResult {
    const { film } = this;
    if (!film && this.missing)
      return html`<div class="card lost centred">
        <h1>There is no such match</h1>
        <p class="soft">The link may be mistyped, or the match was never finished.</p>
        <a class="button primary" href="/">To the parlour</a>
      </div>`;
    if (!film)
      return html`<div class="wait">
        ${
          this.trouble
            ? html`<div class="notice bad stack">
                <p>${this.trouble}</p>
                <p>
                  <button @click=${() => this.see(null)}>${icon("again")} Try again</button>
                  <a class="button quiet" href="/">To the first page</a>
                </p>
              </div>`
            : html`<p class="soft" role="status">Fetching the match ...</p>`
        }
      </div>`;
    const viewers = film.names.length === 1 ? [0] : [null, ...film.names.keys()];
    return html`<film-view
      .film=${film}
      .viewers=${viewers}
      .record=${{ address: server.recordAddress(this.record), name: `${film.game.id}-${this.record}.parlour` }}
      .trouble=${this.trouble}
      leads
      @see=${(event: CustomEvent<{ viewer: number | null }>) => this.see(event.detail.viewer)}
      @play-on=${(event: CustomEvent<{ at: number }>) => this.playOn(event.detail.at)}
    ></film-view>`;
  }
}
