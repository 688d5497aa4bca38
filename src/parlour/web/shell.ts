/** The shell: the header, the page of the current address, and navigation. It knows no game. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import { icon, lamp } from "./kit/icons.js";
import { go, ownLink, routeOf, type Header, type Route } from "./kit/route.js";
import { store } from "./kit/store.js";
import { shared } from "./kit/styles.js";
import { applyTheme, switchTheme, themeNow } from "./kit/theme.js";

const PAGES: Record<Route["page"], { title: string; header: Header; load: () => Promise<unknown> }> = {
  parlour: { title: "Parlour", header: "full", load: () => import("./lobby/lobby-page.js") },
  table: { title: "Table", header: "slim", load: () => import("./play/table-page.js") },
  replay: { title: "Replay", header: "slim", load: () => import("./replay/replay-page.js") },
  rules: { title: "Rules", header: "full", load: () => import("./pages/rules-page.js") },
  ratings: { title: "Ratings", header: "full", load: () => import("./pages/ratings-page.js") },
  tournaments: { title: "Tournaments", header: "full", load: () => import("./pages/tournaments-page.js") },
  tournament: { title: "Tournament", header: "full", load: () => import("./pages/tournament-page.js") },
  viewer: { title: "Viewer", header: "slim", load: () => import("./contest/viewer-page.js") },
  contest: { title: "Contest", header: "full", load: () => import("./contest/contest-page.js") },
  watch: { title: "Contest match", header: "slim", load: () => import("./contest/watch-page.js") },
  sit: { title: "Your seat", header: "none", load: () => import("./contest/sit-page.js") },
  docs: { title: "Docs", header: "full", load: () => import("./pages/docs-page.js") },
  "not-found": { title: "No such page", header: "full", load: () => import("./pages/not-found-page.js") },
};

function pageOf(route: Route, mode: string): TemplateResult {
  switch (route.page) {
    case "parlour":
      return html`<lobby-page></lobby-page>`;
    case "table":
      return html`<table-page .table=${route.table}></table-page>`;
    case "replay":
      return html`<replay-page .record=${route.record}></replay-page>`;
    case "rules":
      return html`<rules-page .game=${route.game}></rules-page>`;
    case "ratings":
      return html`<ratings-page></ratings-page>`;
    case "tournaments":
      return html`<tournaments-page></tournaments-page>`;
    case "tournament":
      return html`<tournament-page .tournament=${route.tournament}></tournament-page>`;
    case "viewer":
      return html`<viewer-page></viewer-page>`;
    case "contest":
      return html`<contest-page .mode=${mode}></contest-page>`;
    case "watch":
      return html`<watch-page .session=${route.session}></watch-page>`;
    case "sit":
      return html`<sit-page .session=${route.session}></sit-page>`;
    case "docs":
      return html`<docs-page></docs-page>`;
    case "not-found":
      return html`<not-found-page></not-found-page>`;
  }
}

// Pages that belong under another page.
const BELOW: Partial<Record<Route["page"], Route["page"]>> = { tournament: "tournaments" };
const CONTEST = "contest"; // a server for contests, without tables

/** The identity of a page: a new table is a new page, a new hash is not. */
const keyOf = (route: Route) => JSON.stringify(route);

applyTheme();

