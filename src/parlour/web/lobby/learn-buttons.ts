/** The buttons of a game's lessons. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { sentenceOf } from "../kit/server.js";
import { shared } from "../kit/styles.js";
import type { Game } from "../kit/types.js";
import { learn } from "./start.js";

@customElement("learn-buttons")
export class LearnButtons extends LitElement {
  @property({ attribute: false }) game: Game | null = null;
  @state() busy = "";
  @state() trouble = "";

  static override styles = [
    shared,
    css`
      :host {
        display: contents;
      }
      .notice {
        flex-basis: 100%;
      }
      @media (max-width: 520px) {
        button {
          flex: 1;
          padding-inline: var(--space-2);
        }
      }
    `,
  ];

  private async begin(lesson: string): Promise<void> {
    if (this.busy || !this.game) return;
    this.busy = lesson;
    this.trouble = "";
    try {
      await learn(this.game, lesson);
    } catch (trouble) {
      this.trouble = sentenceOf(trouble);
    }
    this.busy = "";
  }

  override render() {
    const { game } = this;
    const lessons = game?.lessons ?? [];
    if (!game || !lessons.length) return nothing;
    return html`${lessons.map(
      (lesson, at) =>
        html`<button
          title=${`${lesson.title}. ${lesson.about}`}
          aria-disabled=${this.busy ? "true" : nothing}
          @click=${() => this.begin(lesson.id)}
        >
          ${icon("book")} ${at === 0 ? "Learn to play" : lesson.title}<span class="unseen"> ${game.title}</span>
        </button>`,
    )}
    ${this.trouble ? html`<p class="notice bad" role="alert">${this.trouble}</p>` : nothing}`;
  }
}
