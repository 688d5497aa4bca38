/** The strength tests of a ladder: is a stronger than b, and how near is the answer. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "../kit/icons.js";
import { shared } from "../kit/styles.js";
import type { StrengthTest } from "../kit/types.js";
import { count } from "./tournament-text.js";

/** The result of a test in words. */
export function testWords({ a, b, verdict }: StrengthTest): string {
  if (verdict === "stronger") return `${a} is stronger`;
  if (verdict === "weaker") return `${b} is stronger`;
  return verdict === "undecided" ? "No difference found" : "Still open";
}

/** How near a decision is, from 0 to 1, in either direction. */
export const leaning = ({ llr, lower, upper }: StrengthTest): number =>
  llr < 0 ? -Math.min(1, llr / lower) : Math.min(1, llr / upper);

@customElement("test-list")
export class TestList extends LitElement {
  @property({ attribute: false }) tests: StrengthTest[] = [];

  static override styles = [
    shared,
    css`
      :host {
        font-variant-numeric: tabular-nums lining-nums;
      }
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr));
        gap: 0 var(--space-8);
      }
      li {
        display: grid;
        gap: 4px;
        padding: var(--space-2) 0;
        border-bottom: 1px solid var(--line);
      }
      .pair {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
        gap: var(--space-2);
        font-weight: 600;
      }
      .pair span:last-child {
        text-align: right;
      }
      .track {
        position: relative;
        height: 8px;
        border-radius: 4px;
        background: var(--sunk);
        box-shadow: inset 0 0 0 1px var(--line);
      }
      .track i {
        position: absolute;
        top: 0;
        bottom: 0;
        border-radius: 4px;
        background: var(--info);
      }
      .track i.open {
        opacity: 0.55;
      }
      .track b {
        position: absolute;
        left: 50%;
        top: -2px;
        bottom: -2px;
        border-left: 2px solid var(--edge);
      }
      .says {
        display: flex;
        justify-content: space-between;
        gap: var(--space-2);
        font-size: var(--size-s);
      }
      .decided {
        color: var(--info);
        font-weight: 600;
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<ul>
      ${repeat(
        this.tests,
        (test) => `${test.a}\n${test.b}`,
        (test) => {
          const lean = leaning(test);
          const decided = test.verdict === "stronger" || test.verdict === "weaker";
          const half = 50 * Math.abs(lean);
          return html`<li>
            <div class="pair">
              <span class="clipped" title=${test.a}>${test.a}</span><span class="soft">or</span
              ><span class="clipped" title=${test.b}>${test.b}</span>
            </div>
            <div class="track" aria-hidden="true">
              <i
                class=${decided ? "" : "open"}
                style=${lean > 0 ? `right:50%;width:${half}%` : `left:50%;width:${half}%`}
              ></i
              ><b></b>
            </div>
            <div class="says" title=${test.text ?? nothing}>
              <span class=${decided ? "decided" : "soft"}>${decided ? icon("check") : ""} ${testWords(test)}</span
              ><span class="soft">${(100 * test.score).toFixed(1)} % in ${count(test.sets, "set")}</span>
            </div>
          </li>`;
        },
      )}
    </ul>`;
  }
}
