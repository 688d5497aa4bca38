/** Quick Play and Solo Play: choose the players, then start. setup.ts decides what may start. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { icon } from "../kit/icons.js";
import { seatToken } from "../kit/seats.js";
import { sentenceOf } from "../kit/server.js";
import { store } from "../kit/store.js";
import { shared } from "../kit/styles.js";
import type { Game, Option } from "../kit/types.js";
import {
  CLOCKS,
  botGroups,
  botLabel,
  choiceRefusal,
  fileName,
  fileValue,
  firstForm,
  noClock,
  optionLabel,
  solitaire,
  setupProblem,
  withBot,
  type Form,
  type Slot,
  type Value,
} from "./setup.js";
import { start } from "./start.js";

const KINDS: { kind: Slot["kind"]; word: string }[] = [
  { kind: "player", word: "Player" },
  { kind: "bot", word: "Bot" },
  { kind: "closed", word: "Closed" },
];

/** " and weapons": what is chosen for each seat, after a heading. */
const andPicks = (game: Game): string =>
  game.options
    .filter((option) => option.per_seat)
    .map((option) => ` and ${optionLabel(option).toLowerCase()}`)
    .join("");

@customElement("setup-dialog")
export class SetupDialog extends LitElement {
  @state() game: Game | null = null;
  @state() form: Form | null = null;
  @state() trouble = "";
  @state() busy = false;

