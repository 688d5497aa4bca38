/** The table: planks, grain and a candle. */
import { html, svg } from "lit";
import { stream } from "./city.js";

function grain(): string {
  const any = stream(11);
  let path = "";
  for (let plank = 0; plank < 5; plank += 1) {
    for (let line = 0; line < 13; line += 1) {
      const y = plank * 160 + 8 + line * 11.6 + any() * 6;
      const bend = () => (any() * 14 - 7).toFixed(1);
      path += `M${Math.round(any() * 300 - 100)} ${y.toFixed(1)}q150 ${bend()} 300 ${bend()}t${Math.round(
        220 + any() * 260,
      )} ${bend()}t${Math.round(200 + any() * 300)} ${bend()}`;
    }
  }
  return path;
}

function knots() {
  const any = stream(29);
  return Array.from({ length: 7 }, (_, knot) => {
    const x = Math.round(60 + any() * 1080);
    const y = Math.round((knot % 5) * 160 + 40 + any() * 80);
    return svg`<g transform="translate(${x} ${y})">
      <ellipse class="knot" rx="17" ry="7" />
      <ellipse class="grain" rx="27" ry="12" />
      <ellipse class="grain" rx="38" ry="18" /></g>`;
  });
}

export const WOOD = html`<svg
  class="wood"
  viewBox="0 0 1200 800"
  preserveAspectRatio="xMidYMid slice"
  aria-hidden="true"
>
  ${[0, 1, 2, 3, 4].map(
    (plank) => svg`<rect class="plank p${plank % 3}" y=${plank * 160} width="1200" height="160" />`,
  )}
  <path class="grain" d=${grain()} />
  ${knots()}
  <path
    class="seam"
    d="M0 160h1200M0 320h1200M0 480h1200M0 640h1200M410 0v160M860 160v160M240 320v160M980 480v160M560 640v160"
  />
</svg>`;

export const CANDLE = html`<svg class="taper" viewBox="0 0 60 120" aria-hidden="true">
  <ellipse class="dish" cx="30" cy="108" rx="28" ry="9" />
  <path class="wax" d="M18 52q12-7 24 0v54q-12 6-24 0z" />
  <path class="drip" d="M20 54q2 14 5 2 3 22 7 1 3 12 8-3" />
  <path class="wick" d="M30 52v-9" />
  <g class="fire">
    <path class="outer" d="M30 6c13 16 13 29 0 38-13-9-13-22 0-38z" />
    <path class="inner" d="M30 22c6 8 6 15 0 20-6-5-6-12 0-20z" />
  </g>
</svg>`;
