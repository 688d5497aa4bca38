/**
 * The page /viewer: drop a gamelog or a record, and watch the match. `?log=NAME` opens a gamelog of the contest,
 * `?record=NAME` a record.
 */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { go } from "../kit/route.js";
import { AWAY, sentenceOf, server } from "../kit/server.js";
import { shared } from "../kit/styles.js";
import type { Film, Game } from "../kit/types.js";
import "../replay/film-view.js";
import { GamelogError, isRecord, readGamelog, readText } from "./gamelog.js";
import { gameOf, loadReader } from "./load-reader.js";
import "./match-view.js";
import { Timeline } from "./timeline.js";

const part = encodeURIComponent;

@customElement("viewer-page")
export class ViewerPage extends LitElement {
  @state() private timeline: Timeline | null = null;
  @state() private film: Film | null = null;
  @state() private game: Game | null = null;
  @state() private source = ""; // the address of the file shown, if the server has it
  @state() private name = "";
  @state() private trouble = "";
  @state() private reading = "";
  @state() private over = false; // a file is dragged over the page
  @query("input[type=file]") private input!: HTMLInputElement;
  private visit = 0; // increases with every file opened: late results of older ones are ignored

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        min-height: 0;
      }
      film-view {
        min-height: 0;
      }
      .open {
        place-self: center;
        gap: var(--space-4);
        width: min(640px, calc(100% - 2 * var(--space-4)));
        margin: var(--space-8) 0;
        padding: var(--space-12) var(--space-6);
        border: 2px dashed var(--edge);
        border-radius: var(--radius);
        background: var(--panel);
      }
      .open > .icon {
        width: 48px;
        height: 48px;
        color: var(--gold);
      }
      .open p {
        max-width: 52ch;
      }
      .notice {
        text-align: start;
        overflow-wrap: anywhere;
      }
      .over {
        position: fixed;
        inset: 0;
        z-index: 40;
        display: grid;
        place-items: center;
        border: 6px dashed var(--gold);
        background: color-mix(in srgb, var(--panel) 88%, transparent);
        font: 700 var(--size-xl) / 1.2 var(--serif);
        pointer-events: none;
      }
      .bad-file {
        position: fixed;
        inset: auto var(--space-4) 25% var(--space-4);
        z-index: 30;
        width: fit-content;
        max-width: 640px;
        margin: 0 auto;
        box-shadow: var(--shadow);
        display: flex;
        gap: var(--space-3);
        align-items: start;
      }
      @media (min-width: 700px) {
        :host(.full) {
          contain: size;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    for (const [name, act] of this.listening) window.addEventListener(name, act as EventListener);
    this.arrive();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const [name, act] of this.listening) window.removeEventListener(name, act as EventListener);
    this.visit += 1;
  }

  /** Opens the file named in the address. */
  private arrive = (): void => {
    if (location.pathname.replace(/\/$/, "") !== "/viewer") return;
    const asked = new URLSearchParams(location.search);
    const log = asked.get("log");
    const record = asked.get("record");
    if (log)
      void this.take(
        () => this.fetched(`/gamelog/${part(log)}`, "There is no gamelog of that name here."),
        log,
        `/gamelog/${part(log)}`,
      );
    else if (record)
      void this.take(
        () => this.fetched(`/records/${part(record)}`, "There is no record of that name here."),
        record,
        `/records/${part(record)}`,
      );
    else [this.timeline, this.film, this.trouble, this.reading, this.source] = [null, null, "", "", ""];
  };

  private async fetched(address: string, missing: string): Promise<string> {
    let answer: Response;
    try {
      answer = await fetch(address);
    } catch {
      throw new GamelogError(AWAY);
    }
    if (!answer.ok)
      throw new GamelogError(answer.status === 404 ? missing : `The server refused this (${answer.status}).`);
    return readText(await answer.blob());
  }

  private async take(text: () => Promise<string>, name: string, source = ""): Promise<void> {
    const visit = (this.visit += 1);
    const late = () => visit !== this.visit;
    this.trouble = "";
    this.reading = name;
    try {
      const read = await text();
      if (late()) return;
      if (isRecord(read)) {
        const film = await server.filmOf(read);
        if (late()) return;
        [this.film, this.timeline] = [film, null];
      } else {
        const log = readGamelog(read);
        const game = gameOf(log.head, await server.games());
        const timeline = Timeline.of(log, await loadReader(game));
        if (late()) return;
        [this.timeline, this.film, this.game] = [timeline, null, game];
      }
      [this.name, this.source] = [name, source];
      document.title = `${name} · Parlour`;
    } catch (problem) {
      if (!late()) this.trouble = sentenceOf(problem);
    } finally {
      if (!late()) this.reading = "";
    }
  }

  private open(file: File | null | undefined): void {
    if (!file) return;
    if (location.search) history.replaceState(history.state, "", "/viewer");
    void this.take(() => readText(file), file.name);
  }

  private drag = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.over = true;
  };

  private leave = (event: DragEvent): void => {
    if (event.relatedTarget === null) this.over = false;
  };

  private drop = (event: DragEvent): void => {
    this.over = false;
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    this.open(file);
  };

  private readonly listening: [string, (event: never) => void][] = [
    ["dragenter", this.drag],
    ["dragover", this.drag],
    ["dragleave", this.leave],
    ["drop", this.drop],
    ["popstate", this.arrive],
    ["parlour-go", this.arrive],
  ];

  private chooser(words: string, style: string): TemplateResult {
    return html`<button class=${style} @click=${() => this.input.click()}>
      ${icon("plus")}<span class="word">${words}</span>
    </button>`;
  }

  protected override render(): TemplateResult {
    const shown = this.timeline !== null || this.film !== null;
    this.classList.toggle("full", shown);
    return html`${shown ? this.match() : this.invitation()}
      <input
        type="file"
        hidden
        accept=".gz,.json,.parlour,application/gzip,application/json"
        aria-label="Gamelog or record"
        @change=${() => {
          this.open(this.input.files?.[0]);
          this.input.value = "";
        }}
      />
      ${
        shown && this.trouble
          ? html`<div class="notice bad bad-file" role="alert">
              <p>${this.trouble}</p>
              <button
                class="quiet round"
                aria-label="Close"
                @click=${() => {
                  this.trouble = "";
                }}
              >
                ${icon("close")}
              </button>
            </div>`
          : nothing
      }
      ${this.over ? html`<div class="over" aria-hidden="true">Drop the file here</div>` : nothing}`;
  }

  private match(): TemplateResult {
    const links = html`${
      this.source
        ? html`<a class="button" href=${this.source} download>${icon("download")}<span class="word">Gamelog</span></a>`
        : nothing
    }${this.chooser("Open another", "quiet")}`;
    if (this.timeline)
      return html`<match-view .timeline=${this.timeline} .game=${this.game!} .links=${links}></match-view>`;
    return html`<film-view
      .film=${this.film!}
      .viewers=${[this.film!.viewer]}
      .record=${this.source ? { address: this.source, name: `${this.name}.parlour` } : null}
    ></film-view>`;
  }

  private invitation(): TemplateResult {
    if (this.reading) return html`<p class="open centred soft" role="status">Reading ${this.reading} …</p>`;
    return html`<section class="open centred" aria-labelledby="head">
      ${icon("eye")}
      <h1 id="head">Look at a match</h1>
      <p>
        Drop a gamelog anywhere on this page, zipped or not, old or new: it is read here, in your browser, and is not
        uploaded. Parlour records work too.
      </p>
      ${this.chooser("Choose a file", "primary")}
      ${this.trouble ? html`<p class="notice bad" role="alert">${this.trouble}</p>` : nothing}
      <p class="soft small">
        Running matches are on the
        <a
          href="/contest"
          @click=${(event: Event) => {
            event.preventDefault();
            go("/contest");
          }}
          >contest page</a
        >.
      </p>
    </section>`;
  }
}
