/** The coach of a lesson: one step after the other, with what to look at and what to do. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { shared } from "../kit/styles.js";
import type { Lesson } from "../kit/types.js";
import { deepFocus } from "./focus.js";

/** Whether this is the last step, after which play is free. */
const lastOf = (lesson: Lesson): boolean => lesson.next && lesson.step === lesson.steps;

@customElement("lesson-card")
export class LessonCard extends LitElement {
  @property({ attribute: false }) lesson: Lesson | null = null;
  @property({ type: Boolean }) busy = false; // a request is on its way, or moves are still being shown
  @state() private leaving = false;

  static override styles = [
    shared,
    css`
      :host {
        min-width: 0;
        background: var(--panel);
        border-top: 3px solid var(--gold);
      }
      .card {
        max-width: 1080px;
        margin: 0 auto;
        padding: var(--space-3) var(--space-4);
        border: 0;
        background: none;
        box-shadow: none;
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: var(--space-1) var(--space-6);
        align-items: end;
      }
      .head {
        grid-column: 1 / -1;
        gap: 0 var(--space-3);
      }
      .head strong {
        color: var(--gold);
      }
      .skip {
        margin-inline-start: auto;
        min-height: 28px;
        padding-block: 0;
        font-size: var(--size-s);
      }
      progress {
        flex: 0 1 160px;
        height: 6px;
        border: 0;
        border-radius: 3px;
        background: var(--line);
        overflow: hidden;
        accent-color: var(--gold);
      }
      progress::-webkit-progress-bar {
        background: var(--line);
      }
      progress::-webkit-progress-value {
        background: var(--gold);
      }
      progress::-moz-progress-bar {
        background: var(--gold);
      }
      .text {
        display: grid;
        gap: var(--space-2);
        max-width: 75ch;
        max-height: min(30vh, 260px);
        overflow-y: auto;
        font-size: 1.0625rem;
      }
      .text:focus {
        outline: none;
      }
      .tools {
        display: flex;
        flex-wrap: wrap;
        justify-content: end;
        gap: var(--space-2);
      }
      @media (max-width: 699px) {
        .card {
          grid-template-columns: minmax(0, 1fr);
          padding: var(--space-2) var(--space-3);
          gap: var(--space-1);
        }
        .text {
          max-height: 24vh;
          font-size: var(--size);
        }
        .head {
          flex-wrap: nowrap;
        }
        .head strong {
          min-width: 0;
          overflow: hidden;
          text-overflow: ellipsis;
          white-space: nowrap;
        }
        .head span {
          flex: none;
        }
        progress {
          display: none;
        }
      }
      @media (max-height: 560px) {
        .text {
          max-height: 22vh;
          font-size: var(--size);
        }
      }
      @media (min-width: 700px) and (min-height: 800px) {
        .text {
          min-height: 4.5em;
        }
      } /* three lines: from step to step the board stays where it is */
    `,
  ];

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has("lesson") && changes.get("lesson")?.step !== this.lesson?.step) this.leaving = false;
  }

  protected override update(changes: PropertyValues<this>): void {
    const focused = deepFocus();
    const inside = focused !== null && (this.shadowRoot?.contains(focused) ?? false);
    super.update(changes);
    if (inside && !focused!.isConnected) this.focus(); // the pressed button is gone: keep the focus here
  }

  protected override updated(changes: PropertyValues<this>): void {
    if (changes.has("lesson") && changes.get("lesson")?.step !== this.lesson?.step)
      this.renderRoot.querySelector(".text")?.scrollTo({ top: 0 });
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>(".text")?.focus({ preventScroll: true });
  }

  protected override render(): TemplateResult | typeof nothing {
    const lesson = this.lesson;
    if (!lesson) return nothing;
    return html`<section class="card" aria-label="Lesson">
      <div class="head soft small row">
        ${icon("book")} <strong>${lesson.title}</strong> <span>step ${lesson.step} of ${lesson.steps}</span>
        <progress max=${lesson.steps} .value=${lesson.step} aria-hidden="true"></progress>
        ${
          this.leaving || lastOf(lesson)
            ? nothing
            : html`<button
                class="quiet skip"
                title="Leave the lesson and play on from here"
                @click=${() => (this.leaving = true)}
              >
                Skip
              </button>`
        }
      </div>
      <div class="text" tabindex="-1" aria-live="polite">
        ${lesson.say.split(/\n\s*\n/).map((paragraph) => html`<p>${paragraph.replace(/\s+/g, " ")}</p>`)}
      </div>
      <div class="tools">${this.leaving ? this.sure() : this.tools(lesson)}</div>
    </section>`;
  }

  private tools(lesson: Lesson): TemplateResult {
    if (!lesson.next) return html``;
    return html`${lastOf(lesson) ? html`<a class="button" href="/">To the parlour</a>` : nothing}
      <button class="primary next" aria-disabled=${this.busy ? "true" : nothing} @click=${this.turn}>
        ${lastOf(lesson) ? "Play on" : "Next"} ${icon("step-forward")}
      </button>`;
  }

  private sure(): TemplateResult {
    return html`<span class="soft small">From here on a bot plays against you, and luck is luck.</span>
      <button class="quiet" @click=${() => (this.leaving = false)}>Stay</button>
      <button class="primary leave" aria-disabled=${this.busy ? "true" : nothing} @click=${this.leave}>
        Play on from here
      </button>`;
  }

  private turn = (): void => this.fire("next");
  private leave = (): void => this.fire("leave");

  private fire(name: "next" | "leave"): void {
    if (!this.busy) this.dispatchEvent(new CustomEvent(name));
  }
}
