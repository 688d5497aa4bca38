/** The seats of the table: token, name, light, clock, and who is away. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { hueOf, seatColour, seatToken } from "../kit/seats.js";
import { styleMap } from "lit/directives/style-map.js";
import { shared } from "../kit/styles.js";
import type { Clock, Seat, TableState, Vote } from "../kit/types.js";
import { NEARLY_GONE, clockFace, isBot, nameOf, timeLeft } from "./words.js";

export const LONG_AWAY = 20_000; // milliseconds after which the others may act about a missing player

@customElement("seat-strip")
export class SeatStrip extends LitElement {
  @property({ attribute: false }) seats: Seat[] = [];
  @property({ attribute: false }) lights: number[] = [];
  @property({ attribute: false }) colours: readonly number[] = []; // dealt by the game, by seat
  @property({ attribute: false }) clocks: Clock[] | null = null;
  @property({ attribute: false }) since = 0; // when the clocks arrived
  @property({ attribute: false }) votes: Vote[] = [];
  @property({ attribute: false }) held: number[] = []; // the seats of this device
  @property({ attribute: false }) viewer: number | null = null;
  @property({ attribute: false }) phase: TableState = "waiting";
  @state() private now = performance.now();
  @state() private asking: number | null = null; // the seat whose vote for a bot must be confirmed
  private missed = new Map<number, number>(); // since when a seat's player has been away
  private tick: ReturnType<typeof setInterval> | undefined;

  static override styles = [
    shared,
    css`
      :host {
        min-width: 0;
      }
      ul {
        padding: 2px;
        display: flex;
        flex-wrap: wrap;
        justify-content: center;
        align-items: stretch;
        gap: var(--space-1) var(--space-2);
      }
      li {
        color: var(--ink);
        flex: 1 1 112px;
        min-width: 0;
        max-width: 240px;
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        align-content: start;
        padding: var(--space-1) var(--space-2);
        border: 1px solid var(--line);
        border-bottom: 3px solid var(--seat);
        border-radius: var(--radius);
        background: var(--panel);
      }
      li.mine {
        background: color-mix(in srgb, var(--seat) 9%, var(--panel));
      }
      li.asked {
        border-color: var(--seat);
        box-shadow: 0 0 0 1px var(--seat);
      }
      .first,
      .second {
        display: flex;
        align-items: center;
        gap: 6px;
        min-width: 0;
      }
      .name {
        flex: 1 1 auto;
        font-weight: 600;
      }
      .second {
        min-height: 21px;
      }
      .second > span {
        flex: 0 1 auto;
        min-width: 0;
        white-space: nowrap;
        overflow: hidden;
        text-overflow: ellipsis;
      }
      .second > .clock {
        flex: none;
        overflow: visible;
      }
      .light {
        flex: none;
        display: grid;
        place-items: center;
        width: 16px;
        height: 16px;
        border-radius: 50%;
        color: var(--panel);
      }
      .owes {
        background: var(--red);
      }
      .done {
        background: var(--green);
      }
      .light svg {
        width: 12px;
        height: 12px;
      }
      .clock {
        font-variant-numeric: tabular-nums;
        margin-inline-start: auto;
      }
      .clock.runs {
        color: var(--ink);
        font-weight: 600;
      }
      .clock.low {
        color: var(--red);
        font-weight: 700;
      }
      .vote {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2);
        font-size: var(--size-s);
      }
      .vote button {
        font-size: var(--size-s);
        min-height: 32px;
        padding-inline: var(--space-2);
      }
      @media (prefers-reduced-motion: no-preference) {
        .owes {
          animation: breathe 2s ease-in-out 3;
        }
      }
      @keyframes breathe {
        50% {
          box-shadow: 0 0 0 4px color-mix(in srgb, var(--red) 30%, transparent);
        }
      }
      @media (max-width: 699px) {
        ul {
          gap: var(--space-1);
          padding: 0;
        }
        li {
          flex-basis: 104px;
          padding-block: 1px;
        }
      }
      @media (max-height: 560px) and (min-width: 700px) {
        ul {
          flex-wrap: nowrap;
        }
        li {
          flex-basis: 0;
          padding: 0 6px;
        }
        .second {
          font-size: 12px;
        }
        .first,
        .second {
          gap: 4px;
        }
      }
    `,
  ];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.tick);
    this.tick = undefined;
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has("since")) this.now = performance.now();
    if (changes.has("seats")) this.miss();
    const running = this.clocks?.some((clock) => clock.runs) ?? false;
    const awaited = this.phase === "playing" && [...this.missed.values()].some((since) => this.now - since < LONG_AWAY);
    if ((running || awaited) && this.tick === undefined)
      this.tick = setInterval(() => (this.now = performance.now()), 250);
    if (!running && !awaited) {
      clearInterval(this.tick);
      this.tick = undefined;
    }
  }

  private miss(): void {
    for (const { seat, here, player } of this.seats) {
      if (here || player !== "human") this.missed.delete(seat);
      else if (!this.missed.has(seat)) this.missed.set(seat, performance.now());
    }
    const asked = this.seats.find(({ seat }) => seat === this.asking);
    if (asked && (isBot(asked) || (asked.here && !asked.left))) this.asking = null;
  }

  protected override render(): TemplateResult {
    return html`<ul aria-label="Seats">
      ${this.seats.map((seat) => this.seat(seat))}
    </ul>`;
  }

  private seat(seat: Seat): TemplateResult {
    const owes = this.lights.includes(seat.seat);
    const mine = this.held.includes(seat.seat);
    const name = nameOf(seat);
    const open = seat.player === "open";
    const hue = hueOf(this.colours, seat.seat);
    return html`<li
      class="${mine ? "mine" : ""} ${owes && this.phase === "playing" ? "asked" : ""}"
      style=${styleMap({ "--seat": seatColour(hue) })}
    >
      <div class="first">
        ${seatToken(hue)}<span class="name clipped" title=${name}>${name}</span>
        ${this.phase === "playing" ? this.light(owes) : nothing}
      </div>
      <div class="second soft small">
        ${
          open
            ? nothing
            : isBot(seat)
              ? html`<span title="A bot: ${seat.player}">${icon("bot", "Bot")} ${seat.player}</span>`
              : seat.left || !seat.here
                ? nothing
                : html`<span
                    >${icon("person", "Person")}${
                      mine ? (this.held.length === 1 || seat.seat === this.viewer ? " you" : " here too") : ""
                    }</span
                  >`
        }
        ${this.presence(seat)} ${this.clock(seat)}
      </div>
      ${this.vote(seat)}
    </li>`;
  }

  private light(owes: boolean): TemplateResult {
    const word = owes ? "must answer" : "nothing to answer";
    return html`<span class="light ${owes ? "owes" : "done"}" title=${word} role="img" aria-label=${word}>
      <svg
        viewBox="0 0 12 12"
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        stroke-linecap="round"
        aria-hidden="true"
      >
        <path d=${owes ? "M2.5 6h.01M6 6h.01M9.5 6h.01" : "M3 6.3 5.2 8.4 9 4"} /></svg
    ></span>`;
  }

  private presence(seat: Seat): TemplateResult | typeof nothing {
    if (isBot(seat)) return nothing;
    if (seat.player === "open") return html`<span>waiting for a player</span>`;
    if (seat.left) return html`<span>${icon("door")} left</span>`;
    return seat.here ? nothing : html`<span title="Not connected">away</span>`;
  }

  private clock(seat: Seat): TemplateResult | typeof nothing {
    const clock = this.clocks?.[seat.seat];
    if (!clock) return nothing;
    const left = timeLeft(clock, this.since, this.now);
    const low = clock.runs && left < NEARLY_GONE;
    return html`<span class="clock ${clock.runs ? "runs" : ""} ${low ? "low" : ""}" role="timer">
      ${low ? icon("warning", "Time is nearly gone") : html`<span class="unseen">time left</span>`}
      ${clockFace(left)}</span
    >`;
  }

  private vote(seat: Seat): TemplateResult | typeof nothing {
    const vote = this.votes.find((one) => one.seat === seat.seat);
    const long = !seat.here && this.now - (this.missed.get(seat.seat) ?? this.now) >= LONG_AWAY;
    if (this.phase !== "playing" || seat.player !== "human" || !(seat.left || long || (vote && !seat.here)))
      return nothing;
    const mayVote = this.held.length > 0 && !this.held.includes(seat.seat);
    const agreed = this.viewer !== null && (vote?.yes.includes(this.viewer) ?? false);
    const count =
      vote && vote.yes.length ? html`<span class="soft">${vote.yes.length} of ${vote.needed} agree</span>` : nothing;
    if (!mayVote) return vote ? html`<div class="vote">${count}</div>` : nothing;
    const cast = (yes: boolean) => {
      this.asking = null;
      this.dispatchEvent(new CustomEvent("vote", { detail: { seat: seat.seat, yes } }));
    };
    if (agreed) return html`<div class="vote"><button @click=${() => cast(false)}>Wait instead</button>${count}</div>`;
    if (this.asking !== seat.seat)
      return html`<div class="vote">
        <button @click=${() => (this.asking = seat.seat)}>Let a bot play</button>${count}
      </div>`;
    return html`<div class="vote" role="group" aria-label="Let a bot play for ${nameOf(seat)}?">
      <span>A bot instead?</span> <button @click=${() => cast(true)}>Yes</button
      ><button @click=${() => (this.asking = null)}>No</button>
    </div>`;
  }
}