  static override styles = [
    shared,
    css`
      dialog {
        width: min(600px, calc(100vw - 24px));
        max-height: calc(100dvh - 24px);
        padding: 0;
        overflow: hidden;
      }
      dialog[open] {
        display: flex;
        flex-direction: column;
      }
      form {
        min-height: 0;
      }
      .top {
        gap: var(--space-3);
        padding: var(--space-4) var(--space-5);
        border-bottom: 1px solid var(--line);
      }
      .top h2 {
        flex: 1;
      }
      .top small {
        display: block;
        color: var(--soft);
        font: 500 var(--size-s) / 1.3 var(--sans);
      }
      .middle {
        display: grid;
        gap: var(--space-5);
        padding: var(--space-5);
        overflow-y: auto;
      }
      .bottom {
        justify-content: flex-end;
        gap: var(--space-2) var(--space-4);
        padding: var(--space-4) var(--space-5);
        border-top: 1px solid var(--line);
        background: var(--sunk);
      }
      .bottom p {
        flex: 1 1 200px;
      }
      .bottom .primary {
        min-width: 120px;
      }

      .segments {
        display: inline-flex;
        justify-self: start;
        flex-wrap: wrap;
        max-width: 100%;
        padding: 3px;
        gap: 3px;
        border: 1px solid var(--edge);
        border-radius: var(--radius);
        background: var(--sunk);
      }
      .segments label {
        position: relative;
        display: inline-flex;
        align-items: center;
        justify-content: center;
        min-width: 40px;
        min-height: 34px;
        padding: 0 var(--space-3);
        border-radius: 7px;
        font-weight: 500;
        cursor: pointer;
      }
      .segments input,
      .file input {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        opacity: 0;
        cursor: pointer;
      }
      .segments label:has(:checked) {
        background: var(--panel);
        box-shadow:
          0 0 0 1px var(--edge),
          0 1px 3px #0003;
      }
      .segments label:has(:focus-visible) {
        outline: 2px solid var(--info);
        outline-offset: 1px;
      }
      .segments label:hover:not(:has(:checked), :has(:disabled)) {
        background: var(--line);
      }
      .segments label:has(:disabled),
      .segments input:disabled {
        color: var(--soft);
        cursor: not-allowed;
      }
      .segments label:has(:disabled) {
        text-decoration: line-through;
      }

      fieldset > legend {
        margin-bottom: var(--space-2);
      }
      .ways {
        display: grid;
        grid-template-columns: 1fr 1fr;
        gap: var(--space-2);
      }
      .ways label {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 0 var(--space-2);
        padding: var(--space-3);
        border: 1px solid var(--edge);
        border-radius: var(--radius);
        cursor: pointer;
      }
      .ways label:has(:checked) {
        border-color: var(--act);
        box-shadow: inset 0 0 0 1px var(--act);
      }
      .ways label span {
        grid-column: 2;
        color: var(--soft);
        font-size: var(--size-s);
        font-weight: 400;
      }
      .ways input {
        margin-top: 3px;
      }
      .names {
        display: grid;
        grid-template-columns: 1fr 1fr;
        gap: var(--space-2) var(--space-3);
      }
      .named input,
      .fill {
        flex: 1;
        width: 100%;
        min-width: 0;
      }
      .slots {
        display: grid;
        gap: var(--space-2);
      }
      .slot {
        display: grid;
        grid-template-columns: auto auto minmax(0, 1fr) auto;
        align-items: center;
        gap: var(--space-2) var(--space-3);
      }
      .slot.closed > .token {
        opacity: 0.35;
      }
      .pick {
        max-width: 7.5rem;
      }
      .fronts {
        display: grid;
        grid-template-columns: 1fr 1fr;
        gap: var(--space-4);
      }
      .front {
        display: grid;
        align-content: start;
        gap: var(--space-1);
      }
      .front .help {
        margin: 0;
      }
      details {
        border: 1px solid var(--line);
        border-radius: var(--radius);
      }
      summary {
        padding: var(--space-2) var(--space-3);
        border-radius: var(--radius);
        font-weight: 600;
        cursor: pointer;
      }
      details > div {
        display: grid;
        gap: var(--space-4);
        padding: var(--space-2) var(--space-3) var(--space-4);
      }
      .option,
      .house > label:first-child {
        display: grid;
        gap: var(--space-1);
      }
      .option.check {
        grid-template-columns: auto 1fr;
        gap: 0 var(--space-2);
        align-items: center;
      }
      .option.check .help {
        grid-column: 2;
      }
      .option input:not([type="checkbox"]),
      .option select {
        justify-self: start;
      }
      .option .name {
        font-weight: 600;
      }
      .file .button {
        position: relative;
      }
      .file .button:has(:focus-visible) {
        outline: 2px solid var(--info);
        outline-offset: 2px;
      }
      .file output {
        overflow-wrap: anywhere;
      }
      .house {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-3) var(--space-6);
        align-items: end;
      }
      .house .help {
        flex: 1 0 100%;
      }
      .house .listed {
        display: flex;
        align-items: center;
        gap: var(--space-2);
        min-height: 40px;
        font-weight: 500;
      }
      @media (max-width: 520px) {
        dialog {
          width: 100vw;
          max-width: 100vw;
          margin: auto 0 0;
          border-radius: 16px 16px 0 0;
          border-width: 1px 0 0;
        }
        .top,
        .middle,
        .bottom {
          padding-inline: var(--space-4);
        }
        .ways,
        .fronts,
        .names {
          grid-template-columns: 1fr;
        }
        .slot {
          grid-template-columns: auto 1fr;
          padding-bottom: var(--space-2);
          border-bottom: 1px solid var(--line);
        }
        .slot .fill,
        .slot .pick {
          grid-column: 2;
        }
        .bottom .primary {
          flex: 1;
        }
      }
    `,
  ];

  async open(game: Game, mode: Form["mode"]): Promise<void> {
    this.game = game;
    this.form = firstForm(game, mode, store.name);
    this.trouble = "";
    await this.updateComplete;
    this.renderRoot.querySelector("dialog")!.showModal();
  }

  private close = () => this.renderRoot.querySelector("dialog")!.close();

  private change(part: Partial<Form>): void {
    this.form = { ...this.form!, ...part };
    this.trouble = "";
  }
  private rename(at: number, name: string): void {
    const names = Array.from(
      { length: Math.max(at + 1, this.form!.names.length) },
      (_, i) => this.form!.names[i] ?? "",
    );
    names[at] = name;
    this.change({ names });
  }
  private reslot(at: number, part: Partial<Slot>): void {
    this.change({ slots: this.form!.slots.map((slot, i) => (i === at ? { ...slot, ...part } : slot)) });
  }
  private add = async () => {
    this.change(withBot(this.game!, this.form!) ?? {});
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(".add, .bottom .primary")!.focus();
  };
  private choose(option: Option, value: Value): void {
    this.change({ options: { ...this.form!.options, [option.name]: value } });
  }

  /** Reads a whole file; the server says whether it is valid. */
  private async bring(option: Option, input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    if (!file) return;
    try {
      this.choose(option, await fileValue(option, file));
    } catch (trouble) {
      this.trouble = String(trouble);
    }
    input.value = "";
  }

