/** The parts of the table page around the board. */
import { html, nothing, type TemplateResult } from "lit";
import { icon, lamp } from "../kit/icons.js";
import { coloursOf, hueOf } from "../kit/seats.js";
import { store } from "../kit/store.js";
import type { Game } from "../kit/types.js";
import { paceChoice } from "./pace.js";
import type { DeviceSession } from "./device-session.js";
import type { ViewerSession } from "./viewer-session.js";
import { isBot, nameOf, waitingFor } from "./words.js";

export type Drawer = "log" | "chat";
export interface Trouble {
  title: string;
  sentence: string;
  again?: boolean;
}

/** A message that there is no table to show, and why. */
export function noTable({ title, sentence, again }: Trouble, retry: () => void): TemplateResult {
  return html`<div class="alone">
    <div class="card">
      <h1>${title}</h1>
      <p class="soft">${sentence}</p>
      <div class="row">
        ${again ? html`<button class="primary" @click=${retry}>${icon("again")} Try again</button>` : nothing}
        <a class="button ${again ? "" : "primary"}" href="/">To the parlour</a>
      </div>
    </div>
  </div>`;
}

export function closing({ code, sentence }: { code: string; sentence: string }): Trouble {
  if (code === "token") return { title: "This seat is held elsewhere", sentence, again: true };
  if (code !== "missing") return { title: "This table is closed", sentence };
  return {
    title: "There is no such table",
    sentence: "The link may be mistyped, or the table was cleared away. In the parlour you can set up a new one.",
  };
}

/** The colours the game has dealt, as far as updates have been shown. */
export const colours = (device: DeviceSession, session: ViewerSession): readonly number[] =>
  coloursOf((device.updates.shown ?? session.update)?.view);

export function curtainFor(device: DeviceSession, session: ViewerSession, seat: number): TemplateResult {
  const last = device.last === null ? undefined : device.at(device.last);
  const undo = last?.barred ? null : (last?.update?.undo ?? null);
  const name = (at: number) => (session.seats[at] ? nameOf(session.seats[at]) : `Seat ${at + 1}`);
  return html`<pass-curtain
    .hue=${hueOf(colours(device, session), seat)}
    .name=${name(seat)}
    .undoer=${undo !== null && last ? name(last.seat!) : ""}
    @lift=${() => device.lift()}
    @undo=${() => undo !== null && last?.undo(undo)}
  ></pass-curtain>`;
}

export interface Tools {
  drawer: Drawer | null;
  unread: number;
  toggle: (drawer: Drawer) => void;
  lookUp: () => void;
  menu: () => void;
}

/** The bar at the top: title, seats, tools. */
export function topBar(
  game: Game,
  device: DeviceSession,
  session: ViewerSession,
  { drawer, unread, toggle, lookUp, menu }: Tools,
): TemplateResult {
  const update = session.update;
  const begun = update && update.state !== "waiting";
  return html`<header class="top ${session.seats.length === 1 ? "solo" : session.seats.length > 3 ? "many" : ""}">
    <div class="title line">
      <a class="home" href="/" aria-label="To the parlour" title="To the parlour">${lamp}</a>
      <h1>${game.title}</h1>
      ${device.held.length === 0 && begun ? html`<span class="tag">${icon("eye")} watching</span>` : nothing}
      ${
        session.watchers > 0
          ? html`<span class="tag wide" title="Watchers">${icon("eye", "Watchers")} ${session.watchers}</span>`
          : nothing
      }
    </div>
    ${
      begun
        ? html`<seat-strip
            .seats=${session.seats}
            .lights=${(device.updates.shown ?? update).lights}
            .colours=${colours(device, session)}
            .clocks=${update.clocks}
            .since=${session.updated}
            .votes=${session.votes}
            .held=${device.seats}
            .viewer=${device.voice?.seat ?? null}
            .phase=${update.state}
            @vote=${(event: CustomEvent<{ seat: number; yes: boolean }>) =>
              device.voice?.vote(event.detail.seat, event.detail.yes)}
          ></seat-strip>`
        : html`<span class="gap"></span>`
    }
    <div class="tools line" role="group" aria-label="Table tools">
      <button class="quiet narrow" data-drawer="log" aria-expanded=${drawer === "log"} @click=${() => toggle("log")}>
        ${icon("log")}<span class="word">Log</span>
      </button>
      <button class="quiet wide" @click=${lookUp}>${icon("eye")}<span class="word">Look up</span></button>
      <button class="quiet" data-drawer="chat" aria-expanded=${drawer === "chat"} @click=${() => toggle("chat")}>
        ${icon("chat")}<span class="word">Chat</span>
        ${
          unread
            ? html`<span class="badge"><span class="unseen">unread: </span>${unread > 99 ? "99+" : unread}</span>`
            : nothing
        }
      </button>
      ${
        begun && session.seats.length > 1
          ? html`<label class="pace wide" for="pace"><span class="word">Pace</span></label
              >${paceChoice("pace")}`
          : nothing
      }
      <button
        class="quiet wide round"
        aria-pressed=${store.sound}
        aria-label="Sound"
        title=${store.sound ? "Sound is on" : "Sound is off"}
        @click=${() => (store.sound = !store.sound)}
      >
        ${icon(store.sound ? "sound-on" : "sound-off")}
      </button>
      <button class="quiet" @click=${menu}>${icon("menu")}<span class="word">Menu</span></button>
    </div>
  </header>`;
}

