/** The saves of this browser by game: load one, or delete it after a confirmation. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { sentenceOf, server, type Save } from "../kit/server.js";
import { shared } from "../kit/styles.js";
import { when } from "../kit/relative-time.js";
import { lists } from "./list-styles.js";
import { load } from "./start.js";

@customElement("saved-games")
export class SavedGames extends LitElement {
  @state() saves: Save[] = [];
  @state() doomed: Save | null = null;
  @state() trouble = "";
  @state() busy = false;

  static override styles = [
    shared,
    lists,
    css`
      :host([empty]) {
        display: none;
      }
      h3 {
        margin-top: var(--space-3);
        font-size: var(--size);
        color: var(--soft);
      }
      li > div {
        flex: 1;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      dialog .row {
        justify-content: flex-end;
        margin-top: var(--space-4);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.toggleAttribute("empty", true);
    void this.fetchSaves();
  }

  private async fetchSaves(): Promise<void> {
    try {
      this.saves = await server.saves();
    } catch {
      /* the games above already say that the server is away */
    }
    this.toggleAttribute("empty", this.saves.length === 0 && !this.trouble);
  }

  private async doing(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.trouble = "";
    try {
      await work();
    } catch (trouble) {
      this.trouble = sentenceOf(trouble);
    }
    this.busy = false;
  }

  private async ask(save: Save): Promise<void> {
    this.doomed = save;
    await this.updateComplete;
    const dialog = this.renderRoot.querySelector("dialog")!;
    dialog.returnValue = ""; // Escape would keep the previous value
    dialog.showModal();
  }

  private answered = async (event: Event) => {
    const save = this.doomed;
    const yes = (event.target as HTMLDialogElement).returnValue === "delete";
    this.doomed = null;
    if (save && yes)
      await this.doing(async () => {
        await server.forget(save.name);
        await this.fetchSaves();
      });
  };

  override render() {
    const games = [...new Set(this.saves.map((save) => save.game))];
    return html`<section aria-labelledby="head">
      <h2 id="head">Saved games</h2>
      ${this.trouble ? html`<p class="notice bad" role="alert">${this.trouble}</p>` : nothing}
      ${games.map((game) => {
        const saves = this.saves.filter((save) => save.game === game);
        return html`<h3>${saves[0]!.title}</h3>
          <ul>
            ${saves.map(
              (save) =>
                html`<li class="line">
                  <div>
                    ${save.name}<br /><span class="soft small">${save.players.join(", ")} · ${when(save.date)}</span>
                  </div>
                  <button ?disabled=${this.busy} @click=${() => this.doing(() => load(save.name))}>
                    Load<span class="unseen"> ${save.name}</span>
                  </button>
                  <button
                    class="quiet round"
                    ?disabled=${this.busy}
                    title="Delete"
                    aria-label="Delete ${save.name}"
                    @click=${() => this.ask(save)}
                  >
                    ${icon("close")}
                  </button>
                </li>`,
            )}
          </ul>`;
      })}
      <dialog @close=${this.answered} aria-labelledby="ask">
        <form method="dialog">
          <p id="ask">Delete the save “${this.doomed?.name}”? It cannot be brought back.</p>
          <div class="row">
            <button value="keep" autofocus>Keep it</button><button class="danger" value="delete">Delete</button>
          </div>
        </form>
      </dialog>
    </section>`;
  }
}
