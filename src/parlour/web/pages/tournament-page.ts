/**
 * One tournament: who leads and how certain that is, the curves, the cross-table, and every match. It updates while
 * matches are played.
 */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { Refused, sentenceOf, server } from "../kit/server.js";
import { shared } from "../kit/styles.js";
import type { Complaint, Tournament } from "../kit/types.js";
import { when } from "../kit/relative-time.js";
import { Polling } from "../lobby/polling.js";
import { arena, stateTag } from "./arena-styles.js";
import "./cross-table.js";
import { numberOf } from "./match-list.js";
import { paper } from "./article-styles.js";
import "./rating-curves.js";
import { count, formatWord, progress, verdict } from "./tournament-text.js";
import "./standings-table.js";
import "./test-list.js";

const EVERY = 2000; // milliseconds between two requests while the tournament is running
const START = 1500; // the starting rating of a Swiss tournament
const SHOWN = 6; // most matches named in a complaint

/** "4 entrants", or "4 entrants and 8 bots to fill the tables". */
export function fieldText(entrants: Tournament["entrants"]): string {
  const padding = entrants.filter((one) => one.padding).length;
  const own = count(entrants.length - padding, "entrant");
  return padding ? `${own} and ${count(padding, "bot")} to fill the tables` : own;
}

/** Equal complaints about one entrant together, with their matches. */
export function gathered(complaints: readonly Complaint[]): { entrant: string; what: string; matches: string[] }[] {
  const groups = new Map<string, { entrant: string; what: string; matches: string[] }>();
  for (const { entrant, what, match } of complaints) {
    const key = `${entrant}\n${what}`;
    const group = groups.get(key) ?? { entrant, what, matches: [] };
    group.matches.push(match);
    groups.set(key, group);
  }
  return [...groups.values()];
}

@customElement("tournament-page")
export class TournamentPage extends LitElement {
  @property() tournament = "";
  @state() document: Tournament | null = null;
  @state() gameTitle = "";
  @state() trouble = "";
  @state() missing = false;
  @state() raised: string[] = []; // entrants whose lines are highlighted
  @state() who = ""; // the entrant whose matches are listed
  @state() against = "";

  static override styles = [
    shared,
    paper,
    arena,
    css`
      .page {
        display: grid;
        gap: var(--space-6);
        max-width: 1500px;
      }
      .page > * {
        min-width: 0;
      }
      .back {
        display: inline-flex;
        gap: var(--space-1);
        width: fit-content;
      }
      .head {
        display: grid;
        gap: var(--space-2);
      }
      .title {
        gap: var(--space-2) var(--space-4);
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-1) var(--space-4);
        color: var(--soft);
      }
      .facts code {
        color: var(--ink);
      }
      .verdict {
        display: grid;
        gap: var(--space-1);
        padding: var(--space-4) var(--space-5);
        border-left: 6px solid var(--gold);
      }
      .verdict h2 {
        overflow-wrap: anywhere;
      }
      .verdict p {
        max-width: 100ch;
        margin: 0;
        font-size: var(--size);
      }
      .verdict .how {
        display: inline-flex;
        align-items: center;
        gap: var(--space-1);
        color: var(--gold);
        font-weight: 600;
      }
      .verdict.clear {
        border-left-color: var(--info);
      }
      .verdict.clear .how {
        color: var(--info);
      }
      .two {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-6);
        align-items: start;
      }
      .two > * {
        min-width: 0;
      }
      section > h2 {
        margin-bottom: var(--space-1);
      }
      section > p {
        max-width: 80ch;
        margin-bottom: var(--space-3);
        color: var(--soft);
        font-size: var(--size-s);
      }
      .field {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-1) var(--space-2);
        margin: var(--space-3) 0 0;
      }
      .field li {
        overflow-wrap: anywhere;
      }
      .complaints {
        display: grid;
      }
      .complaints li {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-4);
        padding: var(--space-2) 0;
        border-bottom: 1px solid var(--line);
        overflow-wrap: anywhere;
      }
      .complaints .faults {
        align-items: start;
        white-space: normal;
      }
      .complaints .where {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-3);
        margin-left: auto;
      }
      @media (min-width: 1240px) {
        .two {
          grid-template-columns: minmax(0, 13fr) minmax(0, 11fr);
        }
        .two > :last-child {
          position: sticky;
          top: var(--space-4);
        }
      }
      @media (max-width: 520px) {
        .page {
          gap: var(--space-5);
        }
        .card {
          padding: var(--space-3);
        }
        .verdict {
          padding: var(--space-3) var(--space-4);
        }
        .verdict h2 {
          font-size: 1.375rem;
        }
      }
    `,
  ];

