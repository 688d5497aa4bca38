/** Styles of the seat page, on top of the table's layout. */
import { css } from "lit";

export const waitingRoom = css`
  .room ul {
    display: grid;
    gap: var(--space-2);
  }
  .room .how {
    width: 100%;
    text-align: start;
  }
  pre {
    margin: var(--space-2) 0 0;
    padding: var(--space-3);
    border-radius: 6px;
    background: var(--sunk);
    overflow-x: auto;
    font: var(--size-s) / 1.5 var(--mono);
  }
  .sit {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    align-items: end;
    gap: var(--space-3);
  }
  .sit label {
    display: grid;
    gap: var(--space-1);
    font-size: var(--size-s);
    text-align: start;
  }
  .top .back {
    color: #e2d2b8;
  }
  .top .back:hover {
    background: #ffffff14;
    color: #fffdf8;
  }
  .top small {
    color: #e2d2b8;
    font: 500 var(--size-s) / 1.3 var(--sans);
  }
`;
