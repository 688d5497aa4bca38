/** Styles of the lists of the lobby. */
import { css } from "lit";

export const lists = css`
  h2 {
    margin-bottom: var(--space-3);
  }
  li {
    padding: var(--space-2) 0;
    border-bottom: 1px solid var(--line);
  }
  .head {
    display: flex;
    gap: var(--space-2);
    align-items: baseline;
    justify-content: space-between;
  }
`;
