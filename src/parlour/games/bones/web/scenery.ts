/** A picture of the player's place, painted from its kind and number. */
import { html, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { stream } from "./city.js";

/** A row of gables against the sky. */
function skyline(seed: number, base: number, high: number): string {
  const any = stream(seed);
  let path = `M0 ${base}`;
  let x = 0;
  while (x < 400) {
    const wide = 22 + any() * 34;
    const top = base - high * (0.4 + any() * 0.6);
    const peak = 8 + any() * 18;
    path +=
      any() < 0.16
        ? `V${top - 16}h${wide * 0.4}v-14l${wide * 0.1}-14 ${wide * 0.1} 14v14h${wide * 0.4}`
        : `V${top}l${wide / 2}-${peak} ${wide / 2} ${peak}`;
    x += wide;
  }
  return `${path}V${base}z`;
}

function panes(seed: number, count: number): string {
  const any = stream(seed);
  return Array.from(
    { length: count },
    () => `M${Math.round(any() * 390)} ${Math.round(148 + any() * 16)}h4v6h-4z`,
  ).join("");
}

const LAMP = (x: number) =>
  svg`<circle cx=${x} cy="104" r="60" fill="url(#glow)" />
    <path class="iron" d="M${x} 176V112M${x - 7} 112h14l3-18h-20zM${x - 9} 94l9-8 9 8" />
    <path class="warm" d="M${x - 5} 109h10l2-12h-14z" />`;

const STREET = (number: number): SVGTemplateResult => svg`${LAMP(90 + ((number * 53) % 220))}`;

/** A gambling house: its sign is a die. */
function table(number: number): SVGTemplateResult {
  const x = 110 + ((number * 37) % 90);
  return svg`<g transform="translate(${x} 0)">
    <circle cx="80" cy="140" r="120" fill="url(#glow)" />
    <path class="house" d="M0 176V84h160v92z" />
    <path class="thatch" d="M-14 88 30 36h100l44 52z" />
    <path class="beam" d="M0 130h160M40 84v92M120 84v92M-14 88h188" />
    <path class="warm" d="M8 96h24v24H8zM128 96h24v24h-24zM52 96h20v22H52zM88 96h20v22H88z" />
    <path class="beam" d="M20 96v24M140 96v24M8 108h24M128 108h24M62 96v22M98 96v22" />
    <path class="door" d="M64 176v-34q16-16 32 0v34z" />
    <path class="iron" d="M160 92h30M184 92v8" />
    <rect class="sign-die" x="172" y="100" width="24" height="24" rx="6" />
    <g class="spots">
    <circle cx="178" cy="106" r="2.4" />
    <circle cx="190" cy="118" r="2.4" />
    <circle cx="184" cy="112" r="2.4" /></g>
  </g>`;
}

const LANDING = svg`<path class="sea" d="M0 132h400v58H0z" />
  <path class="ripple" d="M20 150h50M96 162h40M190 148h60M280 166h70M330 146h40M40 178h60M210 180h50" />
  <path class="house" d="M0 160h150v8H0zM20 168v22M64 168v22M110 168v22M142 168v22" />
  <path class="iron" d="M20 168v22M64 168v22M110 168v22M142 168v22" />
  <path class="thatch" d="M190 150h120q-8 24-26 26h-66q-20-4-28-26z" />
  <path class="iron" d="M246 150V62M246 70q40 18 44 66h-44zM162 164q16 10 32-8" />
  ${LAMP(120)}`;
const BACK_ROOM = svg`<rect class="house" width="400" height="190" />
  <circle cx="200" cy="60" r="150" fill="url(#glow)" />
  <path class="thatch" d="M0 0h70q-10 70 20 190H0zM400 0h-70q10 70-20 190h90z" />
  <path class="iron" d="M200 0v30M150 48h100M160 48v-10M200 48V30M240 48v-10" />
  <path class="warm" d="M157 38h6V26h-6zM197 30h6V18h-6zM237 38h6V26h-6z" />
  <ellipse class="door" cx="200" cy="158" rx="120" ry="26" />
  <path class="beam" d="M80 158q120 52 240 0" />
  <rect class="sign-die" x="176" y="142" width="20" height="20" rx="5" />
  <rect class="sign-die" x="206" y="148" width="20" height="20" rx="5" />
  <g class="spots">
  <circle cx="186" cy="152" r="2.4" />
  <circle cx="212" cy="154" r="2.4" />
  <circle cx="220" cy="162" r="2.4" /></g>`;

export function scenery(kind: string, number: number): TemplateResult {
  const front =
    kind === "landing" ? LANDING : kind === "back room" ? BACK_ROOM : kind === "table" ? table(number) : STREET(number);
  return html`<svg class="scenery" viewBox="0 0 400 190" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <defs>
      <linearGradient id="evening" x2="0" y2="1">
        <stop class="sky-high" />
        <stop class="sky-low" offset="1" />
      </linearGradient>
      <radialGradient id="glow">
        <stop stop-color="#ffcf73" stop-opacity=".75" />
        <stop offset="1" stop-color="#ffcf73" stop-opacity="0" />
      </radialGradient>
    </defs>
    <rect y="-300" width="400" height="490" fill="url(#evening)" />
    <circle class="moon" cx=${320 - ((number * 31) % 240)} cy="34" r="15" />
    <path class="far" d=${skyline(number + 3, 176, 84)} />
    <path class="near" d=${skyline(number + 60, 176, 56)} />
    <path class="warm" d=${panes(number, 16)} />
    <path class="cobble" d="M0 174h400v16H0z" />
    ${front}
  </svg>`;
}
