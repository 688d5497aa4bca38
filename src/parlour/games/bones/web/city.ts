/** The city as decoration: roofs, river, walls and fog, the same in every match. It reveals no place. */
import { svg, type SVGTemplateResult } from "lit";
import { SIDE } from "./view.js";

export const CELL = 100;
export const MARGIN = 46;
export const WHOLE = SIDE * CELL + 2 * MARGIN;

/** A seeded stream of pseudo-random numbers below one. */
export function stream(seed: number): () => number {
  let state = (seed * 2654435761 + 97) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return (state >>> 8) / 0x1000000;
  };
}

interface Houses {
  walls: string;
  dark: string;
  light: string;
  lines: string;
  windows: string;
}

function house(
  into: Houses,
  x: number,
  base: number,
  wide: number,
  high: number,
  roof: number,
  any: () => number,
): void {
  const top = base - high;
  const peak = top - roof;
  into.walls += `M${x} ${base}V${top}h${wide}V${base}z`;
  if (any() < 0.55) {
    // the gable faces the viewer
    into.light += `M${x - 2.5} ${top}L${x + wide / 2} ${peak}L${x + wide + 2.5} ${top}z`;
    into.lines += `M${x - 2.5} ${top}L${x + wide / 2} ${peak}L${x + wide + 2.5} ${top}`;
  } else {
    const lean = 4 + any() * 4;
    into.dark += `M${x - 2.5} ${top}L${x + lean} ${peak}H${x + wide - lean}L${x + wide + 2.5} ${top}z`;
    into.lines += `M${x - 2.5} ${top}L${x + lean} ${peak}H${x + wide - lean}L${x + wide + 2.5} ${top}z`;
  }
  if (any() < 0.4) into.lines += `M${x + wide * 0.72} ${peak + roof * 0.4}v-7h4v8`;
  const panes = wide > 26 ? 2 : 1;
  for (let pane = 0; pane < panes; pane += 1)
    into.windows += `M${x + (wide * (pane + 1)) / (panes + 1) - 2} ${top + 4}h4v6h-4z`;
}

/** The houses of one cell, back row first; the middle is kept low for its symbol. */
function housesOf(cell: number): Houses {
  const any = stream(cell + 1);
  const into: Houses = { walls: "", dark: "", light: "", lines: "", windows: "" };
  const left = (cell % SIDE) * CELL;
  const top = Math.floor(cell / SIDE) * CELL;
  for (const [base, least] of [
    [42, 15],
    [68, 11],
    [91, 12],
  ] as const) {
    let x = left + 11 + any() * 6;
    while (x < left + 72) {
      const wide = 17 + any() * 15;
      if (x + wide > left + 91) break;
      house(
        into,
        Math.round(x),
        top + base,
        Math.round(wide),
        Math.round(least + any() * 6),
        Math.round(10 + any() * 8),
        any,
      );
      x += wide + 4 + any() * 7;
    }
  }
  return into;
}

const HOUSES = Array.from({ length: SIDE * SIDE }, (_, cell) => housesOf(cell));
const all = (part: keyof Houses) => HOUSES.map((houses) => houses[part]).join("");
const RIVER = "M200-46V176Q200 200 224 200H276Q300 200 300 224V476Q300 500 324 500H476Q500 500 500 524V706";
const BRIDGES = [
  [200, 50],
  [200, 150],
  [250, 200, 1],
  [300, 250],
  [300, 350],
  [300, 450],
  [350, 500, 1],
  [450, 500, 1],
  [500, 550],
  [500, 650],
];

function bridge([x, y, turned]: number[]): SVGTemplateResult {
  return svg`<g transform="translate(${x} ${y}) rotate(${turned ? 90 : 0})">
    <path class="plank" d="M-17-7Q0-12 17-7V7Q0 2-17 7z" />
    <path class="ink" d="M-17-7Q0-12 17-7M-17 7Q0 2 17 7M-7-8.5v13M0-9v13M7-8.5v13" /></g>`;
}

function waves(): string {
  const any = stream(71);
  let path = "";
  for (let index = 0; index < 34; index += 1)
    path += `M${Math.round(-40 + any() * 760)} ${Math.round(710 + any() * 30)}q5-5 10 0t10 0`;
  return path;
}

