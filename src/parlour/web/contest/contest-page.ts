/** The page /contest: running, waiting and finished matches, and how to join one. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { go } from "../kit/route.js";
import { sentenceOf, server, type Contest, type Opened, type Session } from "../kit/server.js";
import { shared } from "../kit/styles.js";
import type { Game } from "../kit/types.js";
import { Polling } from "../lobby/polling.js";
import "./open-session.js";
import {
  botChoice,
  closeSession,
  connectHelp,
  contestant,
  heldKey,
  heldSeat,
  fileLinks,
  sitPath,
  watchPath,
} from "./session-parts.js";

const EVERY = 2_000;
const MANY = 50; // most finished matches in a list

@customElement("contest-page")
export class ContestPage extends LitElement {
  @property() mode = ""; // what this server runs
  @state() private contest: Contest | null = null;
  @state() private games: Game[] = []; // those that can have a contest
  @state() private sessions: Session[] | null = null;
  @state() private older: string[] = []; // gamelogs of matches without a session
  @state() private away = "";
  @state() private trouble: { session: string; sentence: string } | null = null;

  static override styles = [
    shared,
    css`
      .page {
        max-width: 1280px;
        margin: 0 auto;
        padding: var(--space-8) var(--space-4) var(--space-12);
        display: grid;
        gap: var(--space-6);
      }
      .welcome,
      .one {
        display: grid;
        gap: var(--space-2);
      }
      .welcome p {
        max-width: 66ch;
      }
      .columns {
        display: grid;
        grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
        gap: var(--space-8);
        align-items: start;
      }
      .columns > div {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-6);
      }
      section > h2 {
        margin-bottom: var(--space-3);
      }
      .list {
        display: grid;
        gap: var(--space-3);
      }
      .one h3 {
        overflow-wrap: anywhere;
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        justify-content: space-between;
        gap: var(--space-1) var(--space-3);
      }
      .who {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-1) var(--space-5);
      }
      .who li {
        display: inline-flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-1);
        max-width: 100%;
        overflow-wrap: anywhere;
      }
      progress {
        width: 100%;
        height: 8px;
        appearance: none;
        border: 0;
        border-radius: 4px;
        background: var(--sunk);
        overflow: hidden;
      }
      progress::-webkit-progress-bar {
        background: var(--sunk);
      }
      progress::-webkit-progress-value {
        background: var(--info);
      }
      progress::-moz-progress-bar {
        background: var(--info);
      }
      pre {
        margin: var(--space-2) 0 0;
        padding: var(--space-3);
        border-radius: 6px;
        background: var(--sunk);
        overflow-x: auto;
        font: var(--size-s) / 1.5 var(--mono);
      }
      .empty {
        gap: var(--space-2);
        padding: var(--space-8) var(--space-4);
        border: 1px dashed var(--edge);
        border-radius: var(--radius);
      }
      .empty .icon {
        width: 36px;
        height: 36px;
        color: var(--gold);
      }
      .row select {
        min-height: 40px;
      }
      .older {
        display: grid;
        gap: var(--space-1);
        max-height: 320px;
        overflow-y: auto;
        overflow-wrap: anywhere;
      }
      @media (max-width: 900px) {
        .columns {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  private polling = new Polling(
    this,
    async () => {
      try {
        if (!this.held) {
          if (!this.games.length) this.games = (await server.games()).filter((game) => game.contest);
          return;
        }
        this.contest ??= await server.contest();
        const before = this.sessions?.filter((one) => one.state === "over").length;
        this.sessions = await server.sessions();
        const over = this.sessions.filter((one) => one.state === "over");
        if (over.length !== before)
          this.older = (await server.gamelogs()).filter((name) => !over.some((one) => one.gamelog === name));
        this.away = "";
      } catch (problem) {
        this.away = sentenceOf(problem);
      }
    },
    EVERY,
  );

  private get held(): boolean {
    return this.mode === "contest";
  }

  private opened(event: CustomEvent<Opened>): void {
    const { session, seats, players, key } = event.detail;
    heldKey.keep(session, key);
    if (seats[0]) heldSeat.keep(session, seats[0].token);
    if (seats[0]) go(sitPath(session));
    else if (players.every((player) => player.kind !== null)) go(watchPath(session));
    else void this.polling.now();
  }

  private addBot(event: SubmitEvent, session: Session, index: number): Promise<void> {
    event.preventDefault();
    return this.tried(session, () =>
      server.addBot(session.session, index, String(new FormData(event.target as HTMLFormElement).get("bot"))),
    );
  }

  /** Runs an operation on a session; shows an error beside that session. */
  private async tried(session: Session, act: () => Promise<unknown>): Promise<void> {
    this.trouble = null;
    try {
      await act();
    } catch (problem) {
      this.trouble = { session: session.session, sentence: sentenceOf(problem) };
    }
    await this.polling.now();
  }

  protected override render(): TemplateResult {
    if (!this.held) return this.noContest();
    const { contest, sessions } = this;
    const of = (state: Session["state"]) => (sessions ?? []).filter((one) => one.state === state);
    return html`<div class="page">
      <div class="welcome">
        <h1>Contest${contest ? html` <span class="soft">${contest.title}</span>` : nothing}</h1>
        <p class="soft">
          Programs play here, against each other, against bots and against you. Open a session, let clients connect, and
          watch.
        </p>
      </div>
      ${this.away ? html`<p class="notice bad" role="status">${this.away}</p>` : nothing}
      ${
        contest && sessions
          ? html`<div class="columns">
              <div>
                ${
                  sessions.length
                    ? nothing
                    : html`<div class="empty centred">
                        ${icon("eye")}
                        <p><strong>No match yet.</strong></p>
                        <p class="soft">
                          Open a session here, or start two clients: the first one opens a session, the second one joins
                          it.
                        </p>
                      </div>`
                }
                ${this.group("Running", of("running"), (one) => this.running(one))}
                ${this.group("Waiting", of("open"), (one) => this.open(contest, one))}
                ${this.group("Finished", of("over").slice(0, MANY), (one) => this.finished(one))}
                ${
                  this.older.length
                    ? html`<section aria-label="Older">
                        <h2>Older <span class="soft figures">${this.older.length}</span></h2>
                        <ul class="older card">
                          ${this.older
                            .slice(0, MANY)
                            .map(
                              (name) => html`<li><a href="/viewer?log=${encodeURIComponent(name)}">${name}</a></li>`,
                            )}
                        </ul>
                      </section>`
                    : nothing
                }
              </div>
              <div>
                <section class="card" aria-labelledby="open">
                  <h2 id="open">Open a session</h2>
                  <open-session .contest=${contest} @opened=${this.opened}></open-session>
                </section>
                <section class="card" aria-labelledby="connect">
                  <h2 id="connect">Connect a client</h2>
                  ${connectHelp(contest, "")}
                </section>
                <p><a href="/viewer">${icon("eye")} Look at a gamelog from a file</a></p>
              </div>
            </div>`
          : this.away
            ? nothing
            : html`<p class="soft" role="status">Loading …</p>`
      }
    </div>`;
  }

  private group(
    title: string,
    sessions: Session[],
    row: (session: Session) => TemplateResult,
  ): TemplateResult | typeof nothing {
    if (!sessions.length) return nothing;
    return html`<section aria-label=${title}>
      <h2>${title} <span class="soft figures">${sessions.length}</span></h2>
      <ul class="list">
        ${sessions.map((session) => html`<li class="card one" data-session=${session.session}>${row(session)}</li>`)}
      </ul>
    </section>`;
  }

  private head(session: Session, word: TemplateResult | string): TemplateResult {
    return html`<div class="head">
        <h3>${session.session}</h3>
        <span class="soft small figures">${word}</span>
      </div>
      <ul class="who" aria-label="Players">
        ${session.players.map((player) => contestant(player, session.state === "over" ? session.winner : null))}
      </ul>`;
  }

  private running(session: Session): TemplateResult {
    const mine = heldSeat.find(session.session) !== null && session.players.some((player) => player.kind === "human");
    return html`${this.head(session, `turn ${session.turn} of ${session.turns}`)}<progress
        max=${Math.max(1, session.turns)}
        value=${session.turn}
        aria-label="Turns played"
      ></progress>
      <div class="row">
        ${
          mine
            ? html`<a class="button primary" href=${sitPath(session.session)}>${icon("person")} Back to your seat</a>`
            : nothing
        }
        <a class="button ${mine ? "" : "primary"}" href=${watchPath(session.session)}
          >${icon("eye")} Watch<span class="unseen"> ${session.session}</span></a
        >
      </div>`;
  }

  private open(contest: Contest, session: Session): TemplateResult {
    const free = session.players.filter((player) => player.kind === null);
    const mine = heldSeat.find(session.session) !== null && session.players.some((player) => player.kind === "human");
    return html`${this.head(
        session,
        free.length ? `waits for ${free.length === 1 ? "one player" : "two players"}` : "about to begin",
      )}
      ${
        this.trouble?.session === session.session
          ? html`<p class="notice bad" role="alert">${this.trouble.sentence}</p>`
          : nothing
      }
      <form class="row" @submit=${(event: SubmitEvent) => this.addBot(event, session, free[0]!.index)}>
        ${
          free.length || mine
            ? html`<a class="button primary" href=${sitPath(session.session)}
                >${icon("person")} ${mine ? "To your seat" : "Sit down"}<span class="unseen">
                  at ${session.session}</span
                ></a
              >`
            : nothing
        }
        ${
          free.length
            ? html`${botChoice(contest, `bot-${session.session}`)}<button>${icon("bot")} Let a bot play</button>`
            : nothing
        }
        <a class="button quiet" href=${watchPath(session.session)}
          >${icon("eye")} Watch<span class="unseen"> ${session.session}</span></a
        >
        ${
          heldKey.find(session.session)
            ? html`<button
                type="button"
                class="quiet close"
                @click=${() => this.tried(session, () => closeSession(session.session))}
              >
                ${icon("close")} Close<span class="unseen"> ${session.session}</span>
              </button>`
            : nothing
        }
      </form>
      ${
        free.length
          ? html`<details>
              <summary>Connect a client</summary>
              ${connectHelp(contest, session.session)}
            </details>`
          : nothing
      }`;
  }

  private finished(session: Session): TemplateResult {
    return html`${this.head(session, session.turns ? `${session.turn + 1} ${session.turn ? "turns" : "turn"}` : "")}${
        session.reason ? html`<p class="small">${session.reason}</p>` : nothing
      }
      <div class="row">${fileLinks(session.gamelog, session.record)}</div>`;
  }

  private noContest(): TemplateResult {
    return html`<div class="page">
      <div class="welcome">
        <h1>No contest here</h1>
        <p>
          This server is for tables. A contest, where programs play over sockets, has a server of its own; whoever has
          Parlour starts one with
        </p>
        ${this.games.map(
          ({ id }) => html`<pre tabindex="0" aria-label="Command"><code>parlour contest ${id}</code></pre>`,
        )}
        <p>
          and finds this page there, at port 3080. A gamelog can be looked at here as well:
          <a href="/viewer">open the viewer</a>.
        </p>
      </div>
    </div>`;
  }
}