  private go = async (event: SubmitEvent) => {
    event.preventDefault();
    if (this.busy || setupProblem(this.game!, this.form!)) return;
    this.busy = true;
    this.trouble = "";
    try {
      await start(this.game!, this.form!);
      this.close();
    } catch (trouble) {
      this.trouble = sentenceOf(trouble);
    }
    this.busy = false;
  };

  override render() {
    const { game, form } = this;
    if (!game || !form) return html`<dialog></dialog>`;
    const quick = form.mode === "quick";
    const reason = setupProblem(game, form);
    const unclocked = noClock(form);
    return html`<dialog
      aria-labelledby="title"
      @click=${(event: Event) => {
        if (event.target === event.currentTarget) this.close();
      }}
    >
      <form class="vertical" @submit=${this.go} novalidate>
        <div class="top line">
          <h2 id="title"><small>${game.title}</small>${quick ? "Quick Play" : "Solo Play"}</h2>
          <button type="button" class="quiet round" title="Close" aria-label="Close" @click=${this.close}>
            ${icon("close")}
          </button>
        </div>
        <div class="middle">
          ${quick ? this.quick(game, form) : this.solo(game, form)}
          ${
            game.options.some((option) => option.front)
              ? html`<div class="fronts">
                  ${game.options.filter((option) => option.front).map((option) => this.frontOption(option, form))}
                </div>`
              : nothing
          }
          <div class="house">
            <label
              >Clock
              <select
                ?disabled=${unclocked !== null}
                aria-describedby=${unclocked ? "unclocked" : nothing}
                @change=${(event: Event) => this.change({ clock: (event.target as HTMLSelectElement).value })}
              >
                ${CLOCKS.map(
                  (clock) =>
                    html`<option
                      value=${clock.name}
                      .selected=${live(clock.name === (unclocked ? "none" : form.clock))}
                    >
                      ${clock.label}
                    </option>`,
                )}
              </select></label
            >
            <label class="listed"
              ><input
                type="checkbox"
                .checked=${live(form.listed)}
                @change=${(event: Event) => this.change({ listed: (event.target as HTMLInputElement).checked })}
              />
              List the table on the first page</label
            >
            ${unclocked ? html`<p class="help soft small" id="unclocked">${unclocked}</p>` : nothing}
          </div>
          ${
            game.options.length
              ? html`<details>
                  <summary>Options</summary>
                  <div>
                    ${game.options
                      .filter((option) => !option.front && !option.per_seat)
                      .map((option) => this.option(option, form))}
                  </div>
                </details>`
              : nothing
          }
        </div>
        <div class="bottom row">
          <p id="why" role="status" class=${reason || this.trouble ? "" : "soft small"}>
            ${this.trouble ? html`${icon("warning")} ${this.trouble}` : (reason ?? this.promise(form))}
          </p>
          ${
            withBot(game, form)
              ? html`<button type="button" class="add" @click=${this.add}>${icon("plus")} Add a bot</button>`
              : nothing
          }
          <button class="primary" ?disabled=${reason !== null || this.busy} aria-describedby="why">
            ${this.busy ? "Setting the table" : quick ? html`${icon("play")} Start` : html`${icon("check")} Ready`}
          </button>
        </div>
      </form>
    </dialog>`;
  }

  private promise(form: Form): string {
    if (form.mode === "quick" && form.where === "apart")
      return "You get a link for your friends; the match begins when every seat is taken.";
    return form.listed ? "Starts at once. Others may watch." : "Starts at once. Only people with the link may watch.";
  }

