/** The rival's last turn in one sentence. */
import { BRANCHES, many, type GameEvent } from "./view.js";

/** The events of the last turn of the other player; the viewer's own are left out. */
export function turnOf(before: readonly GameEvent[], news: readonly GameEvent[], viewer: number): GameEvent[] {
  let turn = [...before];
  for (const one of news) {
    if (one.kind === "turn" && one.args[0] !== viewer) turn = [one];
    else if (turn.length > 0 && turn.at(-1)!.kind !== "turn_ends") turn.push(one);
  }
  return turn;
}

/** "Bo built 1 lodge and killed 2 of your beavers."; empty until that turn has ended. */
export function recap(turn: readonly GameEvent[], name: string, viewer: number): string {
  if (turn.at(-1)?.kind !== "turn_ends") return "";
  const of = (kind: string, whose = (args: number[]) => args[0] !== viewer) =>
    turn.filter((one) => one.kind === kind && whose(one.args)).map(({ args }) => args);
  const mine = (args: number[]) => args[0] === viewer;
  const taken = [...of("harvested"), ...of("picked_up")];
  const sum = (branches: boolean) =>
    taken.filter((args) => (args[3] === BRANCHES) === branches).reduce((all, args) => all + args[4]!, 0);
  const kinds = [
    [of("built").length, "built", "lodge"],
    [of("destroyed", mine).length, "pulled down", "of your lodges"],
    [of("died", mine).length, "killed", "of your beavers"],
    [of("recruited").length, "recruited", "beaver"],
    [sum(true), "took", "branch"],
    [sum(false), "took", "food"],
  ] as const;
  const parts = kinds
    .filter(([count]) => count > 0)
    .map(
      ([count, kind, what]) =>
        `${kind} ${
          what === "branch"
            ? many(count, "branch", "branches")
            : what === "food" || what.startsWith("of")
              ? `${count} ${what}`
              : many(count, what)
        }`,
    );
  if (parts.length === 0) return `${name} ${of("moved").length ? "only moved about" : "did nothing"}.`;
  return `${name} ${parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ` : ""}${parts.at(-1)}.`;
}
