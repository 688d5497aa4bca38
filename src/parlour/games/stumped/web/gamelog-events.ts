/**
 * The effects of a gamelog entry as events of the game, which its board animates. Kinds and their numbers are those of
 * games/stumped/rules/events.py.
 */
import {
  count,
  follow,
  idOf,
  ids,
  isOver,
  orderOf,
  seatOf,
  succeeded,
  type GameEvent,
  type Json,
  type Scene,
} from "@parlour/kit/gamelog";
import {
  BRANCHES,
  FOOD,
  endingOf,
  goodsOf,
  jobOf,
  tallyOf,
  tileOf,
  type Ground,
  type Numbers,
} from "./gamelog-view.js";

export const GAME_BEGINS = 0;
export const STARTS_AT = 1;
export const TURN = 2;
export const MOVED = 3;
export const HARVESTED = 4;
export const ATTACKED = 5;
export const DIED = 6;
export const BUILT = 7;
export const DROPPED = 8;
export const PICKED_UP = 9;
export const DESTROYED = 10;
export const RECRUITED = 11;
export const LOST_FOOD = 12;
export const TURN_ENDS = 13;
export const FORFEITED = 14;
export const GAME_OVER = 15;
export const WINNER = 16;

export interface EntryContext extends Scene {
  ground: Ground;
  numbers: Numbers;
}

export function eventsOf(scene: EntryContext): GameEvent[] {
  const { entry, before, after, ground } = scene;
  const events: GameEvent[] = [];
  if (entry.type === "start") events.push(...opening(scene));
  if (succeeded(entry)) events.push(...orderEvents(scene));
  if (entry.type === "finished" && entry.data?.returned === true)
    events.push({
      kind: TURN_ENDS,
      numbers: [seatOf(ground.players, entry.data.player), count(before.root.currentTurn), scene.given],
    });
  if (entry.type === "disconnect")
    events.push({ kind: FORFEITED, numbers: [seatOf(ground.players, entry.data?.player)] });
  if (entry.type !== "start" && count(after.root.currentTurn) !== count(before.root.currentTurn))
    events.push(turn(scene));
  if (entry.type === "start") events.push(turn(scene));
  return [...events, ...finale(scene)];
}

const turn = ({ after, ground }: EntryContext): GameEvent => ({
  kind: TURN,
  numbers: [seatOf(ground.players, after.root.currentPlayer), count(after.root.currentTurn)],
});

function opening({ after, ground, numbers }: EntryContext): GameEvent[] {
  const kinds = ids(after.root.spawner).map((id) => goodsOf(after.objects.get(id)?.type));
  const water = [...ground.land].filter((letter) => letter !== ".");
  const starts = [...numbers.keys()]
    .map((id) => after.objects.get(id))
    .map((beaver) => ({
      kind: STARTS_AT,
      numbers: [seatOf(ground.players, beaver?.owner), tileOf(ground, beaver?.tile)],
    }));
  const pond = water.filter((letter) => letter === "~").length;
  return [
    {
      kind: GAME_BEGINS,
      numbers: [
        0,
        kinds.filter((kind) => kind === BRANCHES).length,
        kinds.filter((kind) => kind === FOOD).length,
        water.length - pond,
        pond,
      ],
    },
    ...starts,
  ];
}

/** The end of the match, if this entry brought it. */
function finale({ before, after, ground, numbers }: EntryContext): GameEvent[] {
  if (!isOver(after, ground.players) || isOver(before, ground.players)) return [];
  const tally = tallyOf(after, ground, numbers);
  const { ended, decided, winner } = endingOf(after, ground, tally)!;
  const over = { kind: GAME_OVER, numbers: [ended, decided] };
  return winner < 0
    ? [over]
    : [over, { kind: WINNER, numbers: [winner, tally.lodges[winner]!, tally.branches[winner]!, tally.food[winner]!] }];
}

