/**
 * A form for a new session: players and settings. Fires `opened` (detail: the session, with the tokens of people's
 * seats).
 */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { seatToken } from "../kit/seats.js";
import { sentenceOf, server, type Contest, type ContestSetting, type SessionRequest } from "../kit/server.js";
import { store } from "../kit/store.js";
import { shared } from "../kit/styles.js";

const SEATS = [0, 1];
const FIRST = new Set(["maxTurns", "mapWidth", "mapHeight", "randomSeed"]); // shown first
const GIGA = 1_000_000_000;
const CLOCK = "playerStartingTime";
const FOR_PEOPLE = 3_600 * GIGA; // people are slower than programs
const IN_SECONDS = new Set([CLOCK, "timeAddedPerTurn"]); // given in nanoseconds

/** "maxTurns" becomes "Max turns". */
export const humanise = (key: string): string =>
  key
    .replace(/([A-Z])/g, " $1")
    .toLowerCase()
    .replace(/^./, (letter) => letter.toUpperCase());

/**
 * The request of a form: only values that differ from the default. If a person plays, the clocks have an hour unless
 * they are set.
 */
export function requestOf(form: FormData, settings: ContestSetting[], name: string): SessionRequest {
  const wish: SessionRequest = {
    seats: SEATS.map((seat) => {
      const kind = String(form.get(`seat-${seat}`) ?? "");
      return kind === "you" ? `human:${name}` : kind || null;
    }),
  };
  const session = String(form.get("session") ?? "").trim();
  const chosen: Record<string, number | string> = {};
  for (const setting of settings) {
    const text = String(form.get(setting.key) ?? "").trim();
    const value =
      setting.kind === "number" ? Math.round(Number(text) * (IN_SECONDS.has(setting.key) ? GIGA : 1)) : text;
    if (text && value !== setting.default) chosen[setting.key] = value;
    else if (!text && setting.key === CLOCK && wish.seats.some((seat) => seat?.startsWith("human:")))
      chosen[CLOCK] = FOR_PEOPLE;
  }
  return { ...wish, ...(session ? { session } : {}), ...(Object.keys(chosen).length ? { settings: chosen } : {}) };
}

@customElement("open-session")
export class OpenSession extends LitElement {
  @property({ attribute: false }) contest!: Contest;
  @state() private trouble = "";
  @state() private busy = false;

  static override styles = [
    shared,
    css`
      form {
        display: grid;
        gap: var(--space-4);
      }
      .seats {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr));
        gap: var(--space-3);
      }
      .seat {
        display: grid;
        grid-template-columns: auto 1fr;
        align-items: center;
        gap: var(--space-2);
      }
      .seat select {
        width: 100%;
      }
      .names {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 180px), 1fr));
        gap: var(--space-3);
      }
      label {
        display: grid;
        gap: var(--space-1);
        font-size: var(--size-s);
      }
      .grid {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 150px), 1fr));
        gap: var(--space-3);
        padding-top: var(--space-3);
        align-items: end;
      }
      input {
        width: 100%;
      }
      summary {
        cursor: pointer;
        font-weight: 600;
      }
    `,
  ];

  private async open(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const name = String(form.get("name") ?? "").trim();
    if (name) store.name = name;
    this.busy = true;
    this.trouble = "";
    try {
      const opened = await server.openSession(requestOf(form, this.contest.settings, name || "Player"));
      this.dispatchEvent(new CustomEvent("opened", { detail: opened }));
    } catch (problem) {
      this.trouble = sentenceOf(problem);
    }
    this.busy = false;
  }

  private setting(setting: ContestSetting): TemplateResult {
    const { key, kind, least, help } = setting;
    const usual = IN_SECONDS.has(key) ? Number(setting.default) / GIGA : setting.default;
    const label = `${humanise(key)}${IN_SECONDS.has(key) ? " (s)" : ""}`;
    return html`<label title=${help}
      >${label}<input
        name=${key}
        type=${kind === "number" ? "number" : "text"}
        inputmode=${kind === "number" ? "numeric" : nothing}
        step="any"
        min=${kind === "number" && !IN_SECONDS.has(key) && least !== null ? least : nothing}
        placeholder=${kind === "number" ? String(usual) : "any"}
    /></label>`;
  }

  protected override render(): TemplateResult {
    const { contest } = this;
    const settings = contest.settings.filter((one) => one.kind !== "texts");
    const bots = [...new Set([contest.best, ...contest.bots])].filter(Boolean);
    const [plain, more] = [settings.filter((one) => FIRST.has(one.key)), settings.filter((one) => !FIRST.has(one.key))];
    return html`<form @submit=${this.open}>
      <div class="seats">
        ${SEATS.map(
          (seat) =>
            html`<div class="seat">
              ${seatToken(seat)}<label
                >${seat ? "Second" : "First"} player<select name="seat-${seat}">
                  <option value="">A client</option>
                  <option value="you">You</option>
                  ${bots.map(
                    (bot) =>
                      html`<option value="bot:${bot}" ?selected=${seat === 1 && bot === contest.best}>
                        Bot ${bot}
                      </option>`,
                  )}
                </select></label
              >
            </div>`,
        )}
      </div>
      <div class="names">
        <label
          >Your name, if you play<input
            name="name"
            autocomplete="nickname"
            maxlength="40"
            .defaultValue=${store.name}
            placeholder="Player"
        /></label>
        <label
          >Name of the session<input name="session" maxlength="60" autocomplete="off" placeholder="a number"
        /></label>
      </div>
      <details>
        <summary>Settings</summary>
        <p class="soft small">Empty fields keep the default. If you play, the clocks start at one hour.</p>
        <div class="grid">${plain.map((one) => this.setting(one))}${more.map((one) => this.setting(one))}</div>
      </details>
      ${this.trouble ? html`<p class="notice bad" role="alert">${this.trouble}</p>` : nothing}
      <div><button class="primary" ?disabled=${this.busy}>${icon("plus")} Open the session</button></div>
    </form>`;
  }
}
