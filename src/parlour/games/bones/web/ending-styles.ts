/** Styles of the ending. */
import { css } from "lit";

export const endingStyles = css`
  .ending {
    display: flex;
    flex-direction: column;
    border-radius: 14px;
    overflow: auto;
    border: 1px solid var(--paper-edge);
    box-shadow: var(--shadow);
    background: var(--paper);
  }
  .picture {
    flex: 1 1 240px;
    min-height: 96px;
    width: 100%;
    display: block;
  }
  .ending .page {
    border: 0;
    border-radius: 0;
    box-shadow: none;
    justify-items: center;
    text-align: center;
    padding: 22px;
    flex: none;
  }
  .ending h2 {
    font-size: clamp(1.9rem, 5cqw, 2.75rem);
  }
  .ending .where {
    font-weight: 600;
    letter-spacing: 0.04em;
  }
  .ending[data-ending="1"] .where {
    color: var(--gold);
  }
  .counts {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 10px;
    margin-top: 6px;
  }
  .counts > div {
    display: flex;
    flex-direction: column-reverse;
    min-width: 108px;
    padding: 8px 14px;
    border: 1px solid var(--paper-edge);
    border-radius: var(--radius);
    background: var(--panel);
  }
  .counts dt {
    color: var(--soft);
    font-size: 0.875rem;
  }
  .counts dd {
    font: 700 1.6rem / 1.1 var(--serif);
  }
`;
