/** The colours of the map, for the light and the dark theme. */

type Rgb = readonly [number, number, number];
type Three<Kind> = readonly [Kind, Kind, Kind];
const both = <Kind>(day: Kind, dusk: Kind): readonly [Kind, Kind] => [day, dusk];

const TONES = {
  dusk: both(false, true),
  grass: both<Three<Rgb>>(
    [
      [186, 201, 136],
      [160, 185, 113],
      [201, 205, 147],
    ],
    [
      [47, 62, 52],
      [38, 54, 47],
      [58, 70, 54],
    ],
  ),
  sand: both<Rgb>([222, 204, 156], [86, 78, 66]),
  foam: both<Rgb>([214, 234, 228], [92, 124, 138]),
  shallow: both<Rgb>([138, 190, 196], [48, 84, 104]),
  deep: both<Rgb>([62, 126, 154], [21, 40, 66]),
  river: both<Rgb>([118, 178, 194], [42, 78, 102]),
  tuft: both("#7d9a52", "#516b4c"),
  blade: both("#94ae64", "#465f48"),
  flower: both<readonly string[]>(["#fff6dd", "#f2c6b4", "#f3dd8a"], ["#d9cfb0", "#b88f86", "#c9b26a"]),
  stone: both("#b9ae97", "#5d594f"),
  pad: both("#6c9d5c", "#3b5f4a"),
  grid: both("#2b24200f", "#f1e7d80c"),
  frame: both("#6d5a3f", "#6a5636"),
  ripple: both("#f3fbf8", "#a9d3dd"),
  sparkle: both("#e6f5f2", "#cfe6ea"),
  shade: both("#2b24203d", "#00000066"),
  ink: both("#2b2420", "#f1e7d8"),
  paper: both("#fffaf0", "#221c17"),
  rim: both("#fffaf0", "#15110d"),
  line: both("#3a2a1c", "#0d0a08"),
  seats: both<readonly string[]>(["#ef8a17", "#00796d"], ["#ffa734", "#7df0c0"]),
  leaf: both<Three<string>>(["#48763a", "#5f9148", "#8bb662"], ["#2b5546", "#3d735a", "#5f9c76"]),
  bark: both("#6e4c2e", "#4a3524"),
  wood: both<Three<string>>(["#9a6b3c", "#7a5230", "#c59a62"], ["#7d5733", "#5d4026", "#a37b4b"]),
  cut: both("#e8cf9c", "#c2a673"),
  reed: both("#6f8f46", "#4f7350"),
  bulb: both("#6b4226", "#7a5233"),
  green: both("#4f8a3a", "#6fb35c"),
  door: both("#2a1a10", "#ffcf70"),
  glow: both("#fff3b8", "#ffdf8f"),
  reach: both("#fffbe6", "#ffe9b0"),
  path: both("#8a2f2a", "#e88a7d"),
  bad: both("#b02a20", "#ff8f85"),
  good: both("#2c7a3a", "#8fcf86"),
  gold: both("#f0b429", "#ffc94d"),
  cursor: both("#2b2420", "#fff3d6"),
  ready: both("#fffdf2", "#fff8e4"),
};
export type Palette = { readonly [Name in keyof typeof TONES]: (typeof TONES)[Name][0] };

const tonesAt = (time: 0 | 1): Palette =>
  Object.fromEntries(Object.entries(TONES).map(([name, tones]) => [name, tones[time]])) as Palette;
export const DAY = tonesAt(0);
export const DUSK = tonesAt(1);
