/** The table page: board, seats, question, log and chat, from the first seat to the rematch. */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { compareResult, keepResult } from "../kit/results.js";
import { go, header } from "../kit/route.js";
import { Refused, sentenceOf, server, type Held } from "../kit/server.js";
import { store } from "../kit/store.js";
import { shared } from "../kit/styles.js";
import type { Board, ChatLine, Company, Game, Line, Table, Update } from "../kit/types.js";
import type { Arrival } from "./connection.js";
import { deepFocus } from "./focus.js";
import { makeBoard, offersChoices } from "./load-board.js";
import type { LookUp } from "./look-up.js";
import { NORMAL, stepNow } from "./pace.js";
import { DeviceSession } from "./device-session.js";
import type { Chosen, QuestionBar } from "./question-bar.js";
import { outcome } from "./result-card.js";
import type { SaveDialog } from "./save-dialog.js";
import type { ViewerSession } from "./viewer-session.js";
import { play } from "./sounds.js";
import type { TableMenu } from "./table-menu.js";
import {
  noTable,
  awayNotes,
  closing,
  colours,
  curtainFor,
  idleText,
  connectionNote,
  noticeNote,
  canSave,
  topBar,
  type Drawer,
  type Trouble,
} from "./table-parts.js";
import { layout } from "./table-page.styles.js";
import { NEARLY_GONE, nameOf, timeLeft } from "./words.js";
import "./chat-box.js";
import "./lesson-card.js";
import "./log-panel.js";
import "./look-up.js";
import "./pass-curtain.js";
import "./question-bar.js";
import "./result-card.js";
import "./save-dialog.js";
import "./seat-strip.js";
import "./story-card.js";
import "./table-menu.js";
import "./waiting-room.js";

/** The seat in a link, after `#`. */
export function seatLink(hash: string): Held | null {
  const found = /^#(\d{1,2})\.([\w-]+)$/.exec(hash);
  return found ? { seat: Number(found[1]), token: found[2]! } : null;
}

const WRITING = "input, textarea, select, [contenteditable]";

@customElement("table-page")
export class TablePage extends LitElement {
  static override styles = [shared, layout];

  @property() table = ""; // its id
  @state() private row: Table | null = null; // the table when the page was opened
  @state() private game: Game | null = null;
  @state() private trouble: Trouble | null = null;
  @state() private remark = ""; // why a link did not work
  @state() private drawer: Drawer | null = null;
  @state() private unread = 0;
  @state() private resultSeen = false;
  @state() private rematchProblem = "";
  @query("question-bar") private bar?: QuestionBar;
  @query("look-up") private lookUp?: LookUp;
  @query("save-dialog") private saving?: SaveDialog;
  @query("table-menu") private menu?: TableMenu;
  private device: DeviceSession | null = null;
  private board: Board | null = null;
  private company = "";
  private unplayed = new WeakSet<Update>(); // live updates whose sound has not been played
  private visit = 0; // increases with every table entered: late results of another table are ignored
  private failed = false;
  private reading = false;
  private focused: HTMLElement | null = null; // before the story
  private tick: ReturnType<typeof setInterval> | undefined;
  private unwatch: (() => void) | null = null;
  private readonly still = matchMedia("(prefers-reduced-motion: reduce)");

