import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

/** name -> [light, dark], for the tokens that are plain colours */
const TOKENS = new Map(
  [
    ...readFileSync(join(import.meta.dirname, "tokens.css"), "utf8").matchAll(
      /--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g,
    ),
  ].map(([, name, light, dark]) => [name!, [light!, dark!] as const]),
);

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

const LOG = "orange amber yellow green blue purple red grey".split(" ");
const TEXT = ["ink", "soft", "act", "info", "gold", ...LOG];
const SEATS = [0, 1, 2, 3, 4, 5, 6].map((seat) => `seat-${seat}`);
const PAIRS: [string, string, number][] = [
  ...TEXT.flatMap((text): [string, string, number][] => [
    [text, "panel", 4.5],
    [text, "ground", 4.5],
  ]),
  ["ink", "sunk", 4.5],
  ["soft", "sunk", 4.5],
  ...LOG.map((text): [string, string, number] => [text, "sunk", 4.5]),
  ["on-act", "act", 4.5],
  ["on-act", "act-over", 4.5],
  ["on-info", "info", 4.5],
  ["on-gold", "gold", 4.5],
  ...SEATS.flatMap((seat): [string, string, number][] => [
    [seat, "panel", 3],
    [seat, "ground", 3],
  ]),
  ...["orange-edge", "amber-edge"].map((edge): [string, string, number] => [edge, "sunk", 3]),
  ["edge", "panel", 3],
  ["edge", "ground", 3],
];

type Triple = [number, number, number];
type Matrix = [Triple, Triple, Triple];
const times = (matrix: Matrix, [a, b, c]: Triple): Triple =>
  matrix.map((row) => row[0] * a + row[1] * b + row[2] * c) as Triple;
const SIGHTS: Record<string, Matrix> = {
  // matrices on linear RGB that simulate colour blindness
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const OKLAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const LEAST = 0.1; // between any two seats, in Oklab

function seen(colour: string, sight: Matrix): Triple {
  const light = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as Triple;
  const stimulus = times(sight, light).map((part) => Math.min(1, Math.max(0, part))) as Triple;
  return times(OKLAB, times(CONES, stimulus).map(Math.cbrt) as Triple);
}

describe.each([
  ["light", 0],
  ["dark", 1],
] as const)("%s", (_theme, at) => {
  it.each(Object.keys(SIGHTS))("no two seats look alike to %s sight", (name) => {
    const seats = SEATS.map((seat) => seen(TOKENS.get(seat)![at], SIGHTS[name]!));
    const distances = seats.flatMap((one, index) =>
      seats.slice(index + 1).map((other) => Math.hypot(...one.map((part, axis) => part - other[axis]!))),
    );
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(LEAST);
  });

  it.each([
    ["orange", "seat-0", 45, 75],
    ["the border of orange lines", "orange-edge", 40, 75],
    ["the border of the second orange", "amber-edge", 40, 75],
    ["green", "seat-1", 140, 175],
  ] as const)("%s looks its name: the hue in Oklab, and neither brown nor black", (_name, seat, from, to) => {
    const [lightness, a, b] = seen(TOKENS.get(seat)![at], SIGHTS.normal!);
    const hue = (Math.atan2(b, a) * 180) / Math.PI;
    expect(hue).toBeGreaterThanOrEqual(from);
    expect(hue).toBeLessThanOrEqual(to);
    expect(Math.hypot(a, b)).toBeGreaterThanOrEqual(0.1);
    expect(lightness).toBeGreaterThanOrEqual(0.6);
  });

  it.each(PAIRS)("%s on %s", (text, ground, least) => {
    expect(contrast(TOKENS.get(text)![at], TOKENS.get(ground)![at])).toBeGreaterThanOrEqual(least);
  });
});