  private quick(game: Game, form: Form) {
    const here = form.where === "here";
    const picks = (seat: number) => (here ? this.seatPicks(game, form, seat, seat) : nothing);
    return html` <fieldset>
        <legend>Seats</legend>
        ${this.segments(
          "seats",
          game.seats.map((count) => [String(count), String(count)]),
          String(form.seats),
          (count) => this.change({ seats: Number(count) }),
        )}
      </fieldset>
      <fieldset>
        <legend>Where</legend>
        <div class="ways">
          <label
            ><input
              type="radio"
              name="where"
              .checked=${live(here)}
              @change=${() => this.change({ where: "here" })}
            />On this device<span>One screen, passed round. Starts at once.</span></label
          >
          <label
            ><input
              type="radio"
              name="where"
              .checked=${live(!here)}
              @change=${() => this.change({ where: "apart" })}
            />Each on their own<span>Seat 1 is yours. Friends join by link or from the list.</span></label
          >
        </div>
      </fieldset>
      <fieldset>
        <legend>${here ? `Names${andPicks(game)}` : "Your name"}</legend>
        <div class="names">
          ${Array.from(
            { length: here ? form.seats : 1 },
            (_, seat) =>
              html`<div class="named line">
                ${seatToken(seat)}${this.nameField(game, form, seat, seat)}${picks(seat)}
              </div>`,
          )}
        </div>
      </fieldset>`;
  }

  private solo(game: Game, form: Form) {
    let seat = -1;
    return html`<fieldset>
      <legend>${solitaire(game) ? "Who plays" : `Slots${andPicks(game)}`}</legend>
      <div class="slots">
        ${form.slots.map((slot, at) => {
          if (slot.kind !== "closed") seat += 1;
          const kinds = KINDS.filter(({ kind }) => kind !== "closed" || !solitaire(game));
          return html`<div class="slot ${slot.kind}" role="group" aria-label="Slot ${at + 1}">
            ${seatToken(slot.kind === "closed" ? at : seat)}
            ${this.segments(
              `slot-${at}`,
              kinds.map(({ kind, word }) => [kind, word]),
              slot.kind,
              (kind) => this.reslot(at, { kind: kind as Slot["kind"] }),
            )}
            ${
              slot.kind === "player"
                ? this.nameField(game, form, at, seat)
                : slot.kind === "bot"
                  ? this.botField(game, slot, at)
                  : nothing
            }
            ${slot.kind === "closed" ? nothing : this.seatPicks(game, form, at, seat)}
          </div>`;
        })}
      </div>
    </fieldset>`;
  }

  private nameField(game: Game, form: Form, at: number, seat: number) {
    return html`<input
      class="fill"
      aria-label="Name of seat ${seat + 1}"
      placeholder="Player ${seat + 1}"
      maxlength=${game.longest_name}
      autocomplete=${at === 0 ? "nickname" : "off"}
      .value=${live(form.names[at] ?? "")}
      @input=${(event: Event) => this.rename(at, (event.target as HTMLInputElement).value)}
    />`;
  }

  private botField(game: Game, slot: Slot, at: number) {
    const choice = (bot: string) => html`<option value=${bot} ?selected=${bot === slot.bot}>${botLabel(bot)}</option>`;
    return html`<select
      class="fill"
      aria-label="Bot of slot ${at + 1}"
      @change=${(event: Event) => this.reslot(at, { bot: (event.target as HTMLSelectElement).value })}
    >
      ${botGroups(game).map(({ label, bots }) => html`<optgroup label=${label}>${bots.map(choice)}</optgroup>`)}
    </select>`;
  }

  private segments(
    name: string,
    choices: [string, string][],
    now: string,
    chosen: (value: string) => void,
    refusal: (value: string) => string | null = () => null,
  ) {
    return html`<div class="segments">
      ${choices.map(
        ([value, word]) =>
          html`<label title=${refusal(value) ?? nothing}
            ><input
              type="radio"
              name=${name}
              value=${value}
              .checked=${live(value === now)}
              ?disabled=${value !== now && refusal(value) !== null}
              @change=${() => chosen(value)}
            />${word}</label
          >`,
      )}
    </div>`;
  }

  /** An option of the first page: its choices side by side, and what the chosen one means. */
  private frontOption(option: Option, form: Form): TemplateResult {
    if (option.type !== "choice") return this.option(option, form);
    const now = String(form.options[option.name]);
    const refusal = (choice: string) => choiceRefusal(option, choice, form);
    const refused = option.choices!.map(refusal).filter((sentence) => sentence !== null);
    return html`<fieldset class="front" data-option=${option.name}>
      <legend>${optionLabel(option)}</legend>
      ${this.segments(
        `front-${option.name}`,
        option.choices!.map((choice) => [choice, choice[0]!.toUpperCase() + choice.slice(1)]),
        now,
        (choice) => this.choose(option, choice),
        refusal,
      )}
      <p class="help" role="status">${option.meanings?.[option.choices!.indexOf(now)] ?? option.help}</p>
      ${refused.map((sentence) => html`<p class="help soft">${sentence}</p>`)}
    </fieldset>`;
  }