  override connectedCallback(): void {
    super.connectedCallback();
    header("none");
    this.unwatch = store.watch(this.kept);
    window.addEventListener("keydown", this.key);
    window.addEventListener("online", this.nudge);
    window.addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.nudge);
    this.still.addEventListener("change", this.setPace);
    if (this.table) void this.enter();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.visit += 1;
    this.device?.leave();
    this.device = null;
    this.unwatch?.();
    clearInterval(this.tick);
    window.removeEventListener("keydown", this.key);
    window.removeEventListener("online", this.nudge);
    window.removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.nudge);
    this.still.removeEventListener("change", this.setPace);
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has("table") && changes.get("table") !== undefined && this.table && this.isConnected) void this.enter();
    this.setBoard();
  }

  protected override updated(): void {
    const session = this.device?.watching;
    const clocked = session?.update?.clocks?.some((clock) => clock.runs) ?? false;
    if (clocked && this.tick === undefined) this.tick = setInterval(() => this.requestUpdate(), 1_000);
    if (!clocked) {
      clearInterval(this.tick);
      this.tick = undefined;
    }
    if (this.device?.active.curtain != null) this.lookUp?.close();
    this.refocus(this.device?.updates.story.length ?? 0);
    const failing = this.trouble !== null || session?.phase === "closed";
    if (failing !== this.failed) header(failing ? "slim" : "none");
    this.failed = failing;
    const shown = this.device?.updates.shown;
    this.sound(session, shown);
    const title = this.game?.title ?? "Table";
    document.title = `${shown?.question ? "Your turn · " : ""}${title} · Parlour`;
  }

  /** Finds out which seats this browser holds: from the link, else from the cookie, else it watches. */
  private async enter(): Promise<void> {
    const visit = (this.visit += 1);
    this.device?.leave();
    this.device = null;
    this.row = null;
    this.trouble = null;
    this.remark = "";
    this.resultSeen = false;
    try {
      const link = seatLink(location.hash);
      if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
      const row = await server.table(this.table);
      if (link) await this.claim(link);
      const [game, mine] = await Promise.all([
        server.gameAt(this.table),
        this.onlyWatch ? [] : server.mine(this.table),
      ]);
      const board = await makeBoard(game);
      if (visit !== this.visit) return;
      this.row = row;
      this.game = game;
      this.board = board;
      this.company = "";
      this.device = new DeviceSession(
        server.socketAddress(this.table),
        { changed: () => this.requestUpdate(), onUpdate: this.onUpdate, onChat: this.onChat },
        undefined,
        game.secrets ?? true,
        game.seat_order ?? false,
      );
      this.setPace();
      this.device.sit(mine);
      this.setBoard();
      this.device.place(board);
      if (mine.length)
        store.satDown(
          row,
          mine.map((one) => one.seat),
        );
    } catch (trouble) {
      if (visit !== this.visit) return;
      const gone = trouble instanceof Refused && ["missing", "closed"].includes(trouble.code);
      this.trouble = gone
        ? closing(trouble)
        : { title: "The table does not answer", sentence: sentenceOf(trouble), again: true };
    }
  }

  private async claim(link: Held): Promise<void> {
    try {
      await server.claim(this.table, link.seat, link.token);
    } catch (trouble) {
      if (!(trouble instanceof Refused) || trouble.status === 0) throw trouble;
      this.remark = "This link is no longer valid for a seat at this table.";
    }
  }

  private get onlyWatch(): boolean {
    return new URLSearchParams(location.search).has("watch");
  }

  /** Moves the focus back after a story: to where it was, or to the question. */
  private refocus(paragraphs: number): void {
    if (paragraphs && !this.reading) this.focused = deepFocus();
    if (!paragraphs && this.reading) {
      if (this.focused?.isConnected && this.focused.getClientRects().length)
        this.focused.focus({ preventScroll: true });
      else this.bar?.focus();
      this.focused = null;
    }
    this.reading = paragraphs > 0;
  }

  private nudge = (): void => {
    if (!document.hidden) this.device?.nudge();
  };

  private cut = (): void => {
    this.device?.cut();
  };

  private kept = (key: string): void => {
    if (key === "pace") this.setPace();
    this.requestUpdate();
  };

  /** Sets the speed and whether anything is animated; a solitaire has no pauses. */
  private setPace = (): void => {
    const pace = this.row?.seats.length === 1 ? NORMAL : stepNow();
    const quiet = this.still.matches || pace === 0;
    if (this.device) Object.assign(this.device.updates, { pace, quiet });
    if (this.board) Object.assign(this.board, { pace, quiet });
    if (pace === 0) this.device?.updates.skip();
  };

  /** Plays sounds: for a move when it is shown, for a turn on this device at once. */
  private onUpdate = (session: ViewerSession, update: Update, arrival: Arrival): void => {
    if (update.result && session.seat !== null && this.row) {
      keepResult(this.row.game, update.result);
      store.finish(update.result.record, session.seat);
    }
    if (arrival !== "live") return;
    if (session === this.device?.watching) this.unplayed.add(update);
    else if (update.question && update.question.number !== session.answered && !update.result) play("turn");
  };

  private sound(session: ViewerSession | undefined, shown: Update | null | undefined): void {
    if (!shown || !this.unplayed.delete(shown)) return;
    if (shown.result) play("end");
    else if (shown.question && shown.question.number !== session?.answered) play("turn");
    else if (shown.lines.length) play("move");
  }

  private onChat = (line: ChatLine, arrival: Arrival): void => {
    if (arrival !== "opening" && this.drawer !== "chat" && !this.device?.seats.includes(line.seat)) this.unread += 1;
  };

  /** Sets the players and the coach's hints on the board. */
  private setBoard(): void {
    const session = this.device?.watching;
    if (!this.board || !session || !this.row) return;
    const { options } = session.table ?? this.row;
    const company: Company = {
      names: session.seats.map(nameOf),
      players: session.seats.map((seat) => seat.player),
      options,
      viewer: session.seat,
    };
    const text = JSON.stringify(company);
    if (text !== this.company) {
      this.company = text;
      this.board.company = company;
    }
    if (this.board.hints !== session.hints) this.board.hints = session.hints;
  }

  protected override render(): TemplateResult {
    if (this.trouble) return noTable(this.trouble, () => this.enter());
    const device = this.device;
    const session = device?.watching;
    if (!device || !session || !this.game || !this.row)
      return html`<div class="alone" role="status"><p class="soft">Loading the table…</p></div>`;
    if (session.phase === "closed" && session.why) return noTable(closing(session.why), () => this.enter());
    const curtain = device.active.curtain;
    return html`${curtain === null ? nothing : curtainFor(device, session, curtain)}
      <div
        class="page ${session.live ? "" : "cut"}"
        ?hidden=${curtain !== null}
        data-look=${device.updates.shown?.lesson?.look.join(" ") ?? nothing}
      >
        ${topBar(this.game, device, session, {
          drawer: this.drawer,
          unread: this.unread,
          toggle: this.toggle,
          lookUp: this.openPages,
          menu: () => this.menu?.show(),
        })}
        <div class="notes">${this.notes(device, session)}</div>
        <div class="middle ${this.drawer === "chat" ? "talking" : ""}">
          <log-panel
            .lines=${this.shownLines(device, session)}
            .categories=${this.game.categories}
            ?open=${this.drawer === "log"}
            @clear=${() => session.clearLog()}
            @shut=${this.closeDrawer}
          ></log-panel>
          <div class="table">
            ${
              session.update?.state === "waiting" || !session.update
                ? this.waiting(device, session)
                : this.match(device, session)
            }
          </div>
          <chat-box
            .talk=${session.talk}
            .colours=${colours(device, session)}
            ?open=${this.drawer === "chat"}
            ?watching=${device.held.length === 0}
            .refusal=${device.voice?.chatRefusal ?? ""}
            .say=${(text: string) => device.voice?.chat(text) ?? Promise.resolve(false)}
            @shut=${this.closeDrawer}
          ></chat-box>
          ${this.drawer ? html`<div class="veil" @click=${this.closeDrawer}></div>` : nothing}
        </div>
      </div>
      <look-up></look-up>
      <save-dialog .table=${this.table} .game=${this.row.game}></save-dialog>
      <table-menu
        .table=${session.table ?? this.row}
        .seats=${session.seats}
        .colours=${colours(device, session)}
        .held=${device.held}
        ?savable=${canSave(device, session)}
        @look-up=${this.openPages}
        @save=${() => this.saving?.show()}
        @leave=${(event: CustomEvent<number>) => this.standUp(event.detail)}
        @return=${(event: CustomEvent<number>) => device.at(event.detail)?.return()}
      ></table-menu>`;
  }

  private notes(device: DeviceSession, session: ViewerSession): TemplateResult {
    const again = session.rematch && session.update?.result && this.resultSeen;
    return html`${connectionNote(device, session)}
    ${
      this.remark
        ? html`<div class="note bad" role="status">
            ${icon("warning")} ${this.remark}
            <button class="quiet" aria-label="Dismiss" @click=${() => (this.remark = "")}>${icon("close")}</button>
          </div>`
        : nothing
    }
    ${noticeNote(store.noticed(this.table), () => store.notice(this.table, []))} ${awayNotes(device, session)}
    ${
      again
        ? html`<div class="note good" role="status">
            ${icon("again")} A player wants a rematch.
            <button class="primary" @click=${this.again}>${device.held.length ? "Join" : "Watch it"}</button>
          </div>`
        : nothing
    }`;
  }

  private toggle = (drawer: Drawer): void => {
    if (this.drawer === drawer) return this.closeDrawer();
    this.drawer = drawer;
    if (drawer === "chat") this.unread = 0;
  };

  private waiting(device: DeviceSession, session: ViewerSession): TemplateResult {
    return html`<div class="felt" role="region" aria-label="Before the match">
      ${
        session.update
          ? html`<waiting-room
              .table=${session.table ?? this.row!}
              .game=${this.game!}
              .seats=${session.seats}
              .held=${device.seats}
              ?watch=${this.onlyWatch}
              @seated=${(event: CustomEvent<Held>) => device.sit([...device.held, event.detail])}
            ></waiting-room>`
          : html`<p class="soft" role="status">Loading the table…</p>`
      }
    </div>`;
  }

  private match(device: DeviceSession, session: ViewerSession): TemplateResult {
    const { updates } = device;
    const shown = updates.shown;
    const over = shown?.result ?? null;
    const resultShown = over !== null && !this.resultSeen && updates.story.length === 0;
    const docked = resultShown && over.rows.length === 1;
    return html`<div
        class="board ${docked ? "docked" : ""}"
        role="region"
        aria-label="Board"
        @answer=${this.answer}
        @advise=${this.advise}
        @undo=${this.takeBack}
        @pointerdown=${() => updates.moving && updates.next()}
      >
        <div class="felt" tabindex="-1">${this.board}</div>
        ${
          updates.story.length
            ? html`<story-card
                .paragraphs=${updates.story}
                @next=${() => updates.next()}
                @skip-all=${() => updates.skipAll()}
              ></story-card>`
            : nothing
        }
        ${
          resultShown
            ? html`<result-card
                .result=${over}
                .compared=${this.device?.held.length ? compareResult(this.row!.game, over) : []}
                .review=${shown!.review}
                .seats=${session.seats}
                .colours=${colours(device, session)}
                .held=${device.seats}
                .rematch=${session.rematch ?? ""}
                .problem=${this.rematchProblem}
                @again=${this.again}
                @shut=${() => (this.resultSeen = true)}
              ></result-card>`
            : nothing
        }
      </div>
      ${
        over
          ? this.afterMatch(device, session, docked)
          : html`${this.coach(device, session)}${this.questionBar(device, session)}`
      }`;
  }

  /** The lesson's card for this step, once the board has reached it. */
  private coach(device: DeviceSession, session: ViewerSession): TemplateResult | typeof nothing {
    const lesson = device.updates.shown?.lesson;
    if (!lesson) return nothing;
    return html`<lesson-card
      .lesson=${lesson}
      ?busy=${!this.readable(device, session)}
      @next=${() => this.nextStep()}
      @leave=${() => this.nextStep(true)}
    ></lesson-card>`;
  }

  private readable(device: DeviceSession, session: ViewerSession): boolean {
    return (
      session.live && session.stepping === null && session.update?.lesson?.step === device.updates.shown?.lesson?.step
    );
  }

  /** Goes to the next step of the lesson; returns whether there was one. */
  private nextStep(leave = false): boolean {
    const device = this.device;
    const session = device?.watching;
    const lesson = device?.updates.shown?.lesson;
    if (!device || !session || !lesson || (!lesson.next && !leave) || !this.readable(device, session)) return false;
    void session.nextStep(lesson.step, leave);
    return true;
  }

  /** The log up to what the board has shown. */
  private shownLines(device: DeviceSession, session: ViewerSession): Line[] {
    const { reached } = device.updates;
    return reached === Infinity ? session.lines : session.lines.filter((line) => line.number <= reached);
  }

  private afterMatch(device: DeviceSession, session: ViewerSession, hidden: boolean): TemplateResult {
    const over = device.updates.shown!.result!;
    return html`<div class="over row" ?hidden=${hidden}>
      <strong>${outcome(over, session.seats, device.seats)}</strong>
      ${this.resultSeen ? html`<button @click=${() => (this.resultSeen = false)}>Show the result</button>` : nothing}
      <a class="button" href="/r/${over.record}">${icon("play")} Watch the replay</a>
    </div>`;
  }

  private questionBar(device: DeviceSession, session: ViewerSession): TemplateResult {
    const shown = device.updates.shown;
    const { lesson } = shown ?? {};
    const busy = device.updates.story.length > 0 || (lesson?.next === true && !lesson.look.includes("question"));
    const question = busy ? null : (shown?.question ?? null);
    const stale =
      question !== null &&
      (session.answered === question.number || session.update?.question?.number !== question.number) &&
      session.sending === null;
    const clock = session.seat === null ? undefined : session.update?.clocks?.[session.seat];
    const left = clock?.runs ? timeLeft(clock, session.updated, performance.now()) : null;
    const voice = device.voice;
    const undoer = device.undoer;
    return html`<question-bar
      ?led=${lesson != null}
      .behind=${device.updates.behind}
      @skip=${() => device.updates.skip()}
      .question=${stale ? null : question}
      .idle=${idleText(device, session)}
      .hints=${session.hints}
      ?thinking=${question !== null && session.hinting === question.number}
      .undo=${undoer?.update?.undo ?? null}
      .barred=${undoer?.barred?.sentence ?? ""}
      .sending=${session.sending}
      ?cut=${!session.live}
      .refusal=${voice?.refusal || undoer?.refusal || ""}
      ?offers=${this.board !== null && offersChoices(this.board)}
      ?timed=${clock !== undefined}
      .left=${left !== null && left < NEARLY_GONE ? left : null}
      ?watching=${device.held.length === 0}
      @choose=${(event: CustomEvent<Chosen>) => session.answer(event.detail.question, event.detail.action)}
      @hint=${(event: CustomEvent<number>) => session.hint(event.detail)}
      @undo=${(event: CustomEvent<number>) => undoer?.undo(event.detail)}
    ></question-bar>`;
  }

  /** Closes the drawer; the focus goes back to the button that opened it. */
  private closeDrawer = (): void => {
    const button = this.drawer && this.renderRoot.querySelector<HTMLElement>(`[data-drawer="${this.drawer}"]`);
    this.drawer = null;
    if (button) button.focus();
  };

  private openPages = async (): Promise<void> => {
    const pages = await this.device?.watching?.pages();
    if (pages) await this.lookUp?.show(pages);
  };

  private answer = (event: Event): void => {
    const { action } = (event as CustomEvent<{ action: string }>).detail;
    const question = this.device?.updates.shown?.question;
    if (question && this.device?.updates.story.length === 0) void this.device.watching?.answer(question.number, action);
  };

  /** The board asks the coach, like the button; known hints are not asked for again. */
  private advise = (): void => {
    const session = this.device?.watching;
    const question = this.device?.updates.shown?.question;
    if (question?.hint && !(session?.hintsFor === question.number && session.hints.length))
      void session?.hint(question.number);
  };

  /** The board takes the last answer back, like the button. */
  private takeBack = (): void => {
    const undoer = this.device?.undoer;
    const last = undoer?.update?.undo ?? null;
    if (last !== null && !undoer?.barred) void undoer?.undo(last);
  };

  /** Leaves a seat. Before the match the seat is free again, so there is nothing to stay for. */
  private standUp = async (seat: number): Promise<void> => {
    const session = this.device?.at(seat);
    const waiting = session?.table?.state === "waiting" && session.update?.state !== "playing";
    await session?.leave();
    if (waiting) go("/");
  };

  private again = async (): Promise<void> => {
    const session = this.device?.watching;
    this.rematchProblem = "";
    if (!this.device?.held.length) return session?.rematch ? go(`/t/${session.rematch}`) : undefined;
    try {
      const { table, seats } = await server.rematch(this.table);
      store.satDown(
        { id: table, game: this.row!.game, title: this.row!.title },
        seats.map((one) => one.seat),
      );
      go(`/t/${table}`);
    } catch (trouble) {
      this.rematchProblem = sentenceOf(trouble);
    }
  };

  /** Digits choose; Enter, Space and Escape go on in a story or an animation; Escape skips to the newest. */
  private key = (event: KeyboardEvent): void => {
    const device = this.device;
    if (
      !device ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      device.active.curtain !== null
    )
      return;
    const target = event.composedPath()[0];
    if (target instanceof Element && target.closest("dialog")) return;
    if (event.key === "Escape" && this.drawer) {
      this.closeDrawer();
    } else if (target instanceof Element && target.matches(WRITING)) {
      return;
    } else if (device.updates.story.length) {
      if (event.key === "Escape") device.updates.skipAll();
      else if ((event.key === "Enter" || event.key === " ") && !(target instanceof HTMLButtonElement))
        device.updates.next();
      else return;
    } else if (
      device.updates.moving &&
      (event.key === "Enter" || event.key === " ") &&
      !(target instanceof Element && target.closest("button, a, summary"))
    ) {
      device.updates.next();
    } else if (device.updates.behind && event.key === "Escape") {
      device.updates.skip();
    } else if (
      (event.key === "Enter" || event.key === " ") &&
      !(target instanceof Element && target.closest("button, a, summary, select")) &&
      this.nextStep()
    ) {
      // the next step of the lesson
    } else if (!/^\d$/.test(event.key) || !this.bar?.press(event.key)) {
      return;
    }
    event.preventDefault();
  };
}
