/** Portraits by candlelight, painted from the name, so that a person always looks the same. */
import { html, svg, type SVGTemplateResult, type TemplateResult } from "lit";

interface Look {
  hat: number;
  collar: number;
  cloth: string;
  trim: string;
  skin: number;
  hair: string;
  mouth: number;
  feather?: boolean;
}

const CLOTHS = [
  ["#4a2f2b", "#c58a4a"],
  ["#27423f", "#d9b26a"],
  ["#3a3554", "#b9a0d8"],
  ["#5a3a1c", "#e0b877"],
  ["#2f3d52", "#9fb7c9"],
  ["#532a3a", "#d69aa0"],
] as const;
const HAIRS = ["#2a1a12", "#5b3417", "#8a5a2a", "#9a948a", "#3b2a2a", "#6e2f16"];
const MOUTHS = ["M52 74q8 4 16 0", "M53 75h14", "M53 76q8-4 15-1", "M52 73q9 6 17-1"];

/** Hats and hair; `c` is the material, `t` the trimming. */
const HATS: ((hair: string, c: string, t: string) => SVGTemplateResult)[] = [
  (_, c, t) =>
    svg`<path d="M60 15C34 16 28 44 29 66 31 84 35 90 40 94 36 70 40 36 60 36S84 70 80 94C85 90 89 84 91 66 92 44 86 16
        60 15z" fill=${c} />
      <path d="M40 90C37 66 42 37 60 37S83 66 80 90" fill="none" stroke=${t} stroke-width="2" />`,
  (hair, c, t) =>
    svg`<path d="M39 58c-2-10 0-16 4-19h34c4 3 6 9 4 19l-4-12H43z" fill=${hair} />
      <path d="M34 43c0-20 52-22 54-3l12 5c-8 6-40 0-66 3z" fill=${c} />
      <path d="M35 44c18-5 42-5 64 1" fill="none" stroke=${t} stroke-width="2.5" />`,
  (hair, c, t) =>
    svg`<path d="M38 66c-4-12-2-22 4-26h36c6 4 8 14 4 26-1-10-3-16-6-20H44c-3 4-5 10-6 20z" fill=${hair} />
      <path d="M20 42c18-4 22-24 40-24s22 20 40 24c-16 10-64 10-80 0z" fill=${c} />
      <path d="M20 42c16 9 64 9 80 0M42 30c6-12 30-12 36 0" fill="none" stroke=${t} stroke-width="2.5" />`,
  (hair, c, t) =>
    svg`<path d="M38 62c-3-8-2-16 2-18h40c4 2 5 10 2 18l-5-14H43z" fill=${hair} />
      <path d="M14 45c20-2 24-6 27-17 3-13 35-13 38 0 3 11 7 15 27 17-24 9-68 9-92 0z" fill=${c} />
      <path d="M40 37c10 5 30 5 40 0" fill="none" stroke=${t} stroke-width="4" />`,
  (hair) =>
    svg`<circle cx="60" cy="20" r="11" fill=${hair} />
      <path d="M37 62C31 24 89 24 83 62c-2-14-10-23-23-23S39 48 37 62z" fill=${hair} />
      <path d="M50 18q10-8 20 0M42 44q16-14 36 0" fill="none" stroke="#0004" stroke-width="2" />`,
  (_, c, t) =>
    svg`<path d="M34 60C30 20 90 20 86 60c0 14 6 24 9 29l-15-3c4-22-3-46-20-46S36 64 40 86l-15 3c3-5 9-15 9-29z"
      fill=${c} />
      <path d="M37 52c4-17 42-17 46 0" fill="none" stroke=${t} stroke-width="2.5" stroke-dasharray="3 4" />`,
  (hair) =>
    svg`<g fill=${hair}>
      <circle cx="42" cy="42" r="11" />
      <circle cx="52" cy="33" r="12" />
      <circle cx="66" cy="32" r="12" />
      <circle cx="78" cy="41" r="11" />
      <circle cx="37" cy="55" r="8" />
      <circle cx="83" cy="55" r="8" /></g>`,
  (hair) => svg`<path d="M39 60c-2-7-2-12 0-16 3-14 39-14 42 0 2 4 2 9 0 16l-3-12c-10-6-26-6-36 0z" fill=${hair} />`,
];
const COLLARS: ((t: string) => SVGTemplateResult)[] = [
  (t) => svg`<path d="M44 92l16 16 16-16" fill="none" stroke=${t} stroke-width="3" />`,
  (t) => svg`<path d="M40 88c12 9 28 9 40 0l3 9c-14 9-32 9-46 0z" fill=${t} /><path d="M66 99l8 20h-12z" fill=${t} />`,
  () =>
    svg`<path d="M36 92q4-7 8 0t8 2 8 1 8-1 8-2 8 0l2 7q-25 12-52 0z"
      fill="#efe3c8" stroke="#8a7350" stroke-width="1.5" />`,
  (t) => svg`<path d="M46 89l-12 14 16 4 10 12 10-12 16-4-12-14-14 14z" fill=${t} />`,
];
const FEATHERED = svg`
  <path d="M38 62c-3-8-2-16 2-18h40c4 2 5 10 2 18l-5-14H43z" fill="#3b2318" />
  <path d="M24 46C20 26 58 12 92 28c10 5 10 15 2 19-24-6-46-6-70-1z" fill="#8a2f2a" />
  <path d="M25 45c24-6 46-5 68 1" fill="none" stroke="#e0b45c" stroke-width="4" />
  <path d="M82 34c4-18 14-34 34-34-4 6-3 10-6 14 2 2-2 8-6 10 0 4-8 10-22 10z"
    fill="#e9dcb8" stroke="#a08348" stroke-width="1.5" />
  <path d="M83 33c8-12 16-22 28-29" fill="none" stroke="#a08348" stroke-width="1.5" />`;

