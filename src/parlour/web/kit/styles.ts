/** Styles shared by all elements of the shell: put `shared` into `static styles`, before your own. */
import { css } from "lit";
import { basics } from "./basics.js";

export const shared = css`
  ${basics}
  :host {
    display: block;
    color: var(--ink);
    font: var(--size) / 1.5 var(--sans);
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  h1,
  h2,
  h3 {
    margin: 0;
    font-family: var(--serif);
    font-weight: 700;
    line-height: 1.2;
    text-wrap: balance;
  }
  h1 {
    font-size: var(--size-xxl);
  }
  h2 {
    font-size: var(--size-xl);
  }
  h3,
  header h2 {
    font-size: var(--size-l);
  }
  header h2 {
    flex: 1;
  }
  p {
    margin: 0;
    text-wrap: pretty;
  }
  a {
    color: var(--info);
    text-underline-offset: 3px;
    text-decoration-thickness: 1px;
  }
  a:hover {
    text-decoration-thickness: 2px;
  }
  .small {
    font-size: var(--size-s);
  }
  .figures {
    font-variant-numeric: tabular-nums lining-nums;
  }
  .icon {
    flex: none;
    vertical-align: -0.25em;
  }

  /* Buttons: plain; .primary (the one thing to do); .quiet (no frame); .danger (cannot be taken back).
     Links may wear them: class="button". */
  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: var(--space-2);
    min-height: 40px;
    padding: var(--space-1) var(--space-4);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--panel);
    color: var(--ink);
    font: 600 var(--size) / 1.3 var(--sans);
    text-decoration: none;
    text-align: center;
    cursor: pointer;
    transition:
      background-color var(--quick),
      border-color var(--quick),
      box-shadow var(--quick),
      transform var(--quick);
  }
  button:hover:not(:disabled, [aria-disabled="true"]),
  .button:hover {
    border-color: var(--ink);
    background: var(--sunk);
  }
  button:active:not(:disabled, [aria-disabled="true"]),
  .button:active {
    transform: translateY(1px);
  }
  button.primary,
  .button.primary {
    border-color: var(--act);
    background: var(--act);
    color: var(--on-act);
    box-shadow: inset 0 1px 0 #ffffff26;
  }
  button.primary:hover:not(:disabled, [aria-disabled="true"]),
  .button.primary:hover {
    border-color: var(--act-over);
    background: var(--act-over);
  }
  button.quiet,
  .button.quiet {
    border-color: transparent;
    background: transparent;
    font-weight: 500;
  }
  button.quiet:hover:not(:disabled, [aria-disabled="true"]),
  .button.quiet:hover {
    border-color: transparent;
    background: var(--sunk);
  }
  button.danger,
  .button.danger {
    border-color: var(--red);
    color: var(--red);
  }
  button.round {
    width: 40px;
    padding: 0;
    border-radius: 50%;
  }
  button:disabled,
  button[aria-disabled="true"] {
    border-style: dashed;
    border-color: var(--edge);
    background: transparent;
    color: var(--soft);
    box-shadow: none;
    cursor: not-allowed;
  }

  input:not([type="checkbox"], [type="radio"], [type="range"]),
  select,
  textarea {
    min-height: 40px;
    max-width: 100%;
    padding: var(--space-1) var(--space-3);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--panel);
    color: var(--ink);
    font: inherit;
    font-size: max(1em, 1rem);
    font-weight: 400;
  }
  input[type="checkbox"],
  input[type="radio"] {
    width: 18px;
    height: 18px;
    margin: 0;
    flex: none;
    accent-color: var(--act);
  }
  input[type="range"] {
    accent-color: var(--act);
  }
  input::placeholder,
  textarea::placeholder {
    color: var(--soft);
    opacity: 1;
  }
  label {
    font-weight: 600;
  }
  fieldset {
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend {
    padding: 0;
    font-weight: 600;
  }

  .card {
    padding: var(--space-4);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--panel);
    box-shadow: var(--shadow);
  }
  .stack {
    display: grid;
    gap: var(--space-3);
  }
  .tag {
    display: inline-flex;
    align-items: center;
    gap: var(--space-1);
    padding: 0 var(--space-2);
    border: 1px solid var(--line);
    border-radius: 999px;
    color: var(--soft);
    font-size: var(--size-s);
  }
  .notice {
    padding: var(--space-3);
    border-left: 4px solid var(--gold);
    border-radius: 4px;
    background: var(--sunk);
  }
  .notice.bad {
    border-color: var(--red);
  }

  table {
    border-collapse: collapse;
    width: 100%;
    font-variant-numeric: tabular-nums lining-nums;
  }
  th,
  td {
    padding: var(--space-2) var(--space-3);
    border-bottom: 1px solid var(--line);
    text-align: left;
    vertical-align: baseline;
  }
  th {
    color: var(--soft);
    font-size: var(--size-s);
    font-weight: 600;
  }
  .number {
    text-align: right;
  }

  dialog {
    max-width: min(560px, calc(100vw - 24px));
    padding: var(--space-6);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--panel);
    color: var(--ink);
    box-shadow: var(--shadow);
  }
  dialog::backdrop {
    background: var(--veil);
  }

  :focus-visible {
    outline: 2px solid var(--info);
    outline-offset: 2px;
  }
  @media (pointer: coarse) {
    button,
    .button,
    input:not([type="checkbox"], [type="radio"], [type="range"]),
    select {
      min-height: 44px;
    }
    button.round {
      width: 44px;
    }
  }
`;
