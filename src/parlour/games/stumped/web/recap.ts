/** The rival's last turn in one sentence. */
import { BRANCHES, many, type Happening } from "./sight.js";

/** The events of the last turn of the other player; the viewer's own are left out. */
export function turnOf(before: readonly Happening[], news: readonly Happening[], viewer: number): Happening[] {
  let turn = [...before];
  for (const one of news) {
    if (one.kind === "turn" && one.told[0] !== viewer) turn = [one];
    else if (turn.length > 0 && turn.at(-1)!.kind !== "turn_ends") turn.push(one);
  }
  return turn;
}

/** "Bo built 1 lodge and killed 2 of your beavers."; empty until that turn has ended. */
export function recap(turn: readonly Happening[], name: string, viewer: number): string {
  if (turn.at(-1)?.kind !== "turn_ends") return "";
  const of = (kind: string, whose = (told: number[]) => told[0] !== viewer) =>
    turn.filter((one) => one.kind === kind && whose(one.told)).map(({ told }) => told);
  const mine = (told: number[]) => told[0] === viewer;
  const taken = [...of("harvested"), ...of("picked_up")];
  const sum = (branches: boolean) =>
    taken.filter((told) => (told[3] === BRANCHES) === branches).reduce((all, told) => all + told[4]!, 0);
  const deeds = [
    [of("built").length, "built", "lodge"],
    [of("destroyed", mine).length, "pulled down", "of your lodges"],
    [of("died", mine).length, "killed", "of your beavers"],
    [of("recruited").length, "recruited", "beaver"],
    [sum(true), "took", "branch"],
    [sum(false), "took", "food"],
  ] as const;
  const said = deeds
    .filter(([count]) => count > 0)
    .map(
      ([count, deed, what]) =>
        `${deed} ${
          what === "branch"
            ? many(count, "branch", "branches")
            : what === "food" || what.startsWith("of")
              ? `${count} ${what}`
              : many(count, what)
        }`,
    );
  if (said.length === 0) return `${name} ${of("moved").length ? "only moved about" : "did nothing"}.`;
  return `${name} ${said.length > 1 ? `${said.slice(0, -1).join(", ")} and ` : ""}${said.at(-1)}.`;
}