const BUST = "M8 122C10 99 26 92 46 87V76h28v11c20 5 36 12 38 35z";
const HEAD = "M40 52c0-22 40-22 40 0 0 22-9 36-20 36S40 74 40 52z";

function figure(look: Look): SVGTemplateResult {
  const { cloth, trim, hair } = look;
  return svg`
    <path d=${BUST} fill=${cloth} /><path d=${BUST} fill="url(#dusk)" />
    <path d=${HEAD} fill=${["#e9bd92", "#c98d5f", "#8d5a3a", "#f0cfae"][look.skin]} />
    <path d=${HEAD} fill="url(#dusk)" />
    ${COLLARS[look.collar]?.(trim)}
    <g fill="none" stroke="#2a160c" stroke-width="2" stroke-linecap="round">
      <path d="M47 57q4-3 8 0M65 57q4-3 8 0M45 51q5-4 10-1M65 50q5-3 10 1M60 58l-3 8q2 2 5 1" />
      <path d=${MOUTHS[look.mouth]} />
    </g>
    ${
      look.feather
        ? svg`${FEATHERED}<path d="M48 71q6-5 12-1 6-4 12 1-6 4-12 1-6 3-12-1zM56 80h8l-4 9z" fill="#3b2318" />`
        : HATS[look.hat]?.(hair, cloth, trim)
    }`;
}

export function lookOf(name: string): Look {
  let mark = 7;
  for (const letter of name) mark = (Math.imul(mark, 31) + letter.charCodeAt(0)) >>> 0;
  const pick = (count: number) => {
    mark = (Math.imul(mark, 1103515245) + 12345) >>> 0;
    return (mark >>> 16) % count;
  };
  const [cloth, trim] = CLOTHS[pick(CLOTHS.length)]!;
  return {
    hat: pick(HATS.length),
    collar: pick(COLLARS.length),
    cloth,
    trim,
    skin: pick(4),
    hair: HAIRS[pick(HAIRS.length)]!,
    mouth: pick(MOUTHS.length),
  };
}

const VOLO: Look = {
  hat: 0,
  collar: 2,
  cloth: "#4b1f2c",
  trim: "#e0b45c",
  skin: 0,
  hair: "#3b2318",
  mouth: 3,
  feather: true,
};
const HERO: Look[] = [
  { hat: 7, collar: 0, cloth: "#4d4436", trim: "#8a7a5c", skin: 1, hair: "#4a2d18", mouth: 1 },
  { hat: 7, collar: 1, cloth: "#2f4a44", trim: "#b9713c", skin: 1, hair: "#4a2d18", mouth: 0 },
  { hat: 1, collar: 3, cloth: "#2b3550", trim: "#e0b45c", skin: 1, hair: "#4a2d18", mouth: 3 },
];

function framed(look: Look): TemplateResult {
  return html`<svg class="portrait" viewBox="0 -6 120 126" aria-hidden="true">
    <defs>
      <linearGradient id="dusk">
        <stop offset=".3" stop-color="#1a0d08" stop-opacity="0" />
        <stop offset="1" stop-color="#1a0d08" stop-opacity=".62" />
      </linearGradient>
      <radialGradient id="behind" cx=".28" cy=".36" r=".9">
        <stop stop-color="#d9903c" />
        <stop offset=".45" stop-color="#6e3a1c" />
        <stop offset="1" stop-color="#1d110b" />
      </radialGradient>
      <clipPath id="oval"><path d="M4-6h112v126H4z" /></clipPath>
    </defs>
    <rect x="4" y="-4" width="112" height="122" rx="12" fill="url(#behind)" />
    <g clip-path="url(#oval)">${figure(look)}</g>
    <rect x="4" y="-4" width="112" height="122" rx="12" class="frame" />
  </svg>`;
}

export const portrait = (name: string, boss: boolean): TemplateResult => framed(boss ? VOLO : lookOf(name));

/** The player's portrait, better dressed with every rank; the winner wears the feathered cap. */
export const hero = (reputation: number, crowned = false): TemplateResult =>
  framed({ ...HERO[Math.min(Math.max(reputation, 1), 3) - 1]!, feather: crowned });