/** The effects of a successful order, from the positions before and after it. */
function orderEvents(scene: EntryContext): GameEvent[] {
  const { before, after, ground, numbers } = scene;
  const run = orderOf(scene.entry, ground.players)!;
  const { seat, args } = run;
  const beaver = numbers.get(run.caller) ?? -1;
  const was = before.objects.get(run.caller);
  const is = after.objects.get(run.caller);
  const fell = (key: string) => count(was?.[key]) - count(is?.[key]);
  switch (run.name) {
    case "move":
      return [
        { kind: MOVED, numbers: [seat, beaver, tileOf(ground, was?.tile), tileOf(ground, is?.tile), fell("moves")] },
      ];
    case "harvest": {
      const spawner = follow(after, args.spawner);
      const goods = goodsOf(spawner?.type);
      return [
        {
          kind: HARVESTED,
          numbers: [
            seat,
            beaver,
            tileOf(ground, spawner?.tile),
            goods,
            -fell(goods === FOOD ? "food" : "branches"),
            count(spawner?.health),
          ],
        },
      ];
    }
    case "attack":
      return attack(scene, seat, beaver);
    case "buildLodge": {
      const tile = tileOf(ground, is?.tile);
      const own = ground.players[seat] ?? "";
      return [
        {
          kind: BUILT,
          numbers: [
            seat,
            beaver,
            tile,
            count(before.objects.get(own)?.branchesToBuildLodge),
            ids(after.objects.get(own)?.lodges).length,
          ],
        },
      ];
    }
    case "drop": {
      const goods = goodsOf(args.resource);
      const amount = fell(goods === FOOD ? "food" : "branches");
      return [
        { kind: DROPPED, numbers: [seat, beaver, tileOf(ground, args.tile), goods, amount] },
        ...(goods === FOOD ? lostFood(scene, args.tile, amount) : []),
      ];
    }
    case "pickup":
      return pickup(scene, seat, beaver, -fell(goodsOf(args.resource) === FOOD ? "food" : "branches"));
    case "recruit": {
      const born = idOf(scene.entry.data?.returned);
      const paid = count(follow(before, args.tile)?.food) - count(follow(after, args.tile)?.food);
      return [
        {
          kind: RECRUITED,
          numbers: [
            seat,
            numbers.get(born ?? "") ?? -1,
            tileOf(ground, args.tile),
            jobOf(after, after.objects.get(born ?? "")),
            paid,
          ],
        },
      ];
    }
    default:
      return [];
  }
}

function attack(scene: EntryContext, seat: number, beaver: number): GameEvent[] {
  const { entry, before, after, ground, numbers } = scene;
  const { args, caller } = orderOf(entry, ground.players)!;
  const id = idOf(args.beaver) ?? "";
  const was = before.objects.get(id);
  const is = after.objects.get(id);
  const victim = numbers.get(id) ?? -1;
  const tile = tileOf(ground, was?.tile);
  const skill = count(follow(before, before.objects.get(caller)?.job)?.distractionPower);
  const hit = {
    kind: ATTACKED,
    numbers: [
      seat,
      beaver,
      victim,
      tile,
      count(was?.health) - count(is?.health),
      count(was?.turnsDistracted) === 0 ? skill : 0,
    ],
  };
  if (count(is?.health) > 0) return [hit];
  return [
    hit,
    { kind: DIED, numbers: [seatOf(ground.players, was?.owner), victim, tile, count(was?.branches), count(was?.food)] },
    ...lostFood(scene, was?.tile, count(was?.food)),
  ];
}

function pickup(scene: EntryContext, seat: number, beaver: number, amount: number): GameEvent[] {
  const { entry, before, after, ground } = scene;
  const { args } = orderOf(entry, ground.players)!;
  const tile = tileOf(ground, args.tile);
  const owner = seatOf(ground.players, follow(before, args.tile)?.lodgeOwner);
  const taken = { kind: PICKED_UP, numbers: [seat, beaver, tile, goodsOf(args.resource), amount] };
  if (owner < 0 || idOf(follow(after, args.tile)?.lodgeOwner) !== undefined) return [taken];
  return [
    taken,
    { kind: DESTROYED, numbers: [owner, tile, ids(after.objects.get(ground.players[owner]!)?.lodges).length, seat] },
    ...lostFood(scene, args.tile, 0),
  ];
}

/** Food that should be on a tile but is not: the water took it. */
function lostFood({ before, after, ground }: EntryContext, tile: Json | undefined, laid: number): GameEvent[] {
  const lost = count(follow(before, tile)?.food) + laid - count(follow(after, tile)?.food);
  return lost > 0 ? [{ kind: LOST_FOOD, numbers: [tileOf(ground, tile), lost] }] : [];
}
