/** What pages and boards share, as one module that the server serves at /kit.js: Lit, and the kit for boards. */
export * from "lit";
export * from "./board-element.js";
export * from "./board-styles.js";
export * from "./dice.js";
export * from "./icons.js";
export * from "./keys.js";
export * from "./question.js";
export * from "./seats.js";
export * from "./stage.js";
