/** The colours of the map, for the light and the dark theme. */

type Rgb = readonly [number, number, number];
export interface Palette {
  dusk: boolean;
  grass: readonly [Rgb, Rgb, Rgb];
  sand: Rgb;
  foam: Rgb;
  shallow: Rgb;
  deep: Rgb;
  river: Rgb;
  tuft: string;
  blade: string;
  flower: readonly string[];
  stone: string;
  pad: string;
  grid: string;
  frame: string;
  ripple: string;
  sparkle: string;
  shade: string;
  ink: string;
  paper: string;
  rim: string;
  line: string;
  seats: readonly string[];
  leaf: readonly [string, string, string];
  bark: string;
  wood: readonly [string, string, string];
  cut: string;
  reed: string;
  bulb: string;
  green: string;
  door: string;
  glow: string;
  reach: string;
  path: string;
  bad: string;
  good: string;
  gold: string;
  cursor: string;
  ready: string;
}

export const DAY: Palette = {
  dusk: false,
  grass: [
    [186, 201, 136],
    [160, 185, 113],
    [201, 205, 147],
  ],
  sand: [222, 204, 156],
  foam: [214, 234, 228],
  shallow: [138, 190, 196],
  deep: [62, 126, 154],
  river: [118, 178, 194],
  tuft: "#7d9a52",
  blade: "#94ae64",
  flower: ["#fff6dd", "#f2c6b4", "#f3dd8a"],
  stone: "#b9ae97",
  pad: "#6c9d5c",
  grid: "#2b24200f",
  frame: "#6d5a3f",
  ripple: "#f3fbf8",
  sparkle: "#e6f5f2",
  shade: "#2b24203d",
  ink: "#2b2420",
  paper: "#fffaf0",
  rim: "#fffaf0",
  line: "#3a2a1c",
  seats: ["#ef8a17", "#00796d"],
  leaf: ["#48763a", "#5f9148", "#8bb662"],
  bark: "#6e4c2e",
  wood: ["#9a6b3c", "#7a5230", "#c59a62"],
  cut: "#e8cf9c",
  reed: "#6f8f46",
  bulb: "#6b4226",
  green: "#4f8a3a",
  door: "#2a1a10",
  glow: "#fff3b8",
  reach: "#fffbe6",
  path: "#8a2f2a",
  bad: "#b02a20",
  good: "#2c7a3a",
  gold: "#f0b429",
  cursor: "#2b2420",
  ready: "#fffdf2",
};
export const DUSK: Palette = {
  dusk: true,
  grass: [
    [47, 62, 52],
    [38, 54, 47],
    [58, 70, 54],
  ],
  sand: [86, 78, 66],
  foam: [92, 124, 138],
  shallow: [48, 84, 104],
  deep: [21, 40, 66],
  river: [42, 78, 102],
  tuft: "#516b4c",
  blade: "#465f48",
  flower: ["#d9cfb0", "#b88f86", "#c9b26a"],
  stone: "#5d594f",
  pad: "#3b5f4a",
  grid: "#f1e7d80c",
  frame: "#6a5636",
  ripple: "#a9d3dd",
  sparkle: "#cfe6ea",
  shade: "#00000066",
  ink: "#f1e7d8",
  paper: "#221c17",
  rim: "#15110d",
  line: "#0d0a08",
  seats: ["#ffa734", "#7df0c0"],
  leaf: ["#2b5546", "#3d735a", "#5f9c76"],
  bark: "#4a3524",
  wood: ["#7d5733", "#5d4026", "#a37b4b"],
  cut: "#c2a673",
  reed: "#4f7350",
  bulb: "#7a5233",
  green: "#6fb35c",
  door: "#ffcf70",
  glow: "#ffdf8f",
  reach: "#ffe9b0",
  path: "#e88a7d",
  bad: "#ff8f85",
  good: "#8fcf86",
  gold: "#ffc94d",
  cursor: "#fff3d6",
  ready: "#fff8e4",
};