/** A note about the connection to the server. */
export function connectionNote(device: DeviceSession, session: ViewerSession): TemplateResult | typeof nothing {
  if (session.phase === "lost") {
    const words = session.connection.restarting
      ? "The server is restarting. Your seat is kept."
      : "The connection is lost. Reconnecting…";
    return html`<div class="note bad" role="status">
      ${icon("warning")} ${words} <button @click=${() => device.nudge()}>Try now</button>
    </div>`;
  }
  return session.phase === "back"
    ? html`<div class="note good" role="status">${icon("check")} Connected again. Nothing was lost.</div>`
    : nothing;
}

/** The game's notices about this table's options, until they are dismissed. */
export function noticeNote(sentences: string[], dismiss: () => void): TemplateResult | typeof nothing {
  if (!sentences.length) return nothing;
  return html`<div class="note told" role="note">
    ${icon("book")} <span>${sentences.join(" ")}</span>
    <button class="quiet" aria-label="Dismiss" @click=${dismiss}>${icon("close")}</button>
  </div>`;
}

/** Notes about seats of this device that are played elsewhere or by nobody. */
export function awayNotes(device: DeviceSession, session: ViewerSession): TemplateResult[] {
  if (session.update?.state !== "playing") return [];
  const away = device.seats
    .map((seat) => session.seats[seat]!)
    .filter((seat) => seat && (seat.player !== "human" || seat.left));
  return away.map((seat) => {
    const text = isBot(seat)
      ? `A bot plays for ${device.shared ? nameOf(seat) : "you"} now.`
      : `${device.shared ? nameOf(seat) : "You"} left the table.`;
    return html`<div class="note" role="status">
      ${icon(isBot(seat) ? "bot" : "door")} ${text}
      <button class="primary" @click=${() => device.at(seat.seat)?.return()}>
        Return to ${device.shared ? "the" : "my"} seat
      </button>
    </div>`;
  });
}

/** The text of the question bar while nothing is asked. */
export function idleText(device: DeviceSession, session: ViewerSession): string {
  if (device.updates.story.length || device.updates.shown?.lesson?.next) return "Read on to continue.";
  if (session.sending && !session.live) return "Not sent yet: waiting for the connection.";
  if (session.sending) return "Your answer is on its way.";
  const now = device.updates.shown ?? session.update;
  return waitingFor(
    session.seats,
    (now?.lights ?? []).filter((seat) => seat !== session.seat),
  );
}

/** Whether this device may save the match: it must hold every person's seat. */
export function canSave(device: DeviceSession, session: ViewerSession): boolean {
  const people = session.seats.filter((seat) => seat.player === "human").map((seat) => seat.seat);
  return (
    session.update?.state === "playing" && people.length > 0 && people.every((seat) => device.seats.includes(seat))
  );
}