  /** What a seat gets, for options with a value for each seat; by chance unless one is chosen. */
  private seatPicks(game: Game, form: Form, at: number, seat: number) {
    return game.options
      .filter((option) => option.per_seat)
      .map((option) => {
        const picked = form.picks[option.name] ?? [];
        return html`<select
          class="pick"
          aria-label="${optionLabel(option)}: seat ${seat + 1}"
          @change=${(event: Event) => {
            const values = form.slots.map((_, slot) => picked[slot] ?? "");
            values[at] = (event.target as HTMLSelectElement).value;
            this.change({ picks: { ...form.picks, [option.name]: values } });
          }}
        >
          <option value="" .selected=${live(!picked[at])}>Random</option>
          ${option.per_seat!.map(
            (one) =>
              html`<option
                value=${one}
                .selected=${live(picked[at] === one)}
                ?disabled=${picked[at] !== one && picked.includes(one)}
              >
                ${one}
              </option>`,
          )}
        </select>`;
      });
  }

  private option(option: Option, form: Form): TemplateResult {
    const value = form.options[option.name];
    const id = `option-${option.name}`;
    const typed = (event: Event) => (event.target as HTMLInputElement).value;
    const help = html`<span class="help soft small" id="${id}-help"
      >${option.help}${option.type === "int" && option.range ? ` (${option.range[0]} to ${option.range[1]})` : ""}</span
    >`;
    if (option.type === "bool")
      return html`<div class="option check">
        <input
          type="checkbox"
          id=${id}
          aria-describedby="${id}-help"
          .checked=${live(value === true)}
          @change=${(event: Event) => this.choose(option, (event.target as HTMLInputElement).checked)}
        /><label for=${id}>${optionLabel(option)}</label>${help}
      </div>`;
    if (option.type === "file")
      return html`<div class="option">
        <span class="name" id="${id}-name">${optionLabel(option)}</span
        >${this.fileField(option, id, fileName(value))}${help}
      </div>`;
    const field =
      option.type === "choice"
        ? html`<select
            id=${id}
            aria-describedby="${id}-help"
            @change=${(event: Event) => this.choose(option, typed(event))}
          >
            ${option.choices?.map(
              (choice) =>
                html`<option
                  ?selected=${choice === value}
                  ?disabled=${choice !== value && choiceRefusal(option, choice, form) !== null}
                >
                  ${choice}
                </option>`,
            )}
          </select>`
        : option.type === "int"
          ? html`<input
              id=${id}
              aria-describedby="${id}-help"
              type="number"
              inputmode="numeric"
              step="1"
              min=${option.range?.[0] ?? nothing}
              max=${option.range?.[1] ?? nothing}
              .value=${live(String(Number.isNaN(value) ? "" : value))}
              @input=${(event: Event) => this.choose(option, typed(event) === "" ? NaN : Number(typed(event)))}
            />`
          : html`<input
              id=${id}
              aria-describedby="${id}-help"
              maxlength=${option.range?.[1] ?? nothing}
              .value=${live(String(value))}
              @input=${(event: Event) => this.choose(option, typed(event))}
            />`;
    return html`<div class="option"><label for=${id}>${optionLabel(option)}</label>${field}${help}</div>`;
  }

  private fileField(option: Option, id: string, name: string): TemplateResult {
    return html`<div class="file row" role="group" aria-labelledby="${id}-name">
      <label class="button"
        >${name ? "Another file" : "Choose a file"}<input
          type="file"
          id=${id}
          accept=".json"
          aria-describedby="${id}-help"
          @change=${(event: Event) => this.bring(option, event.target as HTMLInputElement)}
      /></label>
      <output for=${id} class=${name ? "" : "soft"}>${name || "none"}</output>
      ${
        name
          ? html`<button
              type="button"
              class="quiet round"
              title="Remove this file"
              aria-label="Remove ${name}"
              @click=${() => this.choose(option, "")}
            >
              ${icon("close")}
            </button>`
          : nothing
      }
    </div>`;
  }
}