  private tag = "";

  constructor() {
    super();
    new Polling(this, () => this.look(), EVERY);
  }

  private async look(): Promise<boolean> {
    try {
      const news = await server.tournament(this.tournament, this.tag);
      this.trouble = "";
      if (news) {
        this.tag = news.tag;
        this.document = news.body;
        if (!this.gameTitle) void this.name(news.body);
      }
    } catch (trouble) {
      this.missing = trouble instanceof Refused && trouble.status === 404;
      this.trouble = sentenceOf(trouble);
    }
    return !this.missing && this.document?.state !== "over" && this.document?.state !== "stopped";
  }

  private async name({ game, format }: Tournament): Promise<void> {
    this.gameTitle = game;
    try {
      this.gameTitle = (await server.game(game)).title;
    } catch {
      /* a game that was here once keeps its short name */
    }
    window.document.title = `${formatWord(format)} of ${this.gameTitle} · Parlour`;
  }

  private raise = (event: CustomEvent<{ label: string }>): void => {
    const { label } = event.detail;
    this.raised = this.raised.includes(label) ? this.raised.filter((one) => one !== label) : [...this.raised, label];
  };

  private meet = (event: CustomEvent<{ a: string; b: string; stay?: boolean }>): void => {
    this.who = event.detail.a;
    this.against = event.detail.b;
    if (event.detail.stay) return;
    const target = this.renderRoot.querySelector<HTMLElement>("#matches")!;
    target.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    target.focus({ preventScroll: true });
  };

  protected override render(): TemplateResult {
    const { document } = this;
    if (this.missing)
      return html`<div class="page">
        <div class="sheet card">
          <h1>No such tournament</h1>
          <p>${this.trouble}</p>
          <p><a href="/tournaments">All tournaments</a></p>
        </div>
      </div>`;
    return html`<div class="page" @raise=${this.raise} @meet=${this.meet}>
      ${this.trouble ? html`<p class="notice bad" role="alert">${this.trouble}</p>` : nothing}
      ${document ? this.whole(document) : nothing}
    </div>`;
  }

  private whole(document: Tournament): TemplateResult {
    const lead = verdict(document);
    const played = document.totals.games > 0;
    const swiss = document.format === "swiss";
    return html`${this.head(document)}
    ${
      lead
        ? html`<section class="card verdict ${lead.clear ? "clear" : ""}" aria-label="Who leads">
            <h2>${lead.headline}</h2>
            <span class="how"
              >${icon(lead.clear ? "check" : "dice")} ${lead.clear ? "The lead is clear" : "It may be luck"}</span
            >
            <p>${lead.sure}</p>
          </section>`
        : this.waiting(document)
    }
    ${
      played && document.standings.length
        ? html` <div class="two">
              <section class="card" aria-labelledby="standings">
                <h2 id="standings">Standings</h2>
                <p>
                  ${
                    swiss
                      ? html`Everybody began with 1500; the winner of every pair at a table takes points from the loser.
                          A dot in the leader's zone <i class="swatch"></i> may only have had less luck.`
                      : html`The mark is the Elo fitted to all results, the bar its 95 % interval: where bars overlap,
                        the order may still change.`
                  }
                  Click a name to highlight its curve.
                </p>
                <standings-table .tournament=${document} .raised=${this.raised}></standings-table>
              </section>
              <section class="card" aria-labelledby="curves">
                <h2 id="curves">How it went</h2>
                <p>
                  Elo ${swiss ? "after every round" : "as matches came in"}. Point at the curves for the numbers, choose
                  a name to bring its line forward.
                </p>
                <rating-curves
                  .history=${document.history}
                  .order=${document.standings.map((row) => row.entrant)}
                  .raised=${this.raised}
                  .begin=${swiss ? START : null}
                ></rating-curves>
              </section>
            </div>
            ${
              document.tests?.length
                ? html`<section class="card" aria-labelledby="tests">
                    <h2 id="tests">Who is stronger?</h2>
                    <p>
                      Each test runs until the answer is certain enough. The bar grows from the middle towards the
                      stronger one; when it reaches the end, it is decided.
                    </p>
                    <test-list .tests=${document.tests}></test-list>
                  </section>`
                : nothing
            }
            ${document.complaints.length ? this.complaints(document) : nothing}
            ${
              document.doubts?.length
                ? html`<section class="card" aria-labelledby="doubts">
                    <h2 id="doubts">Not counted</h2>
                    <p>
                      These matches did not come out the same when their records were played again, so they do not count
                      in the ratings.
                    </p>
                    <ul class="complaints">
                      ${document.doubts.map(
                        ({ id, what }) =>
                          html`<li>
                            <span class="faults">${icon("warning")}<a href="/r/${id}">match ${numberOf(id)}</a></span
                            ><span>${what}</span>
                          </li>`,
                      )}
                    </ul>
                  </section>`
                : nothing
            }
            <section class="card" aria-labelledby="cross">
              <h2 id="cross">Everybody against everybody</h2>
              <cross-table .tournament=${document} .raised=${this.raised}></cross-table>
            </section>
            <section class="card" aria-labelledby="matches">
              <h2 id="matches" tabindex="-1">Matches</h2>
              <p>Every match can be watched again, move by move.</p>
              <match-list .tournament=${document} .who=${this.who} .against=${this.against}></match-list>
            </section>`
        : nothing
    }`;
  }

