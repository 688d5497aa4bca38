/** The table page: board, seats, question, log and chat, from the first seat to the rematch. */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { go, header } from "../kit/route.js";
import { Refused, sentenceOf, server, type Held } from "../kit/server.js";
import { store } from "../kit/store.js";
import { shared } from "../kit/styles.js";
import type { Board, ChatLine, Company, Game, Line, Table, Update } from "../kit/types.js";
import type { Coming } from "./connection.js";
import { deepFocus } from "./focus.js";
import { makeBoard, offersChoices } from "./load-board.js";
import type { LookUp } from "./look-up.js";
import { NORMAL, stepNow } from "./pace.js";
import { Party } from "./party.js";
import type { Chosen, QuestionBar } from "./question-bar.js";
import { outcome } from "./result-card.js";
import type { SaveDialog } from "./save-dialog.js";
import type { Sitting } from "./sitting.js";
import { play } from "./sounds.js";
import type { TableMenu } from "./table-menu.js";
import {
  alone,
  awayNotes,
  closing,
  colours,
  curtainFor,
  idleWords,
  lineNote,
  noticeNote,
  savable,
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
  private party: Party | null = null;
  private board: Board | null = null;
  private company = "";
  private unheard = new WeakSet<Update>(); // live updates whose sound has not been played
  private visit = 0; // increases with every table entered: late results of another table are ignored
  private wasAlone = false;
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
    this.still.addEventListener("change", this.calm);
    if (this.table) void this.enter();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.visit += 1;
    this.party?.leave();
    this.party = null;
    this.unwatch?.();
    clearInterval(this.tick);
    window.removeEventListener("keydown", this.key);
    window.removeEventListener("online", this.nudge);
    window.removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.nudge);
    this.still.removeEventListener("change", this.calm);
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has("table") && changes.get("table") !== undefined && this.table && this.isConnected) void this.enter();
    this.setBoard();
  }

  protected override updated(): void {
    const sitting = this.party?.watching;
    const clocked = sitting?.update?.clocks?.some((clock) => clock.runs) ?? false;
    if (clocked && this.tick === undefined) this.tick = setInterval(() => this.requestUpdate(), 1_000);
    if (!clocked) {
      clearInterval(this.tick);
      this.tick = undefined;
    }
    if (this.party?.front.curtain != null) this.lookUp?.close();
    this.minding(this.party?.stage.story.length ?? 0);
    const lonely = this.trouble !== null || sitting?.phase === "closed";
    if (lonely !== this.wasAlone) header(lonely ? "slim" : "none");
    this.wasAlone = lonely;
    const shown = this.party?.stage.shown;
    this.sound(sitting, shown);
    const title = this.game?.title ?? "Table";
    document.title = `${shown?.question ? "Your turn · " : ""}${title} · Parlour`;
  }

  /** Finds out which seats this browser holds: from the link, else from the cookie, else it watches. */
  private async enter(): Promise<void> {
    const visit = (this.visit += 1);
    this.party?.leave();
    this.party = null;
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
      this.party = new Party(
        server.socketAddress(this.table),
        { changed: () => this.requestUpdate(), came: this.came, said: this.said },
        undefined,
        game.secrets ?? true,
      );
      this.calm();
      this.party.sit(mine);
      this.setBoard();
      this.party.place(board);
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
      this.remark = "The link you came by holds no seat at this table any more.";
    }
  }

  private get onlyWatch(): boolean {
    return new URLSearchParams(location.search).has("watch");
  }

  /** Moves the focus back after a story: to where it was, or to the question. */
  private minding(paragraphs: number): void {
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
    if (!document.hidden) this.party?.nudge();
  };

  private cut = (): void => {
    this.party?.cut();
  };

  private kept = (key: string): void => {
    if (key === "pace") this.calm();
    this.requestUpdate();
  };

  /** Sets the speed and whether anything is animated; a solitaire has no pauses. */
  private calm = (): void => {
    const pace = this.row?.seats.length === 1 ? NORMAL : stepNow();
    const quiet = this.still.matches || pace === 0;
    if (this.party) Object.assign(this.party.stage, { pace, quiet });
    if (this.board) Object.assign(this.board, { pace, quiet });
    if (pace === 0) this.party?.stage.skip();
  };

  /** Plays sounds: for a move when it is shown, for a turn on this device at once. */
  private came = (sitting: Sitting, update: Update, coming: Coming): void => {
    if (coming !== "live") return;
    if (sitting === this.party?.watching) this.unheard.add(update);
    else if (update.question && update.question.number !== sitting.answered && !update.result) play("turn");
  };

  private sound(sitting: Sitting | undefined, shown: Update | null | undefined): void {
    if (!shown || !this.unheard.delete(shown)) return;
    if (shown.result) play("end");
    else if (shown.question && shown.question.number !== sitting?.answered) play("turn");
    else if (shown.lines.length) play("move");
  }

  private said = (line: ChatLine, coming: Coming): void => {
    if (coming !== "opening" && this.drawer !== "chat" && !this.party?.seats.includes(line.seat)) this.unread += 1;
  };

  /** Sets the players and the coach's hints on the board. */
  private setBoard(): void {
    const sitting = this.party?.watching;
    if (!this.board || !sitting || !this.row) return;
    const { options } = sitting.table ?? this.row;
    const company: Company = {
      names: sitting.seats.map(nameOf),
      players: sitting.seats.map((seat) => seat.player),
      options,
      viewer: sitting.seat,
    };
    const text = JSON.stringify(company);
    if (text !== this.company) {
      this.company = text;
      this.board.company = company;
    }
    if (this.board.hints !== sitting.hints) this.board.hints = sitting.hints;
  }

  protected override render(): TemplateResult {
    if (this.trouble) return alone(this.trouble, () => this.enter());
    const party = this.party;
    const sitting = party?.watching;
    if (!party || !sitting || !this.game || !this.row)
      return html`<div class="alone" role="status"><p class="soft">Coming to the table…</p></div>`;
    if (sitting.phase === "closed" && sitting.why) return alone(closing(sitting.why), () => this.enter());
    const curtain = party.front.curtain;
    return html`${curtain === null ? nothing : curtainFor(party, sitting, curtain)}
      <div
        class="page ${sitting.live ? "" : "cut"}"
        ?hidden=${curtain !== null}
        data-look=${party.stage.shown?.lesson?.look.join(" ") ?? nothing}
      >
        ${topBar(this.game, party, sitting, {
          drawer: this.drawer,
          unread: this.unread,
          toggle: this.toggle,
          lookUp: this.openPages,
          menu: () => this.menu?.show(),
        })}
        <div class="notes">${this.notes(party, sitting)}</div>
        <div class="middle ${this.drawer === "chat" ? "talking" : ""}">
          <log-panel
            .lines=${this.told(party, sitting)}
            .headings=${this.game.headings}
            ?open=${this.drawer === "log"}
            @clear=${() => sitting.clearLog()}
            @shut=${this.shut}
          ></log-panel>
          <div class="table">
            ${
              sitting.update?.state === "waiting" || !sitting.update
                ? this.waiting(party, sitting)
                : this.match(party, sitting)
            }
          </div>
          <chat-box
            .talk=${sitting.talk}
            .colours=${colours(party, sitting)}
            ?open=${this.drawer === "chat"}
            ?watching=${party.held.length === 0}
            .refusal=${party.voice?.unheard ?? ""}
            .say=${(text: string) => party.voice?.say(text) ?? Promise.resolve(false)}
            @shut=${this.shut}
          ></chat-box>
          ${this.drawer ? html`<div class="veil" @click=${this.shut}></div>` : nothing}
        </div>
      </div>
      <look-up></look-up>
      <save-dialog .table=${this.table} .game=${this.row.game}></save-dialog>
      <table-menu
        .table=${sitting.table ?? this.row}
        .seats=${sitting.seats}
        .colours=${colours(party, sitting)}
        .held=${party.held}
        ?savable=${savable(party, sitting)}
        @look-up=${this.openPages}
        @save=${() => this.saving?.show()}
        @leave=${(event: CustomEvent<number>) => this.standUp(event.detail)}
        @return=${(event: CustomEvent<number>) => party.at(event.detail)?.return()}
      ></table-menu>`;
  }

  private notes(party: Party, sitting: Sitting): TemplateResult {
    const again = sitting.rematch && sitting.update?.result && this.resultSeen;
    return html`${lineNote(party, sitting)}
    ${
      this.remark
        ? html`<div class="note bad" role="status">
            ${icon("warning")} ${this.remark}
            <button class="quiet" aria-label="Dismiss" @click=${() => (this.remark = "")}>${icon("close")}</button>
          </div>`
        : nothing
    }
    ${noticeNote(store.noticed(this.table), () => store.notice(this.table, []))} ${awayNotes(party, sitting)}
    ${
      again
        ? html`<div class="note good" role="status">
            ${icon("again")} Somebody wants a rematch.
            <button class="primary" @click=${this.again}>${party.held.length ? "Join" : "Watch it"}</button>
          </div>`
        : nothing
    }`;
  }

  private toggle = (drawer: Drawer): void => {
    if (this.drawer === drawer) return this.shut();
    this.drawer = drawer;
    if (drawer === "chat") this.unread = 0;
  };

  private waiting(party: Party, sitting: Sitting): TemplateResult {
    return html`<div class="felt" role="region" aria-label="Before the match">
      ${
        sitting.update
          ? html`<waiting-room
              .table=${sitting.table ?? this.row!}
              .game=${this.game!}
              .seats=${sitting.seats}
              .held=${party.seats}
              ?watch=${this.onlyWatch}
              @seated=${(event: CustomEvent<Held>) => party.sit([...party.held, event.detail])}
            ></waiting-room>`
          : html`<p class="soft" role="status">Coming to the table…</p>`
      }
    </div>`;
  }

  private match(party: Party, sitting: Sitting): TemplateResult {
    const { stage } = party;
    const shown = stage.shown;
    const over = shown?.result ?? null;
    const told = over !== null && !this.resultSeen && stage.story.length === 0;
    const docked = told && over.rows.length === 1;
    return html`<div
        class="board ${docked ? "docked" : ""}"
        role="region"
        aria-label="Board"
        @answer=${this.answer}
        @advise=${this.advise}
        @undo=${this.takeBack}
        @pointerdown=${() => stage.moving && stage.next()}
      >
        <div class="felt" tabindex="-1">${this.board}</div>
        ${
          stage.story.length
            ? html`<story-card
                .paragraphs=${stage.story}
                @next=${() => stage.next()}
                @skip-all=${() => stage.skipAll()}
              ></story-card>`
            : nothing
        }
        ${
          told
            ? html`<result-card
                .result=${over}
                .review=${shown!.review}
                .seats=${sitting.seats}
                .colours=${colours(party, sitting)}
                .held=${party.seats}
                .rematch=${sitting.rematch ?? ""}
                .problem=${this.rematchProblem}
                @again=${this.again}
                @shut=${() => (this.resultSeen = true)}
              ></result-card>`
            : nothing
        }
      </div>
      ${
        over
          ? this.afterwards(party, sitting, docked)
          : html`${this.coach(party, sitting)}${this.questionBar(party, sitting)}`
      }`;
  }

  /** The lesson's card for this step, once the board has reached it. */
  private coach(party: Party, sitting: Sitting): TemplateResult | typeof nothing {
    const lesson = party.stage.shown?.lesson;
    if (!lesson) return nothing;
    return html`<lesson-card
      .lesson=${lesson}
      ?busy=${!this.readable(party, sitting)}
      @next=${() => this.turn()}
      @leave=${() => this.turn(true)}
    ></lesson-card>`;
  }

  private readable(party: Party, sitting: Sitting): boolean {
    return sitting.live && sitting.turning === null && sitting.update?.lesson?.step === party.stage.shown?.lesson?.step;
  }

  /** Goes to the next step of the lesson; returns whether there was one. */
  private turn(leave = false): boolean {
    const party = this.party;
    const sitting = party?.watching;
    const lesson = party?.stage.shown?.lesson;
    if (!party || !sitting || !lesson || (!lesson.next && !leave) || !this.readable(party, sitting)) return false;
    void sitting.turn(lesson.step, leave);
    return true;
  }

  /** The log up to what the board has shown. */
  private told(party: Party, sitting: Sitting): Line[] {
    const { reached } = party.stage;
    return reached === Infinity ? sitting.lines : sitting.lines.filter((line) => line.number <= reached);
  }

  private afterwards(party: Party, sitting: Sitting, said: boolean): TemplateResult {
    const over = party.stage.shown!.result!;
    return html`<div class="over" ?hidden=${said}>
      <strong>${outcome(over, sitting.seats, party.seats)}</strong>
      ${this.resultSeen ? html`<button @click=${() => (this.resultSeen = false)}>Show the result</button>` : nothing}
      <a class="button" href="/r/${over.record}">${icon("play")} Watch the replay</a>
    </div>`;
  }

  private questionBar(party: Party, sitting: Sitting): TemplateResult {
    const shown = party.stage.shown;
    const { lesson } = shown ?? {};
    const busy = party.stage.story.length > 0 || (lesson?.next === true && !lesson.look.includes("question"));
    const question = busy ? null : (shown?.question ?? null);
    const stale =
      question !== null &&
      (sitting.answered === question.number || sitting.update?.question?.number !== question.number) &&
      sitting.sending === null;
    const clock = sitting.seat === null ? undefined : sitting.update?.clocks?.[sitting.seat];
    const left = clock?.runs ? timeLeft(clock, sitting.updated, performance.now()) : null;
    const voice = party.voice;
    const undoer = party.undoer;
    return html`<question-bar
      ?led=${lesson != null}
      .behind=${party.stage.behind}
      @skip=${() => party.stage.skip()}
      .question=${stale ? null : question}
      .idle=${idleWords(party, sitting)}
      .hints=${sitting.hints}
      ?thinking=${question !== null && sitting.hinting === question.number}
      .undo=${undoer?.update?.undo ?? null}
      .barred=${undoer?.barred?.sentence ?? ""}
      .sending=${sitting.sending}
      ?cut=${!sitting.live}
      .refusal=${voice?.refusal || undoer?.refusal || ""}
      ?offers=${this.board !== null && offersChoices(this.board)}
      ?timed=${clock !== undefined}
      .left=${left !== null && left < NEARLY_GONE ? left : null}
      ?watching=${party.held.length === 0}
      @choose=${(event: CustomEvent<Chosen>) => sitting.answer(event.detail.question, event.detail.action)}
      @hint=${(event: CustomEvent<number>) => sitting.hint(event.detail)}
      @undo=${(event: CustomEvent<number>) => undoer?.undo(event.detail)}
    ></question-bar>`;
  }

  /** Closes the drawer; the focus goes back to the button that opened it. */
  private shut = (): void => {
    const button = this.drawer && this.renderRoot.querySelector<HTMLElement>(`[data-drawer="${this.drawer}"]`);
    this.drawer = null;
    if (button) button.focus();
  };

  private openPages = async (): Promise<void> => {
    const pages = await this.party?.watching?.pages();
    if (pages) await this.lookUp?.show(pages);
  };

  private answer = (event: Event): void => {
    const { action } = (event as CustomEvent<{ action: string }>).detail;
    const question = this.party?.stage.shown?.question;
    if (question && this.party?.stage.story.length === 0) void this.party.watching?.answer(question.number, action);
  };

  /** The board asks the coach, like the button; known hints are not asked for again. */
  private advise = (): void => {
    const sitting = this.party?.watching;
    const question = this.party?.stage.shown?.question;
    if (question?.hint && !(sitting?.hinted === question.number && sitting.hints.length))
      void sitting?.hint(question.number);
  };

  /** The board takes the last answer back, like the button. */
  private takeBack = (): void => {
    const undoer = this.party?.undoer;
    const last = undoer?.update?.undo ?? null;
    if (last !== null && !undoer?.barred) void undoer?.undo(last);
  };

  /** Leaves a seat. Before the match the seat is free again, so there is nothing to stay for. */
  private standUp = async (seat: number): Promise<void> => {
    const sitting = this.party?.at(seat);
    const waiting = sitting?.table?.state === "waiting" && sitting.update?.state !== "playing";
    await sitting?.leave();
    if (waiting) go("/");
  };

  private again = async (): Promise<void> => {
    const sitting = this.party?.watching;
    this.rematchProblem = "";
    if (!this.party?.held.length) return sitting?.rematch ? go(`/t/${sitting.rematch}`) : undefined;
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
    const party = this.party;
    if (
      !party ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      party.front.curtain !== null
    )
      return;
    const target = event.composedPath()[0];
    if (target instanceof Element && target.closest("dialog")) return;
    if (event.key === "Escape" && this.drawer) {
      this.shut();
    } else if (target instanceof Element && target.matches(WRITING)) {
      return;
    } else if (party.stage.story.length) {
      if (event.key === "Escape") party.stage.skipAll();
      else if ((event.key === "Enter" || event.key === " ") && !(target instanceof HTMLButtonElement))
        party.stage.next();
      else return;
    } else if (
      party.stage.moving &&
      (event.key === "Enter" || event.key === " ") &&
      !(target instanceof Element && target.closest("button, a, summary"))
    ) {
      party.stage.next();
    } else if (party.stage.behind && event.key === "Escape") {
      party.stage.skip();
    } else if (
      (event.key === "Enter" || event.key === " ") &&
      !(target instanceof Element && target.closest("button, a, summary, select")) &&
      this.turn()
    ) {
      // the next step of the lesson
    } else if (!/^\d$/.test(event.key) || !this.bar?.press(event.key)) {
      return;
    }
    event.preventDefault();
  };
}
