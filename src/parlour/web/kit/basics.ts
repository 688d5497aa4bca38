/** Styles that pages and boards have in common: plain layouts, and what every element needs. */
import { css } from "lit";

export const basics = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  ol,
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .soft {
    color: var(--soft);
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
    border: 0;
  }

  /* In a row: .row wraps, .line does not. From top to bottom: .vertical; .centred also centres its text. */
  .row,
  .line {
    display: flex;
    align-items: center;
    gap: var(--space-2);
  }
  .row {
    flex-wrap: wrap;
  }
  .vertical {
    display: flex;
    flex-direction: column;
  }
  .centred {
    display: grid;
    justify-items: center;
    text-align: center;
  }
  .clipped {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation: none !important;
      transition: none !important;
    }
  }
`;
