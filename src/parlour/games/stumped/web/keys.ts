/** The keys of the board. */
const ARROWS = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];
const COMMANDS: Record<string, string> = {
  n: "next",
  N: "before",
  e: "end",
  u: "undo",
  Escape: "drop",
  "+": "zoom-in",
  "=": "zoom-in",
  "-": "zoom-out",
  "0": "whole",
};

export const commandFor = ({ key }: { key: string }): string => COMMANDS[key] ?? "";

/** The direction of an arrow key; -1 for other keys. */
export const arrowOf = ({ key }: { key: string }): number => ARROWS.indexOf(key);
