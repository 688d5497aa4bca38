/** The head of a table, with one heading for each column. */
import { html, type TemplateResult } from "lit";

export const headings = (...names: string[]): TemplateResult =>
  html`<thead>
    <tr>
      ${names.map((name) => html`<th scope="col">${name}</th>`)}
    </tr>
  </thead>`;