  private head(document: Tournament): TemplateResult {
    const { totals } = document;
    const options = Object.entries(document.options).filter(([, value]) => value !== "");
    return html`<div class="head">
      <a class="back small" href="/tournaments">${icon("step-back")} All tournaments</a>
      <div class="title row">
        <h1>${formatWord(document.format)}${this.gameTitle ? html`: ${this.gameTitle}` : nothing}</h1>
        <span role="status">${stateTag(document.state)}</span>
      </div>
      <div class="facts">
        <span>${fieldText(document.entrants)}</span
        ><span>${count(totals.games, "match", "matches")}${progress(document) ? `, ${progress(document)}` : ""}</span>
        <span>${count(totals.answers, "decision")}</span><span>begun ${when(document.created)}</span
        ><span>seed <code>${document.seed}</code></span>
        <a href="/rules/${document.game}">${icon("book")} Rules</a>
      </div>
      ${
        options.length
          ? html`<details class="small">
              <summary class="soft">Options of the game</summary>
              <p>${options.map(([name, value]) => html`<code>${name} = ${String(value)}</code> `)}</p>
            </details>`
          : nothing
      }
    </div>`;
  }

  private waiting(document: Tournament): TemplateResult {
    return html`<section class="card" aria-label="The field">
      <h2>${document.state === "running" ? "The first matches are being played" : "Nothing was played"}</h2>
      <p>
        ${
          document.state === "running"
            ? "Standings, curves and matches appear here by themselves."
            : "It was stopped before its first round was over."
        }
        The field:
      </p>
      <ul class="field">
        ${document.entrants.map(({ label, bot }) => html`<li class="tag" title=${bot}>${label}</li>`)}
      </ul>
    </section>`;
  }

  private complaints(document: Tournament): TemplateResult {
    return html`<section class="card" aria-labelledby="complaints">
      <h2 id="complaints">Complaints</h2>
      <p>
        An entrant that crashes, or answers illegally or too late, forfeits that decision: the game's default answer is
        played, and the tournament goes on.
      </p>
      <ul class="complaints">
        ${gathered(document.complaints).map(
          ({ entrant, what, matches }) =>
            html`<li>
              <span class="faults">${icon("warning")}<strong>${entrant}</strong></span
              ><span
                >${what}${
                  matches.length > 1 ? html` <span class="soft">(${matches.length} times)</span>` : nothing
                }</span
              >
              <span class="where"
                >${[...new Set(matches)]
                  .slice(0, SHOWN)
                  .map((match) => html`<a href="/r/${match}">match ${numberOf(match)}</a>`)}${
                  new Set(matches).size > SHOWN ? html`<span class="soft">and more</span>` : nothing
                }</span
              >
            </li>`,
        )}
      </ul>
    </section>`;
  }
}
