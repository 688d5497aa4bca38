/** Saves a match under a name; asks before it overwrites a save. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { Refused, sentenceOf, server, type Save } from "../kit/server.js";
import { shared } from "../kit/styles.js";

@customElement("save-dialog")
export class SaveDialog extends LitElement {
  @property() table = "";
  @property() game = "";
  @state() private saves: Save[] = [];
  @state() private name = "";
  @state() private problem = "";
  @state() private taken = ""; // the name that would be overwritten
  @state() private kept = "";
  @query("dialog") private dialog!: HTMLDialogElement;

  static override styles = [
    shared,
    css`
      dialog {
        width: min(480px, calc(100vw - 24px));
      }
      .stack {
        gap: var(--space-4);
      }
      .field {
        display: grid;
        gap: var(--space-1);
      }
      ul {
        max-height: 32vh;
        overflow-y: auto;
      }
      li button {
        width: 100%;
        justify-content: space-between;
        font-weight: 500;
        text-align: start;
        overflow-wrap: anywhere;
      }
      [role="alert"] {
        color: var(--red);
        font-weight: 600;
      }
    `,
  ];

  async show(): Promise<void> {
    this.problem = this.taken = this.kept = "";
    await this.updateComplete;
    if (!this.dialog.open) this.dialog.showModal();
    await this.refresh();
  }

  protected override render(): TemplateResult {
    return html`<dialog aria-labelledby="title">
      <div class="stack">
        <header class="line">
          <h2 id="title">Save this match</h2>
          <button class="quiet" aria-label="Close" @click=${() => this.dialog.close()}>${icon("close")}</button>
        </header>
        <form class="field" @submit=${this.save}>
          <label for="name">Name of the save</label>
          <div class="row">
            <input id="name" maxlength="60" required .value=${this.name} @input=${this.typed} /><button class="primary">
              Save
            </button>
          </div>
        </form>
        ${this.problem ? html`<p role="alert">${this.problem}</p>` : nothing}
        ${
          this.taken
            ? html`<div class="notice stack" role="alert">
                <p>“${this.taken}” is there already. Write over it?</p>
                <div class="row">
                  <button class="danger" @click=${() => this.write(this.taken, true)}>Write over it</button
                  ><button @click=${() => (this.taken = "")}>Keep it</button>
                </div>
              </div>`
            : nothing
        }
        ${this.kept ? html`<p role="status">${icon("check")} Saved as “${this.kept}”.</p>` : nothing}
        ${
          this.saves.length
            ? html`<div>
                <h3>Your saves</h3>
                <ul>
                  ${this.saves.map(
                    (save) =>
                      html`<li>
                        <button class="quiet" title="Use this name" @click=${() => (this.name = save.name)}>
                          <span>${save.name}</span><span class="soft small figures">${this.date(save.date)}</span>
                        </button>
                      </li>`,
                  )}
                </ul>
              </div>`
            : nothing
        }
      </div>
    </dialog>`;
  }

  private date(text: string): string {
    const when = new Date(text);
    return Number.isNaN(when.getTime()) ? text : when.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  }

  private typed = (event: InputEvent): void => {
    this.name = (event.target as HTMLInputElement).value;
    this.taken = this.kept = "";
  };

  private save = (event: Event): void => {
    event.preventDefault();
    if (this.name.trim()) void this.write(this.name.trim(), false);
  };

  private async write(name: string, overwrite: boolean): Promise<void> {
    this.problem = this.taken = this.kept = "";
    try {
      await server.save(this.table, name, overwrite);
      this.kept = name;
      await this.refresh();
    } catch (trouble) {
      if (trouble instanceof Refused && trouble.code === "exists") this.taken = name;
      else this.problem = sentenceOf(trouble);
    }
  }

  private async refresh(): Promise<void> {
    try {
      this.saves = await server.saves(this.game);
    } catch (trouble) {
      this.problem = sentenceOf(trouble);
    }
  }
}
