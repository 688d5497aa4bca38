/** Styles of a page of text. */
import { css } from "lit";

export const paper = css`
  .page {
    max-width: 960px;
    margin: 0 auto;
    padding: var(--space-8) var(--space-4) var(--space-12);
  }
  .sheet {
    max-width: 720px;
    margin: 0 auto;
    padding: var(--space-8) clamp(16px, 6vw, 64px) var(--space-12);
    font-size: 1.0625rem;
    line-height: 1.65;
  }
  .text {
    display: grid;
    gap: var(--space-4);
    min-width: 0;
  }
  .text > * {
    min-width: 0;
  }
  .text h2 {
    margin-top: var(--space-6);
    color: var(--act);
  }
  .text h3 {
    margin-top: var(--space-4);
  }
  .text ol,
  .text ul {
    display: grid;
    gap: var(--space-3);
    padding-left: 1.8em;
    list-style: revert;
  }
  .text li::marker {
    color: var(--gold);
    font-family: var(--serif);
    font-weight: 700;
  }
  .turn {
    margin-top: var(--space-6);
    color: var(--soft);
    font-size: var(--size-s);
    text-align: center;
  }
  .turn::before {
    content: "";
    display: block;
    width: 120px;
    margin: 0 auto var(--space-2);
    border-top: 2px solid var(--gold);
  }
  code {
    padding: 1px 5px;
    border-radius: 4px;
    background: var(--sunk);
    font: 0.9em var(--mono);
    overflow-wrap: anywhere;
  }
  pre {
    margin: 0;
    padding: var(--space-3) var(--space-4);
    overflow-x: auto;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--sunk);
    font: var(--size-s) / 1.5 var(--mono);
  }
  .wide {
    overflow-x: auto;
  }
  @media (max-width: 520px) {
    .page {
      padding-inline: var(--space-3);
    }
    h1 {
      font-size: var(--size-xl);
    }
  }
`;