/** North hill and thorn, east the wall, south the water, west the reeds. */
function surroundings(): SVGTemplateResult {
  const any = stream(5);
  let hills = "M-46 0";
  let reeds = "";
  let wall = "M746-4H708";
  for (let x = -46; x < 746; x += 44) hills += `q${16 + any() * 10}-${14 + any() * 16} 44 0`;
  for (let y = 8; y < 700; y += 13) {
    const x = -40 + any() * 34;
    reeds += `M${x} ${y + 9}q${any() * 6 - 3}-8 ${any() * 8 - 4}-16`;
  }
  for (let y = -4; y < 700; y += 20) wall += `v10h7v10h-7`;
  return svg`<path class="water"
    d="M-46 700q30-7 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 72 0V746H-46z" />
    <path class="foam" d=${waves()} />
    <path class="ink faint" d=${hills} /><path class="ink faint" d=${reeds} /><path class="ink faint" d=${wall} />
`;
}

export const GROUND = svg`
  ${surroundings()}
  <rect class="ground" width="700" height="700" rx="8" />
  <path class="lane" d="${Array.from({ length: 8 }, (_, line) => `M${line * CELL} 0V700M0 ${line * CELL}H700`).join(
    "",
  )}" />
  <path class="walls" d=${all("walls")} />
  <path class="roof dark" d=${all("dark")} /><path class="roof light" d=${all("light")} />
  <path class="ink" d=${all("lines")} />
  <path class="bank" d=${RIVER} /><path class="river" d=${RIVER} />
  ${BRIDGES.map(bridge)}
  <path class="plank" d="M2 694h46v7H2z" /><path class="ink" d="M2 694h46v7H2zM8 701v16M24 701v18M42 701v16" />
  <path class="hull" d="M54 722h46l-7 13H62z" /><path class="ink" d="M54 722h46l-7 13H62zM76 722v-26l17 20H76" />`;

export const windows = (cell: number): string => HOUSES[cell]?.windows ?? "";

const middle = (cell: number) => [(cell % SIDE) * CELL + CELL / 2, Math.floor(cell / SIDE) * CELL + CELL / 2];

/** Fog over everything except `known`: soft holes in a bank of cloud. */
export function fog(known: number[]): SVGTemplateResult {
  return svg`
    <mask id="unknown" maskUnits="userSpaceOnUse" x="-46" y="-46" width="792" height="792">
      <rect x="-46" y="-46" width="792" height="792" fill="#fff" />
      ${known.map((cell) => svg`<circle cx=${middle(cell)[0]} cy=${middle(cell)[1]} r="82" fill="url(#hole)" />`)}
    </mask>
    <g mask="url(#unknown)">${CLOUDS}</g>`;
}

const CLOUDS = (() => {
  const any = stream(23);
  const puffs = Array.from({ length: 60 }, () => [
    Math.round(any() * 700),
    Math.round(any() * 700),
    Math.round(34 + any() * 50),
  ]);
  const curls = puffs
    .slice(0, 34)
    .map(
      ([x, y, r]) =>
        `M${x! - r! * 0.5} ${y}a${r! * 0.3} ${r! * 0.3} 0 0 1 ${r! * 0.5}-${r! * 0.1}` +
        `a${r! * 0.26} ${r! * 0.26} 0 0 1 ${r! * 0.46} ${r! * 0.1}`,
    )
    .join("");
  return svg`<rect class="mist" width="700" height="700" rx="8" />
    ${puffs.map(([x, y, r]) => svg`<ellipse cx=${x} cy=${y} rx=${r! * 1.5} ry=${r} fill="url(#puff)" />`)}
    <path class="curl" d=${curls} />`;
})();

export const DEFINITIONS = svg`<defs>
  <radialGradient id="hole">
  <stop offset=".52" stop-color="#000" />
  <stop offset="1" stop-color="#000" stop-opacity="0" /></radialGradient>
  <radialGradient id="puff"><stop class="puff-in" /><stop class="puff-out" offset="1" /></radialGradient>
  <radialGradient id="lamp"><stop class="lamp-in" /><stop class="lamp-out" offset="1" /></radialGradient>
</defs>`;

/** Lit windows and a lantern over each visited place. */
export function lights(visited: number[]): SVGTemplateResult {
  return svg`<path class="windows" d=${visited.map(windows).join("")} />
    ${visited.map((cell) => svg`<circle cx=${middle(cell)[0]} cy=${middle(cell)[1]} r="66" fill="url(#lamp)" />`)}`;
}
