/** The options of the match that the board draws. */
export interface BoardOptions {
  hp: [number, number][];
  ep: [number, number][];
  fame: number[];
  taming: "level" | "1";
}
type Options = Record<string, boolean | number | string>;

/** Reads milestones (maximum and points), and the points of the popularity track. */
export function boardOptions(options: Options): BoardOptions {
  const late = options.rules === "2026";
  const optionValue = (name: string, early: string, later: string): string => {
    const value = options[name] ?? "auto";
    return value === "auto" ? (late ? later : early) : String(value);
  };
  const numbers = (text: string): number[] => text.split("-").map(Number);
  return {
    hp:
      optionValue("milestones", "2025", "2026") === "2026"
        ? [
            [6, 2],
            [8, 3],
            [10, 4],
          ]
        : [
            [8, 2],
            [10, 4],
          ],
    ep: [
      [8, 2],
      [10, 4],
    ],
    fame: [0, ...numbers(optionValue("popularity_points", "1-2-3-4-5", "1-2-4-7-11"))],
    taming: optionValue("tame_cost", "level", "1") === "1" ? "1" : "level",
  };
}