@customElement("parlour-shell")
export class ParlourShell extends LitElement {
  @property() mode = ""; // "contest": no tables, but matches of programs
  @state() route: Route = routeOf(location.pathname);
  @state() header: Header = "full";
  @state() shown = "";
  @state() failed = false;

  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 100vh;
        min-height: 100dvh;
      }
      header {
        --info: #f0c878;
        display: flex;
        align-items: center;
        gap: var(--space-1) var(--space-4);
        padding: var(--space-2) max(var(--space-4), calc(50vw - 624px));
        color: #f3e7d2;
        border-bottom: 2px solid #a67c2e;
        box-shadow:
          0 1px 0 #5d451c,
          0 3px 12px #0003;
        background:
          repeating-linear-gradient(178deg, #ffffff05 0 2px, #0000 2px 7px, #00000012 7px 8px, #0000 8px 13px),
          linear-gradient(#3d2b20, #2c1f17);
      }
      header[data-kind="slim"] {
        padding: 2px var(--space-4);
      }
      .word {
        display: inline-flex;
        align-items: center;
        gap: var(--space-2);
        color: inherit;
        font: 700 1.625rem / 1 var(--serif);
        letter-spacing: 0.01em;
        text-decoration: none;
      }
      [data-kind="slim"] .word {
        font-size: var(--size-l);
      }
      .word svg {
        width: 1.35em;
        height: 1.35em;
      }
      nav {
        display: flex;
        flex: 1;
        gap: var(--space-1);
      }
      nav a {
        padding: var(--space-2) var(--space-3);
        border-radius: var(--radius);
        color: #e2d2b8;
        font-weight: 500;
        text-decoration: none;
      }
      nav a:hover {
        background: #ffffff14;
        color: #fffdf8;
      }
      nav a[aria-current] {
        color: #f0c878;
        box-shadow: inset 0 -2px 0 #c99a3f;
        border-radius: var(--radius) var(--radius) 0 0;
      }
      header button.quiet {
        color: #e2d2b8;
      }
      header button.quiet:hover:not(:disabled) {
        background: #ffffff14;
        color: #fffdf8;
      }
      .switches {
        display: flex;
      }
      main {
        flex: 1;
        min-width: 0;
      }
      main:focus {
        outline: none;
      }
      main > :not(.unseen) {
        flex: 1;
      }
      .skip {
        position: absolute;
        left: -999px;
        top: 4px;
        z-index: 9;
      }
      .skip:focus {
        left: 8px;
      }
      .failed {
        max-width: 560px;
        margin: 64px auto;
        padding: 0 var(--space-4);
      }
      @media (max-width: 520px) {
        header {
          flex-wrap: wrap;
          gap: 0 var(--space-1);
          padding: var(--space-1) var(--space-3);
          justify-content: space-between;
        }
        nav {
          order: 3;
          flex: 1 0 100%;
          gap: 0;
          justify-content: space-between;
        }
        nav a {
          padding: var(--space-1) var(--space-2);
          font-size: var(--size-s);
        }
        .word {
          font-size: var(--size-l);
        }
        [data-kind="slim"] nav {
          display: none;
        }
        header button.round {
          width: 40px;
        }
      }
      @media print {
        header {
          display: none;
        }
      }
    `,
  ];

  private unwatch = () => {};
  private first = true;

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("popstate", this.arrive);
    window.addEventListener("parlour-go", this.arrive);
    window.addEventListener("parlour-header", this.dress);
    this.addEventListener("click", this.follow);
    this.unwatch = store.watch((key) => {
      if (key === "theme") applyTheme();
      this.requestUpdate();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.redraw);
    this.arrive();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("popstate", this.arrive);
    window.removeEventListener("parlour-go", this.arrive);
    window.removeEventListener("parlour-header", this.dress);
    this.removeEventListener("click", this.follow);
    matchMedia("(prefers-color-scheme: dark)").removeEventListener("change", this.redraw);
    this.unwatch();
  }

  private redraw = () => this.requestUpdate();
  private dress = (event: Event) => {
    this.header = (event as CustomEvent<Header>).detail;
  };
  private follow = (event: MouseEvent) => {
    const to = ownLink(event);
    if (!to) return;
    event.preventDefault();
    go(to.pathname + to.search + to.hash);
  };

  private arrive = async () => {
    const found = routeOf(location.pathname);
    const route: Route = this.mode === CONTEST && found.page === "parlour" ? { page: "contest" } : found;
    const key = keyOf(route);
    if (key === this.shown) return;
    const page = PAGES[route.page];
    this.route = route;
    try {
      await page.load();
    } catch {
      if (key === keyOf(this.route)) {
        this.failed = true;
        this.shown = key;
      }
      return;
    }
    if (key !== keyOf(this.route)) return; // another page was opened meanwhile
    this.failed = false;
    this.header = page.header;
    this.shown = key;
    document.title = page.title === "Parlour" ? "Parlour" : `${page.title} · Parlour`;
    await this.updateComplete;
    if (!this.first) {
      scrollTo(0, 0);
      this.renderRoot.querySelector("main")?.focus({ preventScroll: true });
    }
    this.first = false;
  };

  private skip = () => this.renderRoot.querySelector("main")?.focus();

  override render() {
    const here = this.route.page;
    const dark = themeNow() === "dark";
    const link = (address: string, page: Route["page"], word: string) =>
      html`<a href=${address} aria-current=${here === page ? "page" : BELOW[here] === page ? "true" : nothing}
        >${word}</a
      >`;
    return html` ${
        this.header === "none"
          ? nothing
          : html`<header data-kind=${this.header}>
              <button class="skip" @click=${this.skip}>Skip to the page</button>
              <a class="word" href=${this.mode === CONTEST ? "/contest" : "/"} aria-label="Parlour, the first page">
                ${lamp}Parlour</a
              >
              <nav aria-label="Pages">
                ${
                  this.mode === CONTEST
                    ? html`${link("/contest", "contest", "Contest")}${link("/viewer", "viewer", "Viewer")}${link(
                        "/rules",
                        "rules",
                        "Rules",
                      )}`
                    : html`${link("/", "parlour", "Play")}${link("/ratings", "ratings", "Ratings")}${link(
                        "/tournaments",
                        "tournaments",
                        "Tournaments",
                      )}${link("/docs", "docs", "Docs")}`
                }
              </nav>
              <div class="switches">
                <button
                  class="quiet round"
                  title=${dark ? "Light" : "Dark"}
                  aria-label=${dark ? "Switch to light" : "Switch to dark"}
                  @click=${switchTheme}
                >
                  ${icon(dark ? "sun" : "moon")}
                </button>
                <button
                  class="quiet round"
                  title=${store.sound ? "Sound is on" : "Sound is off"}
                  aria-label="Sound"
                  aria-pressed=${store.sound ? "true" : "false"}
                  @click=${() => {
                    store.sound = !store.sound;
                  }}
                >
                  ${icon(store.sound ? "sound-on" : "sound-off")}
                </button>
              </div>
            </header>`
      }
      <main class="vertical" tabindex="-1">${this.body()}</main>`;
  }

  private body() {
    if (this.failed)
      return html`<div class="failed">
        <div class="notice bad stack">
          <p>This page could not be loaded. The server may be restarting, or it has a newer version of this page.</p>
          <p><button class="primary" @click=${() => location.reload()}>${icon("again")} Load again</button></p>
        </div>
      </div>`;
    return this.shown === keyOf(this.route) ? keyed(this.shown, pageOf(this.route, this.mode)) : nothing;
  }
}

applyTheme();
