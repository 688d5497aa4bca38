import { expect, test } from "vitest";
import { BAT, RIFLE, book, town } from "./fixtures.js";
import { wares } from "./shop.js";
import { BEER, BULLET } from "./view.js";

test("six things for everybody, a Rifle's Bullets first", () => {
  expect(wares(town([{ weapon: BAT }]), book, 0).map(({ item }) => item)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(wares(town([{ weapon: RIFLE }]), book, 0).map(({ item }) => item)).toEqual([BULLET, 0, 1, 2, 3, 4, 5]);
});

test("the load that a purchase makes, and whether it is too much", () => {
  const sold = wares(town([{ weapon: BAT, things: { beer: 3, grenade: 1 } }]), book, 0); // 5 of 6
  expect(sold.map(({ load, over }) => [load, over])).toEqual([
    [6, false],
    [6, false],
    [7, true],
    [8, true],
    [9, true],
    [7, true],
  ]);
  expect(sold[BEER]!.held).toBe(3);
});

test("what has no size never overfills, and six Bullets are enough", () => {
  const [bullet] = wares(town([{ weapon: RIFLE, things: { bullet: 6, dynamite: 2, beer: 1 } }]), book, 0);
  expect(bullet).toMatchObject({ item: BULLET, load: 9, over: false, full: true });
});

test("a discount leaves the printed price to be struck out", () => {
  const sight = town([{}]);
  sight.prices = [[1, 1, 1, 3, 5, 1, 0, 0]];
  expect(wares(sight, book, 0).map(({ price, printed }) => [printed, price])).toEqual([
    [2, 1],
    [2, 1],
    [2, 1],
    [4, 3],
    [6, 5],
    [2, 1],
  ]);
});
