/** The documentation for programs: the protocol in words, and the server's OpenAPI document. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { headings } from "../kit/headings.js";
import { icon } from "../kit/icons.js";
import { sentenceOf, server } from "../kit/server.js";
import { shared } from "../kit/styles.js";
import protocol from "../../../../docs/protocol.md?raw";
import { groupsOf, wordsOf, type Body, type Document, type Operation, type Shape } from "./openapi.js";
import { paper } from "./article-styles.js";
import { anchor, blocksOf, inline, renderBlocks } from "./markdown.js";

const WORDS = blocksOf(protocol).slice(1); // the title is the page's own

/** A table that scrolls sideways where it is too wide. */
const tableOf = (caption: string, heads: string[], rows: TemplateResult[]): TemplateResult =>
  html`<div class="wide">
    <table>
      <caption class="unseen">
        ${caption}
      </caption>
      ${headings(...heads)}
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;

@customElement("docs-page")
export class DocsPage extends LitElement {
  @state() document: Document | null = null;
  @state() trouble = "";

  static override styles = [
    shared,
    paper,
    css`
      .page {
        max-width: 1200px;
      }
      .both {
        display: grid;
        grid-template-columns: 220px minmax(0, 1fr);
        gap: var(--space-8);
        margin-top: var(--space-6);
        align-items: start;
      }
      nav {
        position: sticky;
        top: var(--space-4);
        display: grid;
        gap: var(--space-1);
        max-height: calc(100vh - 32px);
        overflow-y: auto;
        font-size: var(--size-s);
      }
      nav strong {
        margin-top: var(--space-3);
        font-family: var(--serif);
        font-size: var(--size);
      }
      nav a {
        padding: 2px 0;
        color: var(--ink);
        text-decoration: none;
        overflow-wrap: anywhere;
      }
      nav a:hover {
        color: var(--act);
        text-decoration: underline;
      }
      .lead {
        justify-content: space-between;
        gap: var(--space-3);
      }
      .operation {
        display: grid;
        gap: var(--space-3);
        scroll-margin-top: var(--space-4);
      }
      .operation h4 {
        margin: 0;
      }
      h4 {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: var(--space-2);
        font: 600 var(--size) / 1.4 var(--mono);
        overflow-wrap: anywhere;
      }
      .operation h3 {
        margin: 0;
      }
      .method {
        padding: 0 var(--space-2);
        border-radius: 4px;
        background: var(--info);
        color: var(--on-info);
        font-size: var(--size-s);
      }
      .method.POST,
      .method.PUT,
      .method.PATCH {
        background: var(--gold);
        color: var(--on-gold);
      }
      .method.DELETE {
        background: var(--act);
        color: var(--on-act);
      }
      .status {
        font: 600 var(--size-s) var(--mono);
      }
      td,
      th {
        font-size: var(--size-s);
      }
      td code {
        white-space: nowrap;
      }
      @media (max-width: 860px) {
        .both {
          grid-template-columns: minmax(0, 1fr);
        }
        nav {
          position: static;
          max-height: none;
          grid-template-columns: repeat(auto-fill, minmax(140px, 1fr));
        }
        nav strong {
          grid-column: 1 / -1;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void server.openapi().then(
      (document) => {
        this.document = document as Document;
      },
      (trouble) => {
        this.trouble = sentenceOf(trouble);
      },
    );
  }

  /** Anchors are in this page's shadow root, where the browser does not look for them. */
  private jump = (event: MouseEvent) => {
    const link = event.composedPath().find((node): node is HTMLAnchorElement => node instanceof HTMLAnchorElement);
    const id = link?.getAttribute("href")?.startsWith("#") ? link.getAttribute("href")!.slice(1) : null;
    const target = id ? this.renderRoot.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"]`) : null;
    if (!target) return;
    event.preventDefault();
    target.tabIndex = -1;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  };

  override render() {
    const groups = this.document ? groupsOf(this.document) : [];
    const shapes = Object.entries(this.document?.components?.schemas ?? {});
    return html`<div class="page" @click=${this.jump}>
      <div class="lead row">
        <h1>The protocol</h1>
        <a class="button" href="/docs/openapi.json">${icon("download")} OpenAPI as JSON</a>
      </div>
      <div class="both">
        <nav aria-label="On this page">
          <strong>In words</strong>${WORDS.flatMap((block) =>
            block.kind === "heading" && block.level <= 3
              ? [html`<a href="#${anchor(block.text)}">${block.text}</a>`]
              : [],
          )}
          ${
            groups.length
              ? html`<strong>HTTP, call by call</strong
                  >${groups.map((group) => html`<a href="#calls-${anchor(group.name)}">${group.name}</a>`)}<a
                    href="#shapes"
                    >shapes</a
                  >`
              : nothing
          }
        </nav>
        <div class="text">
          ${renderBlocks(WORDS)}
          <h2 id="calls">HTTP, call by call</h2>
          ${this.trouble ? html`<p class="notice bad" role="alert">${this.trouble}</p>` : nothing}
          ${groups.map(
            (group) =>
              html`<h3 id="calls-${anchor(group.name)}">${group.name}</h3>
                ${group.operations.map((operation) => this.operation(operation))}`,
          )}
          ${
            shapes.length
              ? html`<h2 id="shapes">Shapes</h2>
                  ${shapes.map(
                    ([name, shape]) =>
                      html`<section class="card operation" id="shape-${name}">
                        <h3>${name}</h3>
                        ${shape.description ? html`<p>${inline(shape.description)}</p>` : nothing}${this.fields(shape)}
                      </section>`,
                  )}`
              : nothing
          }
        </div>
      </div>
    </div>`;
  }

  private operation(operation: Operation) {
    return html`<section class="card operation" id=${operation.id} aria-label="${operation.method} ${operation.path}">
      <h4><span class="method ${operation.method}">${operation.method}</span> ${operation.path}</h4>
      ${
        operation.description || operation.summary
          ? html`<p>${inline(operation.description || operation.summary)}</p>`
          : nothing
      }
      ${
        operation.parameters.length
          ? tableOf(
              "Parameters",
              ["Parameter", "In", "Is"],
              operation.parameters.map(
                (parameter) =>
                  html`<tr>
                    <td><code>${parameter.name}</code></td>
                    <td>${parameter.in}${parameter.required ? "" : ", optional"}</td>
                    <td>
                      ${this.words(parameter.schema)}${
                        parameter.description ? html`<br /><span class="soft">${parameter.description}</span>` : nothing
                      }
                    </td>
                  </tr>`,
              ),
            )
          : nothing
      }
      ${operation.body ? html`<p><strong>Body:</strong> ${this.body(operation.body)}</p>` : nothing}
      ${tableOf(
        "Answers",
        ["Status", "Says", "Gives"],
        operation.answers.map(
          (answer) =>
            html`<tr>
              <td class="status">${answer.status}</td>
              <td>${answer.description}</td>
              <td>${answer.body ? this.body(answer.body) : ""}</td>
            </tr>`,
        ),
      )}
    </section>`;
  }

  private body(body: Body) {
    return html`${this.words(body.shape)}${
      body.kind === "application/json" ? nothing : html` <span class="soft">(${body.kind})</span>`
    }`;
  }

  private words(shape: Shape | null | undefined) {
    return wordsOf(shape).map((word) =>
      typeof word === "string" ? word : html`<a href="#shape-${word.name}">${word.name}</a>`,
    );
  }

  private fields(shape: Shape) {
    const fields = Object.entries(shape.properties ?? {});
    if (!fields.length) return html`<p>${this.words(shape)}</p>`;
    return tableOf(
      "Fields",
      ["Field", "Is"],
      fields.map(
        ([name, field]) =>
          html`<tr>
            <td>
              <code>${name}</code
              >${shape.required?.includes(name) ? "" : html`<br /><span class="soft">optional</span>`}
            </td>
            <td>
              ${this.words(field)}${
                field.description ? html`<br /><span class="soft">${field.description}</span>` : nothing
              }
            </td>
          </tr>`,
      ),
    );
  }
}
